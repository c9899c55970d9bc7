// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/recording_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "view/format.h"
#include "view/wrap.h"

#define INDENT	   14
#define GAPS_SHOWN 8

struct block {
	FILE *f;
	unsigned int width;
	struct wrap w;
};

static struct wrap *start(struct block *b, const char *label)
{
	wrap__start(&b->w, b->f, b->width, INDENT, label);
	return &b->w;
}

static void print_what(struct block *b, const struct recording_facts *facts)
{
	const struct recording_info *info = facts->info;
	time_t second = (time_t)(info->start_wall_ns / 1000000000);
	struct wrap *w = start(b, "Recording");
	char when[64] = "";
	struct tm tm;

	if (localtime_r(&second, &tm))
		strftime(when, sizeof(when), "%Y-%m-%d %H:%M:%S %z", &tm);
	wrap__words(w, "%s, of %s, by memcgtop %s: %s snapshots over %s", facts->path, when,
		    info->memcgtop_version ?: "of unknown version",
		    format__count(facts->snapshots).s,
		    format__seconds((double)facts->active_ns / 1e9).s);
	wrap__end(w);
}

static void print_machine(struct block *b, const struct recording_info *info)
{
	struct wrap *w = start(b, "Machine");

	wrap__words(w, "%s%s%s, %u CPUs online of %u, %s%s%s", info->hostname ?: "",
		    info->hostname ? ", " : "", info->run.machine ?: "unknown", info->online_cpus,
		    info->run.possible_cpus, info->cpu_model ?: "CPU model not known",
		    info->governor ? ", governor " : "", info->governor ?: "");
	if (info->accelerator && strcmp(info->accelerator, "none"))
		wrap__words(w, ", on %s", info->accelerator);
	if (info->emulated)
		wrap__words(w, "(emulated: not hardware time)");
	wrap__end(w);
	w = start(b, "Kernel");
	wrap__words(w, "%s %s", info->run.kernel_release ?: "unknown", info->kernel_version ?: "");
	if (info->config_hash)
		wrap__words(w, ", config %s", info->config_hash);
	if (info->kernel_build_id)
		wrap__words(w, ", build id %s", info->kernel_build_id);
	wrap__end(w);
}

static void print_command(struct block *b, const struct recording_facts *facts)
{
	struct wrap *w;

	if (!facts->info->command)
		return;
	w = start(b, "Command");
	wrap__words(w, "%s", facts->info->command);
	if (facts->end.known)
		wrap__words(w, "(ended with status %d)", facts->end.exit_status);
	wrap__end(w);
	if (!facts->end.result_json)
		return;
	w = start(b, "Its result");
	wrap__words(w, "%s", facts->end.result_json);
	wrap__end(w);
}

static double per_second(const struct recording_facts *facts, uint64_t n)
{
	return facts->active_ns ? (double)n / ((double)facts->active_ns / 1e9) : NAN;
}

static void print_host(struct block *b, const struct recording_facts *facts)
{
	const struct host_context *h = &facts->host;
	struct wrap *w = start(b, "Host");

	if (!h->has_switches && !h->has_cmd && !h->has_softirqs && !h->has_softnet &&
	    !h->has_ksoftirqd) {
		wrap__words(w, "not known");
		wrap__end(w);
		return;
	}
	if (h->has_switches)
		wrap__item(w, "context switches %s",
			   format__rate(per_second(facts, h->switches)).s);
	if (h->has_cmd) {
		wrap__item(w, "of CMD involuntary %s",
			   format__rate(per_second(facts, h->cmd_involuntary)).s);
		wrap__item(w, "voluntary %s", format__rate(per_second(facts, h->cmd_voluntary)).s);
	} else {
		wrap__item(w, "of CMD n/a");
	}
	for (int i = 0; h->has_softirqs && i < HOST_SOFTIRQS; i++) {
		if (h->softirqs[i])
			wrap__item(w, "%s %s", host_softirq_names[i],
				   format__rate(per_second(facts, h->softirqs[i])).s);
	}
	if (h->has_softnet)
		wrap__item(w, "packets dropped %s, squeezes %s",
			   format__count(h->softnet_dropped).s,
			   format__count(h->softnet_squeezed).s);
	if (h->has_ksoftirqd)
		wrap__item(w, "ksoftirqd %s of a CPU",
			   format__share(per_second(facts, h->ksoftirqd_ns) / 1e9).s);
	wrap__end(w);
}

static void print_gaps(struct block *b, const struct recording_facts *facts)
{
	char *damage = recording_text__damage(facts);
	struct wrap *w;

	if (!damage)
		return;
	w = start(b, "Damage");
	wrap__words(w, "%s", damage);
	for (size_t i = 0; i < facts->n_gaps && i < GAPS_SHOWN; i++) {
		const struct recording_gap *gap = &facts->gaps[i];

		wrap__break(w);
		wrap__words(w, "nothing is known from %.1f s to %.1f s: left out of all figures",
			    (double)(int64_t)(gap->from_ns - facts->start_ns) / 1e9,
			    (double)(int64_t)(gap->to_ns - facts->start_ns) / 1e9);
	}
	if (facts->all_gaps > GAPS_SHOWN) {
		wrap__break(w);
		wrap__words(w, "and so on: %zu gaps", facts->all_gaps);
	}
	wrap__end(w);
	free(damage);
}

char *recording_text__damage(const struct recording_facts *facts)
{
	const struct recording_damage *d = &facts->damage;
	char *text = NULL;
	size_t bytes = 0;
	FILE *f;

	if (!d->bytes && !d->unreadable && !facts->all_gaps && facts->end.known)
		return NULL;
	f = open_memstream(&text, &bytes);
	if (!f)
		return NULL;
	if (facts->all_gaps)
		fprintf(f, "%zu gap%s, %s in all; ", facts->all_gaps,
			facts->all_gaps == 1 ? "" : "s",
			format__seconds((double)facts->gap_ns / 1e9).s);
	if (d->unreadable)
		fprintf(f, "%s whole frame%s of no use; ", format__count(d->unreadable).s,
			d->unreadable == 1 ? "" : "s");
	if (d->bytes)
		fprintf(f, "%s that %s no frame; ", format__bytes(d->bytes).s,
			d->bytes == 1 ? "is" : "are");
	if (d->cut)
		fputs("it ends within a frame; ", f);
	if (!facts->end.known)
		fputs("it has no end: the recording was cut off, or still goes on; ", f);
	if (fclose(f) || bytes < 2)
		return text;
	text[bytes - 2] = '\0';
	return text;
}

void recording_text__print(FILE *f, const struct recording_facts *facts,
			   const struct view_opts *opts)
{
	struct block b = {
		.f = f,
		.width = opts->width < VIEW_MIN_WIDTH ? VIEW_MIN_WIDTH : opts->width,
	};

	print_what(&b, facts);
	print_machine(&b, facts->info);
	print_command(&b, facts);
	print_host(&b, facts);
	print_gaps(&b, facts);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/diff_notes.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/delta.h"

/* A line for each group and these: machine, load, order, runs, correction, losses, ends. */
#define COMMON_NOTES 7

/* A line under construction. */
struct line {
	FILE *f;
	char *text;
	size_t bytes;
};

static FILE *begin(struct line *line)
{
	line->text = NULL;
	line->f = open_memstream(&line->text, &line->bytes);
	return line->f;
}

/* Tables are plain ASCII, and a recording may come from anybody. */
static void make_plain(char *text)
{
	for (; *text; text++) {
		if (*text < 0x20 || *text > 0x7e)
			*text = '?';
	}
}

static int end(struct diff *diff, struct line *line)
{
	if (!line->f || fclose(line->f) || !line->text) {
		free(line->text);
		return -ENOMEM;
	}
	if (!*line->text) {
		free(line->text);
		return 0;
	}
	make_plain(line->text);
	diff->note[diff->n_notes++] = line->text;
	return 0;
}

/* A string of a run, or "?". */
typedef const char *text_of(const struct recorded_run *run);

static const char *cpu_model(const struct recorded_run *run)
{
	return run->info.cpu_model ?: "unknown CPU";
}

static const char *machine(const struct recorded_run *run)
{
	return run->info.run.machine ?: "unknown architecture";
}

static const char *accelerator(const struct recorded_run *run)
{
	if (run->info.emulated)
		return run->info.accelerator ?: "emulated";
	return run->info.accelerator && strcmp(run->info.accelerator, "none")
		       ? run->info.accelerator
		       : "";
}

static const char *kernel(const struct recorded_run *run)
{
	return run->info.run.kernel_release ?: "unknown";
}

static const char *kernel_version(const struct recorded_run *run)
{
	return run->info.kernel_version ?: "";
}

static const char *config(const struct recorded_run *run)
{
	return run->info.config_hash ?: "";
}

static const char *preemption(const struct recorded_run *run)
{
	return run->info.run.preemption ?: "";
}

static const char *command(const struct recorded_run *run)
{
	return run->info.command ?: "";
}

static const char *governor(const struct recorded_run *run)
{
	return run->info.governor ?: "";
}

/* The different texts of some runs, parted by " / ". */
static void print_distinct(FILE *f, const struct diff_group *group, size_t n_groups, text_of *text)
{
	const char *slash = "";

	for (size_t g = 0; g < n_groups; g++) {
		for (size_t i = 0; i < group[g].n_runs; i++) {
			const char *t = text(group[g].run[i]);
			bool seen = false;

			for (size_t h = 0; h <= g && !seen; h++) {
				size_t end_at = h == g ? i : group[h].n_runs;

				for (size_t j = 0; j < end_at && !seen; j++)
					seen = !strcmp(text(group[h].run[j]), t);
			}
			if (seen)
				continue;
			fprintf(f, "%s%s", slash, *t ? t : "?");
			slash = " / ";
		}
	}
}

/* Has any run a text here? */
static bool some(const struct diff_group *group, size_t n_groups, text_of *text)
{
	for (size_t g = 0; g < n_groups; g++) {
		for (size_t i = 0; i < group[g].n_runs; i++) {
			if (*text(group[g].run[i]))
				return true;
		}
	}
	return false;
}

static bool is_emulated(const struct diff *diff)
{
	for (size_t g = 0; g < diff->n_groups; g++) {
		for (size_t i = 0; i < diff->group[g].n_runs; i++) {
			if (diff->group[g].run[i]->info.emulated)
				return true;
		}
	}
	return false;
}

static void print_machine(FILE *f, const struct diff *diff)
{
	const struct recording_info *info = &diff->group[0].run[0]->info;

	fputs("Machine: ", f);
	print_distinct(f, diff->group, diff->n_groups, cpu_model);
	fputs(", ", f);
	print_distinct(f, diff->group, diff->n_groups, machine);
	fprintf(f, ", %u CPU%s", info->online_cpus, info->online_cpus == 1 ? "" : "s");
	if (some(diff->group, diff->n_groups, accelerator)) {
		fputs(", ", f);
		print_distinct(f, diff->group, diff->n_groups, accelerator);
	}
	if (some(diff->group, diff->n_groups, governor)) {
		fputs(", governor ", f);
		print_distinct(f, diff->group, diff->n_groups, governor);
	}
	if (is_emulated(diff))
		fputs("; emulated: not hardware time", f);
	fputc('.', f);
}

static void print_load(FILE *f, const struct diff *diff)
{
	if (!some(diff->group, diff->n_groups, command))
		return;
	fputs("Load: ", f);
	print_distinct(f, diff->group, diff->n_groups, command);
	fputc('.', f);
}

static void print_kernel(FILE *f, const struct diff_group *group)
{
	fprintf(f, "%s: kernel ", group->name);
	print_distinct(f, group, 1, kernel);
	if (some(group, 1, kernel_version)) {
		fputs(", ", f);
		print_distinct(f, group, 1, kernel_version);
	}
	if (some(group, 1, preemption)) {
		fputs(", ", f);
		print_distinct(f, group, 1, preemption);
		fputs(" preemption", f);
	}
	if (some(group, 1, config)) {
		fputs(", config ", f);
		print_distinct(f, group, 1, config);
	}
	fputc('.', f);
}

struct started {
	uint64_t ns;
	size_t group;
};

static int by_start(const void *a, const void *b)
{
	const struct started *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? -1 : 1;
	return x->group < y->group ? -1 : x->group > y->group;
}

/* "A B B A": which drift could have taken sides. */
static void print_order(FILE *f, const struct diff *diff)
{
	size_t n = 0, all = 0;
	struct started *run;

	for (size_t g = 0; g < diff->n_groups; g++)
		all += diff->group[g].n_runs;
	run = calloc(all, sizeof(*run));
	if (!run)
		return;
	for (size_t g = 0; g < diff->n_groups; g++) {
		for (size_t i = 0; i < diff->group[g].n_runs; i++)
			run[n++] = (struct started){diff->group[g].run[i]->info.start_wall_ns, g};
	}
	qsort(run, n, sizeof(*run), by_start);
	fputs("Order of runs:", f);
	for (size_t i = 0; i < n; i++)
		fprintf(f, " %c", (int)('A' + run[i].group));
	for (size_t g = 0; g < diff->n_groups; g++)
		fprintf(f, "%s%c %s", g ? ", " : " (", (int)('A' + g), diff->group[g].name);
	fputs(").", f);
	free(run);
}

static void print_runs(FILE *f, const struct diff *diff)
{
	fputs("Runs:", f);
	for (size_t g = 0; g < diff->n_groups; g++) {
		const struct diff_group *group = &diff->group[g];
		double sum = 0, gap = 0;

		for (size_t i = 0; i < group->n_runs; i++) {
			sum += delta__seconds(group->run[i]->total);
			gap += (double)group->run[i]->gap_ns / 1e9;
		}
		fprintf(f, "%s %s %zu, %.1f s in all", g ? "," : "", group->name, group->n_runs,
			sum);
		if (gap > 0)
			fprintf(f, " (and %.1f s lost to damage)", gap);
	}
	fputc('.', f);
}

static void print_group_correction(FILE *f, const struct diff_group *group)
{
	double low = INFINITY, high = -INFINITY, spread = 0;

	for (size_t i = 0; i < group->n_runs; i++) {
		if (!group->run[i]->corrected) {
			fprintf(f, " %s uncorrected", group->name);
			return;
		}
		low = fmin(low, group->run[i]->floor_low_ns);
		high = fmax(high, group->run[i]->floor_high_ns);
		spread = fmax(spread, group->run[i]->floor_spread_ns);
	}
	if (high - low < 0.5)
		fprintf(f, " %s %.0f", group->name, high);
	else
		fprintf(f, " %s %.0f to %.0f", group->name, low, high);
	fprintf(f, " +- %.1f ns", spread);
}

static void print_correction(FILE *f, const struct diff *diff)
{
	fputs("Correction of holds:", f);
	for (size_t g = 0; g < diff->n_groups; g++) {
		fputs(g ? "," : "", f);
		print_group_correction(f, &diff->group[g]);
	}
	fputc('.', f);
}

static double lost(const struct recorded_run *run, bool *unknown)
{
	const struct losses *loss = &run->total->loss;
	uint64_t n = loss->exit_unmatched + loss->stale + loss->orphans + loss->bad_memcg +
		     loss->clock_backwards + loss->no_row;

	for (int r = 0; r < ROLE_NR; r++) {
		enum attach_mode mode = run->info.run.roles[r].mode;

		if (loss->misses_known[r])
			n += loss->misses[r];
		else if (mode != ATTACH_ABSENT && mode != ATTACH_DERIVED)
			*unknown = true;
	}
	return (double)n;
}

static void print_losses(FILE *f, const struct diff *diff)
{
	fputs("Lost events:", f);
	for (size_t g = 0; g < diff->n_groups; g++) {
		bool unknown = false;
		double n = 0, refills = 0;

		for (size_t i = 0; i < diff->group[g].n_runs; i++) {
			n += lost(diff->group[g].run[i], &unknown);
			refills += (double)diff->group[g].run[i]->total->total.refills;
		}
		fprintf(f, "%s %s ", g ? "," : "", diff->group[g].name);
		if (n > 0)
			fprintf(f, "%.0f%s of %.0f refills", n, unknown ? " or more" : "", refills);
		else
			fputs(unknown ? "n/a" : "none", f);
	}
	fputc('.', f);
}

/* Runs that ended badly: their figures stand, but a reviewer will want to know. */
static void print_ends(FILE *f, const struct diff *diff)
{
	for (size_t g = 0; g < diff->n_groups; g++) {
		const struct diff_group *group = &diff->group[g];
		size_t cut = 0, failed = 0;

		for (size_t i = 0; i < group->n_runs; i++) {
			cut += !group->run[i]->end.known;
			failed += group->run[i]->end.known && group->run[i]->end.exit_status > 0;
		}
		if (cut)
			fprintf(f, "%zu run%s of %s without an end (killed, or disk full). ", cut,
				cut == 1 ? "" : "s", group->name);
		if (failed)
			fprintf(f, "The command failed in %zu run%s of %s. ", failed,
				failed == 1 ? "" : "s", group->name);
	}
}

static int note(struct diff *diff, void (*print)(FILE *, const struct diff *))
{
	struct line line;

	if (!begin(&line))
		return -ENOMEM;
	print(line.f, diff);
	return end(diff, &line);
}

int diff_notes__make(struct diff *diff)
{
	struct line line;
	int err;

	diff->note = calloc(COMMON_NOTES + diff->n_groups, sizeof(*diff->note));
	if (!diff->note)
		return -ENOMEM;
	err = note(diff, print_machine) ?: note(diff, print_load);
	for (size_t g = 0; g < diff->n_groups && !err; g++) {
		if (!begin(&line))
			return -ENOMEM;
		print_kernel(line.f, &diff->group[g]);
		err = end(diff, &line);
	}
	err = err ?: note(diff, print_order);
	err = err ?: note(diff, print_runs);
	err = err ?: note(diff, print_correction);
	err = err ?: note(diff, print_losses);
	return err ?: note(diff, print_ends);
}

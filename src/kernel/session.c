// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/session.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel/attach_role.h"
#include "kernel/hot_loop.h"
#include "kernel/object.h"
#include "util/log.h"

/* The last line libbpf complained with; it hands its words to a callback only. */
static char last_words[256];

static int libbpf_says(enum libbpf_print_level level, const char *format, va_list ap)
{
	char *text;

	if (level == LIBBPF_DEBUG || vasprintf(&text, format, ap) < 0)
		return 0;
	/* with -v all of it: a verifier log has many lines */
	log__verbose("%s", text);
	text[strcspn(text, "\n")] = '\0';
	if (level == LIBBPF_WARN)
		snprintf(last_words, sizeof(last_words), "%s", text);
	free(text);
	return 0;
}

static unsigned int pow2_at_least(unsigned int n)
{
	unsigned int p = 64;

	while (p < n)
		p *= 2;
	return p;
}

/* A cgroup is seldom active on more than 64 CPUs (design.md section 5). */
static unsigned int cells_for(const struct session_sizes *sizes)
{
	unsigned int cpus = sizes->possible_cpus < 64 ? sizes->possible_cpus : 64;

	return MCT_CELL_FIRST(sizes->possible_cpus) + sizes->max_cgroups * cpus;
}

static unsigned int index_slots_for(const struct session_sizes *sizes)
{
	return pow2_at_least(sizes->max_cgroups + sizes->max_cgroups / 2);
}

/* Room for every cell there is, so that the ring is never too small. */
static unsigned int spare_slots_for(const struct session_sizes *sizes)
{
	if (!sizes->recycle)
		return 0;
	return pow2_at_least(cells_for(sizes) - MCT_CELL_FIRST(sizes->possible_cpus));
}

uint64_t session__map_bytes(const struct session_sizes *sizes)
{
	return (uint64_t)sizes->possible_cpus * (sizeof(struct mct_cpu) + sizeof(struct mct_calib) +
						 index_slots_for(sizes) * sizeof(struct mct_slot)) +
	       (uint64_t)cells_for(sizes) *
		       (sizeof(struct mct_cell) + sizeof(struct mct_label)) +
	       spare_slots_for(sizes) * sizeof(uint64_t);
}

static int size_maps(struct session *s, const struct session_sizes *sizes)
{
	const struct {
		const char *name;
		unsigned int entries;
	} maps[] = {
		{"cpus", sizes->possible_cpus},
		{"calib", sizes->possible_cpus},
		{"cells", cells_for(sizes)},
		{ "labels", cells_for(sizes) },
		{"cell_index", index_slots_for(sizes) * sizes->possible_cpus},
		{ "spares", sizes->recycle ? spare_slots_for(sizes) : 1 },
	};
	int err = 0;

	s->n_cpus = sizes->possible_cpus;
	s->max_cells = cells_for(sizes);
	s->index_slots = index_slots_for(sizes);
	s->spare_slots = spare_slots_for(sizes);
	s->map_bytes = session__map_bytes(sizes);
	for (size_t i = 0; !err && i < sizeof(maps) / sizeof(maps[0]); i++) {
		struct bpf_map *map = bpf_object__find_map_by_name(s->obj, maps[i].name);

		err = map ? bpf_map__set_max_entries(map, maps[i].entries) : -ENOENT;
	}
	return err;
}

static int configure(struct session *s, const struct plan *plan, const struct session_sizes *sizes)
{
	struct bpf_map *map = bpf_object__find_map_by_name(s->obj, ".rodata");
	struct mct_config cfg = plan->cfg;
	size_t bytes = 0;

	cfg.n_cpus = sizes->possible_cpus;
	cfg.index_slots = index_slots_for(sizes);
	cfg.spare_slots = spare_slots_for(sizes);
	cfg.max_cells = cells_for(sizes);
	if (!map || !bpf_map__initial_value(map, &bytes) || bytes != sizeof(cfg))
		return -EINVAL;
	return bpf_map__set_initial_value(map, &cfg, sizeof(cfg));
}

static int prepare(struct session *s, const struct plan *plan, const struct facts *facts)
{
	const struct role_plan *refill = &plan->roles[ROLE_REFILL];
	struct bpf_program *prog;
	int err = 0;

	bpf_object__for_each_program(prog, s->obj) bpf_program__set_autoload(prog, false);
	for (int role = 0; !err && role < ROLE_NR; role++)
		err = attach_role__prepare(s, role, &plan->roles[role], facts);
	if (err || (refill->mode != ATTACH_SESSION && refill->mode != ATTACH_FENTRY))
		return err;
	s->calibrate = bpf_object__find_program_by_name(s->obj, "refill_calibrate");
	if (!s->calibrate)
		return -ENOENT;
	bpf_program__set_autoload(s->calibrate, true);
	err = bpf_program__set_attach_target(s->calibrate, 0, refill->targets[0]);
	return err ? err : hot_loop__prepare(s, facts);
}

/* Maps a whole array; NULL with errno set. */
static void *map_view(struct session *s, const char *name, int prot, size_t *bytes)
{
	struct bpf_map *map = bpf_object__find_map_by_name(s->obj, name);
	size_t page = sysconf(_SC_PAGESIZE);
	void *at;

	if (!map) {
		errno = ENOENT;
		return NULL;
	}
	*bytes = (size_t)bpf_map__max_entries(map) * ((bpf_map__value_size(map) + 7) & ~7u);
	*bytes = (*bytes + page - 1) / page * page;
	at = mmap(NULL, *bytes, prot, MAP_SHARED, bpf_map__fd(map), 0);
	return at == MAP_FAILED ? NULL : at;
}

/* What recycle.c alone writes. */
static int map_recycled(struct session *s)
{
	if (!s->spare_slots)
		return 0;
	s->index = map_view(s, "cell_index", PROT_READ | PROT_WRITE, &s->index_bytes);
	if (!s->index)
		return -errno;
	s->spares = map_view(s, "spares", PROT_READ | PROT_WRITE, &s->spares_bytes);
	return s->spares ? 0 : -errno;
}

static int map_views(struct session *s)
{
	const int prot = s->spare_slots ? PROT_READ | PROT_WRITE : PROT_READ;

	s->ctl = map_view(s, ".bss", PROT_READ | PROT_WRITE, &s->ctl_bytes);
	if (!s->ctl)
		return -errno;
	s->claims = map_view(s, ".data.claims", PROT_READ, &s->claims_bytes);
	if (!s->claims)
		return -errno;
	s->cpus = map_view(s, "cpus", PROT_READ, &s->cpus_bytes);
	if (!s->cpus)
		return -errno;
	s->cells = map_view(s, "cells", prot, &s->cells_bytes);
	if (!s->cells)
		return -errno;
	s->labels = map_view(s, "labels", prot, &s->labels_bytes);
	if (!s->labels)
		return -errno;
	if (s->hot[HOT_FIRST]) {
		s->hot_sample = map_view(s, ".data.hot", PROT_READ, &s->hot_bytes);
		if (!s->hot_sample)
			return -errno;
	}
	s->calib = map_view(s, "calib", PROT_READ, &s->calib_bytes);
	return s->calib ? map_recycled(s) : -errno;
}

/* The best way the plan relies on: what a failed load speaks against. */
static enum attach_mode best_mode(const struct plan *plan)
{
	enum attach_mode best = ATTACH_NR;

	for (int role = 0; role < ROLE_NR; role++) {
		enum attach_mode mode = plan->roles[role].mode;

		if (mode != ATTACH_ABSENT && mode != ATTACH_DERIVED && mode < best)
			best = mode;
	}
	return best;
}

static int fail(struct session *s, struct session_failure *why, enum attach_mode mode,
		enum role role, int err)
{
	why->mode = mode;
	why->role = role;
	why->err = -err;
	snprintf(why->detail, sizeof(why->detail), "%s", last_words);
	session__close(s);
	return err;
}

int session__open(struct session **session, const struct plan *plan, const struct facts *facts,
		  const struct session_sizes *sizes, struct session_failure *why)
{
	LIBBPF_OPTS(bpf_object_open_opts, opts, .object_name = "memcgtop");
	const enum attach_mode best = best_mode(plan);
	struct session *s;
	const void *bytes;
	size_t n_bytes;
	int err;

	last_words[0] = '\0';
	libbpf_set_print(libbpf_says);
	libbpf_set_strict_mode(LIBBPF_STRICT_ALL);
	s = calloc(1, sizeof(*s));
	if (!s)
		return fail(NULL, why, best, ROLE_NR, -ENOMEM);
	bytes = object__find(plan__object(plan), &n_bytes);
	if (!bytes)
		return fail(s, why, best, ROLE_NR, -ENOENT);
	s->obj = bpf_object__open_mem(bytes, n_bytes, &opts);
	if (!s->obj)
		return fail(s, why, best, ROLE_NR, -errno);
	err = size_maps(s, sizes);
	if (!err)
		err = configure(s, plan, sizes);
	if (!err)
		err = prepare(s, plan, facts);
	if (!err)
		err = bpf_object__load(s->obj);
	if (!err)
		err = map_views(s);
	if (err)
		return fail(s, why, best, ROLE_NR, err);

	for (int role = 0; role < ROLE_NR; role++) {
		err = attach_role__attach(&s->roles[role], &plan->roles[role]);
		if (err)
			return fail(s, why, plan->roles[role].mode, role, err);
	}
	*session = s;
	return 0;
}

static void unmap(const volatile void *at, size_t bytes)
{
	if (at)
		munmap((void *)at, bytes);
}

void session__close(struct session *s)
{
	if (!s)
		return;
	for (int role = 0; role < ROLE_NR; role++)
		attach_role__detach(&s->roles[role]);
	unmap(s->ctl, s->ctl_bytes);
	unmap(s->claims, s->claims_bytes);
	unmap(s->cpus, s->cpus_bytes);
	unmap(s->cells, s->cells_bytes);
	unmap(s->labels, s->labels_bytes);
	unmap(s->index, s->index_bytes);
	unmap(s->spares, s->spares_bytes);
	unmap(s->hot_sample, s->hot_bytes);
	unmap(s->calib, s->calib_bytes);
	bpf_object__close(s->obj);
	free(s);
}

uint32_t session__cells_end(const struct session *s)
{
	uint64_t end = (uint64_t)s->claims->fresh + MCT_CELL_FIRST(s->n_cpus);

	return end < s->max_cells ? end : s->max_cells;
}

void session__gate(struct session *s, bool open)
{
	s->ctl->gate = open;
}

/*
 * Hits a kprobe link missed, as the kernel counts them (kprobe.multi: 6.6,
 * kprobe: 6.7; the uapi of the build machine may be older).  False: not counted.
 */
static bool link_missed(const struct bpf_link *link, enum attach_mode mode, uint64_t *missed)
{
	/* struct bpf_link_info: the union begins at byte 16 */
	static const size_t at[ATTACH_NR] = {
		[ATTACH_KPROBE_MULTI] = 32,	/* addrs, count, flags, missed */
		[ATTACH_KPROBE] = 48,		/* type, pad, name, len, offset, addr, missed */
	};
	unsigned char info[256] = { 0 };
	__u32 len = sizeof(info);

	if (bpf_obj_get_info_by_fd(bpf_link__fd(link), info, &len) || len < at[mode] + 8)
		return false;
	memcpy(missed, info + at[mode], sizeof(*missed));
	return true;
}

static bool add_missed(const struct session_role *r, enum attach_mode mode,
		       struct role_stats *stats)
{
	bool known = r->n_links > 0;

	for (int i = 0; i < r->n_links; i++) {
		uint64_t missed = 0;

		known &= link_missed(r->links[i], mode, &missed);
		stats->misses += missed;
	}
	return known;
}

static bool add_stats(const struct bpf_program *prog, struct role_stats *stats)
{
	struct bpf_prog_info info = {0};
	__u32 len = sizeof(info);

	if (!prog || bpf_program__fd(prog) < 0)
		return true;
	if (bpf_obj_get_info_by_fd(bpf_program__fd(prog), &info, &len))
		return false;
	stats->misses += info.recursion_misses;
	stats->run_ns += info.run_time_ns;
	stats->run_count += info.run_cnt;
	return true;
}

void session__role_stats(const struct session *s, const struct plan *plan, enum role role,
			 struct role_stats *stats)
{
	const struct session_role *r = &s->roles[role];
	enum attach_mode mode = plan->roles[role].mode;
	bool ok;

	memset(stats, 0, sizeof(*stats));
	ok = add_stats(r->entry, stats);
	ok &= add_stats(r->exit, stats);
	/* Trampolines count every miss; kprobes are skipped before the program is reached. */
	if (mode == ATTACH_KPROBE || mode == ATTACH_KPROBE_MULTI)
		ok &= add_missed(r, mode, stats);
	stats->misses_known = ok;
}

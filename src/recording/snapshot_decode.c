// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/name_text.h"
#include "recording/snapshot_flags.h"

#define POOL_MOST      64 /* texts: a handful is what calibration ever says */
#define TEXT_MAX_BYTES 1024

struct text_pool {
	char *text[POOL_MOST];
	size_t n;
};

struct text_pool *text_pool__new(void)
{
	return calloc(1, sizeof(struct text_pool));
}

void text_pool__free(struct text_pool *pool)
{
	for (size_t i = 0; pool && i < pool->n; i++)
		free(pool->text[i]);
	free(pool);
}

/* Takes @text, and gives one like it that stays. */
static int keep_text(struct text_pool *pool, char *text, const char **kept)
{
	char *clean = text ? name__printable(text) : NULL;
	int err = text && !clean ? -ENOMEM : 0;

	free(text);
	*kept = NULL;
	if (!clean)
		return err;
	for (size_t i = 0; i < pool->n && !*kept; i++) {
		if (!strcmp(pool->text[i], clean))
			*kept = pool->text[i];
	}
	if (*kept || pool->n == POOL_MOST) {
		free(clean);
		return *kept ? 0 : -EBADMSG;
	}
	pool->text[pool->n++] = clean;
	*kept = clean;
	return 0;
}

struct decoder {
	struct cursor in;
	const struct layouts *layouts;
	const struct snapshot *base; /* NULL: zero */
	struct snapshot *snap;
	bool odd; /* a value that is none of its field */
};

static void get_row(struct decoder *d, struct unpacker *u, enum row_table table, void *row)
{
	const struct layout *layout = &d->layouts->of[table];

	for (size_t i = 0; i < layout->n; i++) {
		const struct layout_field *f = &layout->fields[i];

		for (unsigned int j = 0; j < f->count; j++) {
			uint64_t difference = unpacker__get(u);

			if (f->field && difference && !field__move(f->field, row, j, difference))
				d->odd = true;
		}
	}
}

static int get_ids(struct decoder *d)
{
	uint64_t last = 0;

	for (size_t i = 0; i < d->snap->n_cgroups; i++) {
		uint64_t step = cursor__varint(&d->in);

		if (d->in.bad || (i && !step) || last + step < last)
			return -EBADMSG;
		last += step;
		d->snap->cgroups[i].id = last;
	}
	return 0;
}

/* The row as it was, its name too. */
static int start_row(struct cgroup_row *row, const struct cgroup_row *before)
{
	row->gone = before->gone;
	row->level = before->level;
	row->c = before->c;
	memcpy(row->hist, before->hist, sizeof(row->hist));
	row->max = before->max;
	row->name = before->name ? strdup(before->name) : NULL;
	return before->name && !row->name ? -ENOMEM : 0;
}

static int start_from_base(struct decoder *d, bool ids)
{
	const struct snapshot *base = d->base;
	struct snapshot *snap = d->snap, was = *snap;
	size_t j = 0;
	int err = 0;

	*snap = *base;
	snap->cpus = was.cpus;
	snap->cgroups = was.cgroups;
	snap->n_cgroups = was.n_cgroups;
	snap->overflow = (struct cgroup_row){0};
	memcpy(snap->cpus, base->cpus, base->n_cpus * sizeof(*base->cpus));
	for (size_t i = 0; !err && i < snap->n_cgroups; i++) {
		if (!ids)
			snap->cgroups[i].id = base->cgroups[i].id;
		while (j < base->n_cgroups && base->cgroups[j].id < snap->cgroups[i].id)
			j++;
		if (j < base->n_cgroups && base->cgroups[j].id == snap->cgroups[i].id)
			err = start_row(&snap->cgroups[i], &base->cgroups[j]);
	}
	return err;
}

static int get_names(struct decoder *d)
{
	uint64_t n = cursor__count(&d->in, d->snap->n_cgroups), at = UINT64_MAX;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t step = cursor__count(&d->in, d->snap->n_cgroups);
		char *name;

		at += step;
		if (d->in.bad || !step || at >= d->snap->n_cgroups)
			return -EBADMSG;
		if (cursor__text(&d->in, SNAPSHOT_MAX_NAME, &name))
			return -ENOMEM;
		free(d->snap->cgroups[at].name);
		d->snap->cgroups[at].name = name;
	}
	return d->in.bad ? -EBADMSG : 0;
}

static int get_texts(struct decoder *d, struct text_pool *pool)
{
	char *text;
	int err;

	if (cursor__text(&d->in, TEXT_MAX_BYTES, &text))
		return -ENOMEM;
	err = keep_text(pool, text, &d->snap->floor.method);
	if (err)
		return err;
	if (cursor__text(&d->in, TEXT_MAX_BYTES, &text))
		return -ENOMEM;
	err = keep_text(pool, text, &d->snap->floor.why_not);
	return err ?: d->in.bad ? -EBADMSG : 0;
}

/* A context is an index elsewhere. */
static void tame_longest(struct longest *max)
{
	if ((unsigned int)max->ctx >= MCT_NR_CTX)
		max->ctx = MCT_CTX_UNKNOWN;
}

/* Everything others rely on. */
static int check(struct snapshot *snap)
{
	if (snap->taken_ns > SNAPSHOT_MAX_NS || snap->wall_ns > SNAPSHOT_MAX_NS ||
	    snap->active_ns > SNAPSHOT_MAX_NS || snap->timed_ns > SNAPSHOT_MAX_NS)
		return -EBADMSG;
	for (size_t i = 0; i < snap->n_cpus; i++) {
		if (snap->cpus[i].cpu >= SNAPSHOT_MAX_CPUS ||
		    (i && snap->cpus[i].cpu <= snap->cpus[i - 1].cpu))
			return -EBADMSG;
		tame_longest(&snap->cpus[i].max);
		tame_longest(&snap->cpus[i].drain_max);
	}
	for (size_t i = 0; i < snap->n_cgroups; i++)
		tame_longest(&snap->cgroups[i].max);
	return 0;
}

static int get_words(struct decoder *d, struct host_context *host)
{
	struct unpacker words = {.from = &d->in};
	struct snapshot *snap = d->snap;

	get_row(d, &words, TABLE_SNAPSHOT, snap);
	get_row(d, &words, TABLE_HOST, host);
	for (size_t i = 0; i < snap->n_cpus && !d->in.bad; i++)
		get_row(d, &words, TABLE_CPU, &snap->cpus[i]);
	for (size_t i = 0; i < snap->n_cgroups && !d->in.bad; i++)
		get_row(d, &words, TABLE_CGROUP, &snap->cgroups[i]);
	return d->in.bad || d->odd || words.zeros ? -EBADMSG : 0;
}

static int get_all(struct decoder *d, unsigned int flags, struct text_pool *pool,
		   struct host_context *host)
{
	int err = flags & FLAG_IDS ? get_ids(d) : 0;

	if (!err && d->base)
		err = start_from_base(d, flags & FLAG_IDS);
	if (!err)
		err = get_words(d, host);
	if (!err)
		err = get_names(d);
	if (!err && flags & FLAG_TEXTS)
		err = get_texts(d, pool);
	return err ?: check(d->snap);
}

/* A keyframe has all; any other frame hangs on the one before. */
static int check_start(const struct decoder *d, unsigned int flags, size_t cpus, size_t cgroups,
		       const struct recorded *base, uint32_t previous)
{
	bool keyframe = flags & FLAG_KEYFRAME;

	if (d->in.bad || !cpus ||
	    cpus * sizeof(struct cpu_row) + cgroups * sizeof(struct cgroup_row) >
		    SNAPSHOT_MAX_ROW_BYTES)
		return -EBADMSG;
	if (keyframe)
		return flags & FLAG_IDS && flags & FLAG_TEXTS ? 0 : -EBADMSG;
	if (!base->snap || base->seq != previous)
		return -ESTALE;
	if (base->snap->n_cpus != cpus || (!(flags & FLAG_IDS) && base->snap->n_cgroups != cgroups))
		return -EBADMSG;
	return 0;
}

int snapshot_code__decode(const uint8_t *at, size_t bytes, const struct layouts *layouts,
			  const struct recorded *base, const struct run_info *run,
			  struct text_pool *pool, uint32_t *previous, struct recorded *to)
{
	struct decoder d = {.in = {.at = at, .end = at + bytes}, .layouts = layouts};
	unsigned int flags = (unsigned int)cursor__count(&d.in, UINT32_MAX);
	uint32_t before = (uint32_t)cursor__count(&d.in, UINT32_MAX);
	size_t cpus = cursor__count(&d.in, SNAPSHOT_MAX_CPUS);
	size_t cgroups = cursor__count(&d.in, SNAPSHOT_MAX_CGROUPS);
	int err = check_start(&d, flags, cpus, cgroups, base, before);

	if (err)
		return err;
	d.snap = snapshot__new(run, cpus, cgroups);
	if (!d.snap)
		return -ENOMEM;
	*to = (struct recorded){.snap = d.snap};
	if (!(flags & FLAG_KEYFRAME)) {
		d.base = base->snap;
		to->host = base->host;
	} else {
		/* Differences to zero, where an empty row has a node of -1. */
		for (size_t i = 0; i < cpus; i++)
			d.snap->cpus[i].node = 0;
	}
	err = get_all(&d, flags, pool, &to->host);
	if (err) {
		snapshot__free(d.snap);
		to->snap = NULL;
		return err;
	}
	*previous = before;
	return 0;
}

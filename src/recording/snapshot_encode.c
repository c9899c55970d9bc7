// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "recording/snapshot_flags.h"

static const struct snapshot no_snapshot;
static const struct host_context no_host;
static const struct cpu_row no_cpu;
static const struct cgroup_row no_cgroup;

bool snapshot_code__fits(const struct recorded *base, const struct snapshot *snap)
{
	if (!base->snap || base->snap->n_cpus != snap->n_cpus)
		return false;
	for (size_t i = 0; i < snap->n_cpus; i++) {
		if (base->snap->cpus[i].cpu != snap->cpus[i].cpu)
			return false;
	}
	return true;
}

static void put_row(struct packer *p, enum row_table table, const void *from, const void *to)
{
	const struct table *t = &field_tables[table];

	for (size_t i = 0; i < t->n_fields; i++) {
		const struct field *field = &t->fields[i];

		for (unsigned int j = 0; j < field->count; j++)
			packer__put(p, field__difference(field, field__get(field, from, j),
							 field__get(field, to, j)));
	}
}

static bool same_ids(const struct snapshot *a, const struct snapshot *b)
{
	if (a->n_cgroups != b->n_cgroups)
		return false;
	for (size_t i = 0; i < a->n_cgroups; i++) {
		if (a->cgroups[i].id != b->cgroups[i].id)
			return false;
	}
	return true;
}

static void put_ids(struct bytes *to, const struct snapshot *snap)
{
	uint64_t last = 0;

	for (size_t i = 0; i < snap->n_cgroups; i++) {
		bytes__varint(to, snap->cgroups[i].id - last);
		last = snap->cgroups[i].id;
	}
}

/* Its row in the snapshot before, or NULL. */
static const struct cgroup_row *row_before(const struct snapshot *base,
					   const struct cgroup_row *row)
{
	return base ? snapshot__cgroup(base, row->id) : NULL;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static void put_names(struct bytes *to, const struct snapshot *base, const struct snapshot *snap)
{
	struct bytes list = {0};
	uint64_t n = 0, last = UINT64_MAX;

	for (size_t i = 0; i < snap->n_cgroups; i++) {
		const struct cgroup_row *before = row_before(base, &snap->cgroups[i]);

		if (same_text(before ? before->name : NULL, snap->cgroups[i].name))
			continue;
		bytes__varint(&list, i - last);
		bytes__text(&list, snap->cgroups[i].name);
		last = i;
		n++;
	}
	bytes__varint(to, n);
	bytes__put(to, list.at, list.n);
	to->failed |= list.failed;
	bytes__free(&list);
}

static bool same_texts(const struct floor_info *a, const struct floor_info *b)
{
	return same_text(a->method, b->method) && same_text(a->why_not, b->why_not);
}

void snapshot_code__encode(struct bytes *to, const struct recorded *base, bool keyframe, bool names,
			   const struct snapshot *snap, const struct host_context *host)
{
	const struct snapshot *from = keyframe ? NULL : base->snap;
	bool ids = !from || !same_ids(from, snap);
	bool texts = !from || !same_texts(&from->floor, &snap->floor);
	struct packer words = {.to = to};

	bytes__varint(to, (keyframe ? FLAG_KEYFRAME : 0) | (ids ? FLAG_IDS : 0) |
				  (texts ? FLAG_TEXTS : 0));
	bytes__varint(to, base->seq);
	bytes__varint(to, snap->n_cpus);
	bytes__varint(to, snap->n_cgroups);
	if (ids)
		put_ids(to, snap);
	put_row(&words, TABLE_SNAPSHOT, from ?: &no_snapshot, snap);
	put_row(&words, TABLE_HOST, from ? &base->host : &no_host, host);
	for (size_t i = 0; i < snap->n_cpus; i++)
		put_row(&words, TABLE_CPU, from ? &from->cpus[i] : &no_cpu, &snap->cpus[i]);
	for (size_t i = 0; i < snap->n_cgroups; i++)
		put_row(&words, TABLE_CGROUP, row_before(from, &snap->cgroups[i]) ?: &no_cgroup,
			&snap->cgroups[i]);
	packer__end(&words);
	if (names)
		put_names(to, from, snap);
	else
		bytes__varint(to, 0);
	if (texts) {
		bytes__text(to, snap->floor.method);
		bytes__text(to, snap->floor.why_not);
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cgroup_folds.h"

#include <stdlib.h>
#include <string.h>

/* Place of the first key not below @key. */
static size_t place_of(const struct cgroup_folds *folds, uint64_t key)
{
	size_t low = 0, high = folds->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (folds->keys[middle] < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_exception(const struct cgroup_folds *folds, uint64_t key)
{
	size_t at = place_of(folds, key);

	return at < folds->n && folds->keys[at] == key;
}

bool cgroup_folds__has(const struct cgroup_folds *folds, uint64_t key)
{
	return is_exception(folds, key) != folds->all;
}

static bool grow(struct cgroup_folds *folds)
{
	size_t room = folds->room ? 2 * folds->room : 16;
	uint64_t *keys;

	if (folds->n < folds->room)
		return true;
	keys = reallocarray(folds->keys, room, sizeof(*keys));
	if (!keys)
		return false;
	folds->keys = keys;
	folds->room = room;
	return true;
}

void cgroup_folds__set(struct cgroup_folds *folds, uint64_t key, bool folded)
{
	size_t at = place_of(folds, key);
	uint64_t *place;

	if (cgroup_folds__has(folds, key) == folded)
		return;
	if (is_exception(folds, key)) {
		place = folds->keys + at;
		memmove(place, place + 1, (--folds->n - at) * sizeof(*place));
	} else if (grow(folds)) {
		place = folds->keys + at;
		memmove(place + 1, place, (folds->n++ - at) * sizeof(*place));
		*place = key;
	}
}

void cgroup_folds__set_all(struct cgroup_folds *folds, bool folded)
{
	folds->all = folded;
	folds->n = 0;
}

void cgroup_folds__clear(struct cgroup_folds *folds)
{
	free(folds->keys);
	memset(folds, 0, sizeof(*folds));
}

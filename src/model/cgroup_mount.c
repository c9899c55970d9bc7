// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cgroup_mount.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A piece of the text: not terminated. */
struct span {
	const char *p;
	size_t len;
};

/* Fields of one line of mountinfo (proc(5)) that matter here. */
struct mount_line {
	struct span root, path, fstype, super;
};

static bool span__is(struct span s, const char *word)
{
	return s.len == strlen(word) && !memcmp(s.p, word, s.len);
}

/* Cuts the text before the next @sep off @rest; an empty piece at the end of it. */
static struct span cut(struct span *rest, char sep)
{
	const char *end = rest->len ? memchr(rest->p, sep, rest->len) : NULL;
	struct span piece = {rest->p, end ? (size_t)(end - rest->p) : rest->len};
	size_t used = piece.len + (end != NULL);

	rest->p += used;
	rest->len -= used;
	return piece;
}

/*
 * 36 35 98:0 /root /mount/point rw,noatime shared:1 - cgroup2 cgroup2 rw,nsdelegate
 * The optional fields before the dash vary in number.
 */
static bool parse_line(struct span line, struct mount_line *m)
{
	struct span field;

	for (int i = 0; i < 3; i++)
		cut(&line, ' ');
	m->root = cut(&line, ' ');
	m->path = cut(&line, ' ');
	do {
		if (line.len == 0)
			return false;
		field = cut(&line, ' ');
	} while (!span__is(field, "-"));
	m->fstype = cut(&line, ' ');
	cut(&line, ' '); /* source */
	m->super = cut(&line, ' ');
	return m->root.len && m->root.p[0] == '/' && m->path.len && m->path.p[0] == '/';
}

static bool has_word(struct span list, char sep, const char *word)
{
	while (list.len)
		if (span__is(cut(&list, sep), word))
			return true;
	return false;
}

static bool is_octal(const char *p)
{
	return p[0] >= '0' && p[0] <= '3' && p[1] >= '0' && p[1] <= '7' && p[2] >= '0' &&
	       p[2] <= '7';
}

/* Undoes the kernel's octal escapes (\040 for a blank); others stay as they are. */
static char *unescape(struct span s)
{
	char *text = malloc(s.len + 1), *out = text;

	if (!text)
		return NULL;
	for (size_t i = 0; i < s.len; i++) {
		int byte = (unsigned char)s.p[i];

		if (byte == '\\' && s.len - i >= 4 && is_octal(s.p + i + 1)) {
			byte = (s.p[i + 1] - '0') << 6 | (s.p[i + 2] - '0') << 3 |
			       (s.p[i + 3] - '0');
			i += 3;
		}
		if (byte != 0)
			*out++ = (char)byte;
	}
	*out = '\0';
	return text;
}

/*
 * How far below our cgroup namespace's root a mount's root lies: the less, the
 * more it shows.  A mount made outside of the namespace has a root of "/.."
 * components only and lies above.
 */
static long depth(struct span root)
{
	long below = 0, above = 0;

	while (root.len) {
		struct span part = cut(&root, '/');

		if (span__is(part, ".."))
			above++;
		else if (part.len)
			below++;
	}
	return below ? below + above : -above;
}

struct best {
	bool found;
	struct mount_line line;
};

static void consider(struct best *best, const struct mount_line *line)
{
	if (best->found && depth(best->line.root) <= depth(line->root))
		return;
	best->found = true;
	best->line = *line;
}

/* Does /proc/self/cgroup have a line "N:...,memory,...:path", N not 0? */
static bool v1_memory_in_use(const char *self_cgroup)
{
	struct span text = {self_cgroup, self_cgroup ? strlen(self_cgroup) : 0};

	while (text.len) {
		struct span line = cut(&text, '\n');
		struct span number = cut(&line, ':');

		if (!span__is(number, "0") && has_word(cut(&line, ':'), ',', "memory"))
			return true;
	}
	return false;
}

int cgroup_mount__find(const char *mountinfo, size_t len, const char *self_cgroup,
		       struct cgroup_mount *mount)
{
	struct span text = {mountinfo, len};
	struct best v1 = {0}, v2 = {0};
	const struct mount_line *chosen = NULL;

	memset(mount, 0, sizeof(*mount));
	while (text.len) {
		struct mount_line line;

		if (!parse_line(cut(&text, '\n'), &line))
			continue;
		if (span__is(line.fstype, "cgroup2"))
			consider(&v2, &line);
		else if (span__is(line.fstype, "cgroup") && has_word(line.super, ',', "memory"))
			consider(&v1, &line);
	}

	if (v1.found) {
		mount->version = v2.found ? CGROUP_HYBRID : CGROUP_V1;
		chosen = &v1.line;
	} else if (v2.found && !v1_memory_in_use(self_cgroup)) {
		mount->version = CGROUP_V2;
		chosen = &v2.line;
	}
	if (!chosen)
		return 0;
	mount->path = unescape(chosen->path);
	mount->root = unescape(chosen->root);
	return mount->path && mount->root ? 0 : -ENOMEM;
}

void cgroup_mount__clear(struct cgroup_mount *mount)
{
	free(mount->path);
	free(mount->root);
	memset(mount, 0, sizeof(*mount));
}

/* Path of this process in the hierarchy that holds memory; empty when not told. */
static struct span own_path(enum cgroup_version version, const char *self_cgroup)
{
	struct span text = {self_cgroup, self_cgroup ? strlen(self_cgroup) : 0};

	while (text.len) {
		struct span line = cut(&text, '\n');
		struct span number = cut(&line, ':'), controllers = cut(&line, ':');

		if (version == CGROUP_V2 ? span__is(number, "0")
					 : has_word(controllers, ',', "memory"))
			return line;
	}
	return (struct span){0};
}

/* "/..": above what a cgroup namespace shows. */
static bool is_above(struct span own)
{
	return own.len >= 3 && !memcmp(own.p, "/..", 3) && (own.len == 3 || own.p[3] == '/');
}

bool cgroup_mount__relative(const struct cgroup_mount *mount, const char *self_cgroup,
			    uint64_t root_id)
{
	if (!mount->path)
		return false;
	if (root_id > 1 || strcmp(mount->root, "/"))
		return true;
	return is_above(own_path(mount->version, self_cgroup));
}

/* Takes the mounted cgroup off the front of @path; false: it lies outside of it. */
static bool take_root(struct span *path, const char *root)
{
	size_t len = strcmp(root, "/") ? strlen(root) : 0;

	if (path->len < len || memcmp(path->p, root, len))
		return false;
	path->p += len;
	path->len -= len;
	return !path->len || path->p[0] == '/';
}

int cgroup_mount__own(const struct cgroup_mount *mount, const char *self_cgroup, char **path)
{
	struct span own = own_path(mount->version, self_cgroup);

	*path = NULL;
	if (!mount->path || !own.len || is_above(own) || !take_root(&own, mount->root))
		return 0;
	return asprintf(path, "%s%.*s", mount->path, (int)own.len, own.p) < 0 ? -ENOMEM : 0;
}

const char *cgroup_version__name(enum cgroup_version version)
{
	switch (version) {
	case CGROUP_V2:
		return "v2";
	case CGROUP_HYBRID:
		return "hybrid";
	case CGROUP_V1:
		return "v1";
	default:
		return "none";
	}
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the live screen remembers between runs: lines "key = value" in
 * $XDG_CONFIG_HOME/memcgtop/config ('#' begins a comment line).  Unknown keys,
 * comments and lines that are none are kept in the file as they are, so that
 * an older memcgtop does not lose a newer one's settings.  Of a key given twice
 * the last one counts.
 */
#ifndef TUI_SETTINGS_H
#define TUI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define SETTINGS_MAX_BYTES 65536 /* of the file */

struct settings;

/* Empty settings, or NULL when memory is short. */
struct settings *settings__new(void);
void settings__free(struct settings *settings);

/* Value of a key, or NULL. */
const char *settings__get(const struct settings *settings, const char *key);
/*
 * Sets or (NULL) removes.  Returns 0, -ENOMEM, or -EINVAL for what a line cannot
 * hold: keys are letters, digits, '.', '-' and '_'; values have no control
 * characters and no blanks around them.
 */
int settings__set(struct settings *settings, const char *key, const char *value);
/* @fallback where the key is missing or its value is not "yes" or "no". */
bool settings__flag(const struct settings *settings, const char *key, bool fallback);

/*
 * settings__parse - reads lines from @f; any bytes are survived.
 * @warn: called for each line that is none, at most 5 times; may be NULL.
 * Returns 0, -ENOMEM, or -EFBIG for more than 64 KiB.
 */
int settings__parse(struct settings *settings, FILE *f,
		    void (*warn)(unsigned int line, const char *what));
void settings__print(const struct settings *settings, FILE *f);

/* Path of the file (caller frees), or NULL: XDG_CONFIG_HOME and HOME are no absolute paths. */
char *settings__path(void);
/* Reads it; no file is no error.  Warns by log__warn.  Returns 0 or a negative errno. */
int settings__load(struct settings *settings);

/*
 * settings__save - writes the file whole or not at all (temporary file, rename).
 *
 * Makes the memcgtop folder and the one it is in, for this user only.  Writes
 * through a symbolic link, so that links into a folder of dotfiles stay links.
 * Returns 0 or a negative errno, without a message:
 *   -ENOENT  there is no home
 *   -EPERM   the folder is another user's, as under sudo with the caller's
 *            HOME: root's files there would lock that user out
 *   -EACCES  the file is made read-only
 *   -EFBIG   it is larger than SETTINGS_MAX_BYTES, so it was not read
 *   -EINVAL  it is no regular file
 */
int settings__save(const struct settings *settings);

#endif

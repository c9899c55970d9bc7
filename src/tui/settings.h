/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the live screen remembers between runs: lines "key = value" in
 * $XDG_CONFIG_HOME/memcgtop/config ('#' begins a comment line).  Unknown keys
 * and bad values are kept in the file and ignored, with one warning each, so
 * that an older memcgtop does not lose a newer one's settings.
 */
#ifndef TUI_SETTINGS_H
#define TUI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct settings;

/* Empty settings, or NULL when memory is short. */
struct settings *settings__new(void);
void settings__free(struct settings *settings);

/* Value of a key, or NULL. */
const char *settings__get(const struct settings *settings, const char *key);
/* Sets or (NULL) removes.  Returns 0, or -ENOMEM; -EINVAL for a key or value a line cannot hold. */
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

/* Path of the file (caller frees), or NULL: neither XDG_CONFIG_HOME nor HOME is set. */
char *settings__path(void);
/* Reads it; no file is no error.  Warns by log__warn. */
int settings__load(struct settings *settings);
/* Writes it whole or not at all (temporary file, rename); makes the folder.  Negative errno. */
int settings__save(const struct settings *settings);

#endif

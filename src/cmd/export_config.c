// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/export_config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/log.h"

#define MAX_BYTES (64 * 1024)

struct words {
	char **word;
	size_t n;
};

/* Takes over @word. */
static int add(struct words *w, char *word)
{
	char **grown = word ? realloc(w->word, (w->n + 2) * sizeof(*grown)) : NULL;

	if (!grown) {
		free(word);
		return -ENOMEM;
	}
	w->word = grown;
	w->word[w->n++] = word;
	w->word[w->n] = NULL;
	return 0;
}

/* "name value" becomes "--name=value". */
static char *option_word(char *line)
{
	char *value, *word = NULL;
	size_t name;

	line += strspn(line, "-");
	name = strcspn(line, " \t=");
	value = line + name;
	value += strspn(value, " \t");
	if (*value == '=')
		value++;
	value += strspn(value, " \t");
	if (asprintf(&word, "--%.*s%s%s", (int)name, line, *value ? "=" : "", value) < 0)
		return NULL;
	return word;
}

static int add_line(struct words *w, char *line)
{
	size_t end;

	line += strspn(line, " \t");
	end = strlen(line);
	while (end && strchr(" \t\r\n", line[end - 1]))
		line[--end] = '\0';
	if (!*line || *line == '#')
		return 0;
	return add(w, option_word(line));
}

static int add_file(struct words *w, const char *path)
{
	FILE *f = fopen(path, "re");
	size_t room = 0, total = 0;
	char *line = NULL;
	ssize_t n;
	int err = 0;

	if (!f)
		return -errno;
	while (!err && (n = getline(&line, &room, f)) >= 0) {
		total += (size_t)n;
		if (total > MAX_BYTES || strlen(line) != (size_t)n)
			err = -EINVAL;
		else
			err = add_line(w, line);
	}
	if (!err && ferror(f))
		err = -EIO;
	free(line);
	fclose(f);
	return err;
}

int export_config__words(const char *path, int argc, char **argv, char ***words, int *n)
{
	struct words w = {0};
	int at = 1, err = add(&w, strdup(argv[0]));

	/* What stands before the command's word are options too. */
	if (!err)
		err = add(&w, strdup("export"));
	if (!err)
		err = add_file(&w, path);
	for (; !err && at < argc; at++)
		if (strcmp(argv[at], "export") || at != 1)
			err = add(&w, strdup(argv[at]));
	if (err) {
		log__error("--config: cannot read %s: %s", path,
			   err == -EINVAL ? "it is no text of at most 64 KiB" : strerror(-err));
		export_config__free(w.word);
		return err;
	}
	*words = w.word;
	*n = (int)w.n;
	return 0;
}

void export_config__free(char **words)
{
	for (char **word = words; word && *word; word++)
		free(*word);
	free(words);
}

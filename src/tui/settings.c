// SPDX-License-Identifier: GPL-2.0-or-later
/* The settings in memory and as text; where they are kept is in settings_file.c. */
#include "tui/settings.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WARNINGS 5

/*
 * A line of the file.  What the user wrote stays as it is, comments and lines
 * that mean nothing included, until a value changes.
 */
struct line {
	char *key;    /* NULL: a comment, an empty line or one that means nothing */
	char *value;  /* behind the key, in the same memory */
	char *text;   /* as read, may hold any byte but a newline; NULL: made of key and value */
	size_t bytes; /* of text */
};

struct settings {
	struct line *lines;
	size_t n, room;
};

/* Part of the text being parsed; not terminated. */
struct span {
	const char *start;
	size_t n;
};

struct settings *settings__new(void)
{
	return calloc(1, sizeof(struct settings));
}

static void free_line(struct line *line)
{
	free(line->key);
	free(line->text);
}

void settings__free(struct settings *settings)
{
	if (!settings)
		return;
	for (size_t i = 0; i < settings->n; i++)
		free_line(&settings->lines[i]);
	free(settings->lines);
	free(settings);
}

/* Of a key given twice the last one counts, as everywhere. */
static struct line *find(const struct settings *settings, const char *key)
{
	for (size_t i = settings->n; i-- > 0;) {
		if (settings->lines[i].key && !strcmp(settings->lines[i].key, key))
			return &settings->lines[i];
	}
	return NULL;
}

const char *settings__get(const struct settings *settings, const char *key)
{
	const struct line *line = find(settings, key);

	return line ? line->value : NULL;
}

bool settings__flag(const struct settings *settings, const char *key, bool fallback)
{
	const char *value = settings__get(settings, key) ?: "";

	if (!strcmp(value, "yes"))
		return true;
	return strcmp(value, "no") ? fallback : false;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static struct span trim(struct span s)
{
	for (; s.n && is_blank(s.start[0]); s.start++)
		s.n--;
	while (s.n && is_blank(s.start[s.n - 1]))
		s.n--;
	return s;
}

static bool is_key(struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.start[i];

		/* Not isalnum: the locale has no say in the format. */
		if (c >= 0x80 || !(isalnum(c) || c == '.' || c == '-' || c == '_'))
			return false;
	}
	return s.n > 0;
}

static bool is_value(struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.start[i];

		if ((c < 0x20 && c != '\t') || c == 0x7f)
			return false;
	}
	return trim(s).n == s.n;
}

/* Key and value in one piece of memory. */
static int put(struct line *line, struct span key, struct span value)
{
	char *text = malloc(key.n + value.n + 2);

	if (!text)
		return -ENOMEM;
	memcpy(text, key.start, key.n);
	text[key.n] = '\0';
	memcpy(text + key.n + 1, value.start, value.n);
	text[key.n + 1 + value.n] = '\0';
	free(line->key);
	line->key = text;
	line->value = text + key.n + 1;
	return 0;
}

static int append(struct settings *settings, const struct line *line)
{
	if (settings->n == settings->room) {
		size_t room = settings->room ? 2 * settings->room : 16;
		struct line *lines = reallocarray(settings->lines, room, sizeof(*lines));

		if (!lines)
			return -ENOMEM;
		settings->lines = lines;
		settings->room = room;
	}
	settings->lines[settings->n++] = *line;
	return 0;
}

static void remove_all(struct settings *settings, const char *key)
{
	size_t kept = 0;

	for (size_t i = 0; i < settings->n; i++) {
		struct line *line = &settings->lines[i];

		if (line->key && !strcmp(line->key, key))
			free_line(line);
		else
			settings->lines[kept++] = *line;
	}
	settings->n = kept;
}

int settings__set(struct settings *settings, const char *key, const char *value)
{
	struct span k = {key, strlen(key)}, v;
	struct line *old = find(settings, key), line = {0};
	int err;

	if (!is_key(k))
		return -EINVAL;
	if (!value) {
		remove_all(settings, key);
		return 0;
	}
	v = (struct span){value, strlen(value)};
	if (!is_value(v))
		return -EINVAL;
	if (old && !strcmp(old->value, value))
		return 0; /* written as the user likes it */
	err = put(old ?: &line, k, v);
	if (err)
		return err;
	if (old) {
		free(old->text);
		old->text = NULL;
		return 0;
	}
	err = append(settings, &line);
	if (err)
		free_line(&line);
	return err;
}

/* Takes "key = value" into @line.  Returns what is wrong with it, or NULL. */
static const char *read_line(struct line *line, struct span text, int *err)
{
	const char *equals;
	struct span key, value;

	if (text.n && text.start[text.n - 1] == '\r')
		text.n--;
	text = trim(text);
	if (!text.n || text.start[0] == '#')
		return NULL;
	equals = memchr(text.start, '=', text.n);
	if (!equals)
		return "no '=' in it";
	key = trim((struct span){text.start, (size_t)(equals - text.start)});
	value = trim((struct span){equals + 1, (size_t)(text.start + text.n - equals - 1)});
	if (!is_key(key))
		return "no name before the '='";
	if (!is_value(value))
		return "control characters in it";
	*err = put(line, key, value);
	return NULL;
}

static int parse_line(struct settings *settings, struct span text, const char **wrong)
{
	struct line line = {.bytes = text.n};
	int err = 0;

	line.text = malloc(text.n + 1);
	if (!line.text)
		return -ENOMEM;
	memcpy(line.text, text.start, text.n);
	line.text[text.n] = '\0';
	*wrong = read_line(&line, text, &err);
	err = err ?: append(settings, &line);
	if (err)
		free_line(&line);
	return err;
}

static int parse_text(struct settings *settings, struct span text,
		      void (*warn)(unsigned int line, const char *what))
{
	unsigned int number = 0, warnings = 0;

	while (text.n) {
		const char *end = memchr(text.start, '\n', text.n);
		size_t n = end ? (size_t)(end - text.start) : text.n;
		const char *wrong = NULL;
		int err = parse_line(settings, (struct span){text.start, n}, &wrong);

		if (err)
			return err;
		number++;
		if (wrong && warn && warnings++ < MAX_WARNINGS)
			warn(number, wrong);
		n += end != NULL;
		text = (struct span){text.start + n, text.n - n};
	}
	return 0;
}

int settings__parse(struct settings *settings, FILE *f,
		    void (*warn)(unsigned int line, const char *what))
{
	char *text = malloc(SETTINGS_MAX_BYTES + 1);
	size_t n;
	int err;

	if (!text)
		return -ENOMEM;
	n = fread(text, 1, SETTINGS_MAX_BYTES + 1, f);
	if (ferror(f))
		err = errno ? -errno : -EIO;
	else if (n > SETTINGS_MAX_BYTES)
		err = -EFBIG;
	else
		err = parse_text(settings, (struct span){text, n}, warn);
	free(text);
	return err;
}

void settings__print(const struct settings *settings, FILE *f)
{
	for (size_t i = 0; i < settings->n; i++) {
		const struct line *line = &settings->lines[i];

		if (line->text)
			fwrite(line->text, 1, line->bytes, f);
		else
			fprintf(f, "%s = %s", line->key, line->value);
		fputc('\n', f);
	}
}

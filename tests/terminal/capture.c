// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Writes what a program shows on a terminal as JSON, for a picture (see
 * tools/screenshot): one object with "cols", "rows", "cursor" ([y, x] or null)
 * and "cells", an array of rows of cells {"t": text, "w": columns, "fg", "bg":
 * index of a colour or "#rrggbb", "bold", "underline", "reverse"}; what is
 * default is left out.
 */
#include "session.h"

#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

struct capture {
	unsigned int rows, cols;
	const char *output, *replay, *keys, *text;
	int wait_ms;
	struct screen *screen;
	struct pty pty;
};

static const char usage[] =
	"usage: capture [options] CMD [ARG...]\n"
	"       capture --replay FILE [options]\n"
	"  -s COLSxROWS    size of the terminal (80x24)\n"
	"  -k KEYS         keys to send, separated by spaces: Down F5 a; wait:MS waits,\n"
	"                  text:STRING waits until that is shown\n"
	"  -t MS           wait after each key until nothing has come for so long (300)\n"
	"  -o FILE         write there, not to standard output\n"
	"  --replay FILE   bytes a terminal got, as script(1) writes them\n";

static void on_answer(const char *bytes, size_t len, void *arg)
{
	struct capture *c = arg;

	if (c->pty.leader)
		pty__write(&c->pty, bytes, len);
}

/* Takes what comes until nothing has for wait_ms.  False: it has ended. */
static bool pump(struct capture *c, int wait_ms)
{
	char bytes[16384];
	ssize_t n;

	while ((n = pty__read(&c->pty, bytes, sizeof(bytes), wait_ms)) > 0)
		screen__feed(c->screen, bytes, (size_t)n);
	return n == 0;
}

static bool shows(const struct capture *c, const char *text)
{
	char *all = screen__text(c->screen);
	bool found = strstr(all, text);

	free(all);
	return found;
}

static int wait_text(struct capture *c, const char *text)
{
	uint64_t until = now_ms() + SESSION_PATIENCE_MS;

	while (!shows(c, text)) {
		if (!pump(c, 20) || now_ms() > until) {
			fprintf(stderr, "capture: '%s' does not appear\n", text);
			return -1;
		}
	}
	return 0;
}

static int press(struct capture *c, const char *name)
{
	if (!strncmp(name, "wait:", 5)) {
		uint64_t until = now_ms() + strtoul(name + 5, NULL, 10);

		while (now_ms() < until && pump(c, 10))
			;
		return 0;
	}
	if (!strncmp(name, "text:", 5))
		return wait_text(c, name + 5);
	if (!screen__key(c->screen, name)) {
		fprintf(stderr, "capture: no key is called %s\n", name);
		return -1;
	}
	pump(c, c->wait_ms);
	return 0;
}

static int run(struct capture *c, char **argv)
{
	struct pty_spec spec = {.rows = c->rows, .cols = c->cols, .argv = argv, .env = environ};
	char *keys = strdup(c->keys ?: ""), *save = NULL;
	int err;

	setenv("TERM", "xterm-256color", 1);
	spec.env = environ;
	err = pty__start(&c->pty, &spec);
	if (err) {
		fprintf(stderr, "capture: cannot run %s: %s\n", argv[0], strerror(-err));
		free(keys);
		return -1;
	}
	pump(c, c->wait_ms);
	for (char *k = strtok_r(keys, " ", &save); k && !err; k = strtok_r(NULL, " ", &save))
		err = press(c, k);
	free(keys);
	pty__close(&c->pty);
	return err;
}

static int replay(struct capture *c)
{
	FILE *f = fopen(c->replay, "r");
	char bytes[16384];
	size_t n;

	if (!f) {
		fprintf(stderr, "capture: %s: %s\n", c->replay, strerror(errno));
		return -1;
	}
	while ((n = fread(bytes, 1, sizeof(bytes), f)) > 0)
		screen__feed(c->screen, bytes, n);
	fclose(f);
	return 0;
}

static void set_colour(json_t *object, const char *key, int32_t colour)
{
	char text[8];

	if (colour == COLOUR_DEFAULT)
		return;
	if (colour & COLOUR_RGB) {
		snprintf(text, sizeof(text), "#%06x", (unsigned int)colour & 0xffffff);
		json_object_set_new(object, key, json_string(text));
	} else {
		json_object_set_new(object, key, json_integer(colour));
	}
}

static json_t *cell_json(const struct screen_cell *cell)
{
	json_t *object = json_pack("{s:s}", "t", cell->text);

	if (cell->width != 1)
		json_object_set_new(object, "w", json_integer(cell->width));
	set_colour(object, "fg", cell->fg);
	set_colour(object, "bg", cell->bg);
	if (cell->bold)
		json_object_set_new(object, "bold", json_true());
	if (cell->underline)
		json_object_set_new(object, "underline", json_true());
	if (cell->reverse)
		json_object_set_new(object, "reverse", json_true());
	return object;
}

static json_t *screen_json(const struct screen *screen)
{
	json_t *rows = json_array(), *cursor = json_null();

	for (unsigned int y = 0; y < screen__rows(screen); y++) {
		json_t *row = json_array();

		for (unsigned int x = 0; x < screen__cols(screen); x++) {
			struct screen_cell cell = screen__cell(screen, y, x);

			json_array_append_new(row, cell_json(&cell));
		}
		json_array_append_new(rows, row);
	}
	if (screen__has_cursor(screen)) {
		unsigned int y, x;

		screen__cursor(screen, &y, &x);
		cursor = json_pack("[i,i]", (int)y, (int)x);
	}
	return json_pack("{s:i, s:i, s:o, s:o}", "cols", (int)screen__cols(screen), "rows",
			 (int)screen__rows(screen), "cursor", cursor, "cells", rows);
}

static int write_json(const struct capture *c)
{
	json_t *json = screen_json(c->screen);
	FILE *f = c->output ? fopen(c->output, "w") : stdout;
	int err = !f || json_dumpf(json, f, JSON_COMPACT) || fputc('\n', f) < 0;

	if (f && fflush(f))
		err = -1;
	if (f && f != stdout && fclose(f))
		err = -1;
	if (err)
		fprintf(stderr, "capture: %s: %s\n", c->output ?: "standard output",
			strerror(errno));
	json_decref(json);
	return err;
}

static bool read_options(struct capture *c, int argc, char **argv)
{
	static const struct option longs[] = {{"replay", required_argument, NULL, 'r'}, {0}};
	int o;

	while ((o = getopt_long(argc, argv, "+s:k:t:o:", longs, NULL)) >= 0) {
		switch (o) {
		case 's':
			if (sscanf(optarg, "%ux%u", &c->cols, &c->rows) != 2 || !c->cols ||
			    !c->rows || c->cols > 1000 || c->rows > 1000)
				return false;
			break;
		case 'k':
			c->keys = optarg;
			break;
		case 't':
			c->wait_ms = atoi(optarg);
			break;
		case 'o':
			c->output = optarg;
			break;
		case 'r':
			c->replay = optarg;
			break;
		default:
			return false;
		}
	}
	return c->replay ? optind == argc : optind < argc;
}

int main(int argc, char **argv)
{
	struct capture c = {.rows = 24, .cols = 80, .wait_ms = 300};
	int err;

	if (!read_options(&c, argc, argv)) {
		fputs(usage, stderr);
		return 2;
	}
	c.screen = screen__new(c.rows, c.cols, true, on_answer, &c);
	err = c.replay ? replay(&c) : run(&c, argv + optind);
	if (!err)
		err = write_json(&c);
	screen__free(c.screen);
	return err ? 1 : 0;
}

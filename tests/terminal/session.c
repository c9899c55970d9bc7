// SPDX-License-Identifier: GPL-2.0-or-later
#include "session.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_ARGS 40
#define DRAIN_MS 500

static struct session *sessions; /* of the test that runs */

/* A test that fails leaves what it held, and its message is not to drown in that. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

uint64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
}

uint32_t random_next(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(*seed >> 33);
}

static char *text__format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static char *text__format(const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		abort();
	va_end(ap);
	return text;
}

/* Owned strings, ended by NULL. */
struct list {
	char *item[MAX_ARGS + 1];
	size_t n;
};

static void list__add(struct list *list, char *owned)
{
	if (list->n == MAX_ARGS)
		abort();
	list->item[list->n++] = owned;
}

static void list__clear(struct list *list)
{
	while (list->n > 0)
		free(list->item[--list->n]);
}

static void list__add_words(struct list *list, const char *words)
{
	char *copy = strdup(words), *save = NULL;

	for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
		list__add(list, strdup(w));
	free(copy);
}

static void fill_arguments(struct list *argv, const struct session_opts *opts)
{
	const char *relative = getenv("MEMCGTOP") ?: "build/memcgtop";
	char *binary = realpath(relative, NULL);
	const char *spec = opts->spec ?: "";

	if (opts->command) {
		free(binary);
		list__add(argv, strdup("sh"));
		list__add(argv, strdup("-c"));
		list__add(argv, strdup(opts->command));
		return;
	}
	list__add(argv, binary ?: strdup(relative));
	list__add(argv, strdup("--source"));
	list__add(argv, text__format("synthetic:%s%s%s", spec, *spec ? "," : "",
				     opts->running_clock ? "seed=1" : "clock=step"));
	if (!opts->with_config)
		list__add(argv, strdup("--no-config"));
	if (opts->args)
		list__add_words(argv, opts->args);
}

static void fill_environment(struct list *env, const struct session_opts *opts, const char *folder)
{
	const char *path = getenv("PATH"), *locpath = getenv("LOCPATH");

	list__add(env, text__format("PATH=%s", path ?: "/usr/bin:/bin"));
	if (locpath)
		list__add(env, text__format("LOCPATH=%s", locpath));
	list__add(env, text__format("HOME=%s", folder));
	list__add(env, text__format("XDG_CONFIG_HOME=%s", opts->config_home ?: folder));
	list__add(env, strdup("TZ=UTC"));
	list__add(env, text__format("LC_ALL=%s", opts->locale ?: "C.UTF-8"));
	if (!opts->term || *opts->term)
		list__add(env, text__format("TERM=%s", opts->term ?: "xterm-256color"));
	if (opts->env)
		list__add(env, strdup(opts->env));
}

static bool is_utf8(const char *locale)
{
	return !locale || strcasestr(locale, "utf");
}

static void on_answer(const char *bytes, size_t len, void *arg)
{
	struct session *s = arg;

	pty__write(&s->pty, bytes, len);
}

struct session *session__start(const struct session_opts *opts)
{
	struct session *s = calloc(1, sizeof(*s));
	struct list argv = {0}, env = {0};
	struct pty_spec spec = {
		.rows = opts->rows ?: 24,
		.cols = opts->cols ?: 80,
		.argv = argv.item,
		.env = env.item,
		.stdin_path = opts->stdin_path,
		.stdout_path = opts->stdout_path,
		.stderr_path = opts->stderr_path,
	};
	int err;

	s->folder = strdup("/tmp/memcgtop-terminal.XXXXXX");
	if (!mkdtemp(s->folder))
		abort();
	/* Keys at random export files. */
	spec.folder = s->folder;
	s->next = sessions;
	sessions = s;
	fill_arguments(&argv, opts);
	fill_environment(&env, opts, s->folder);
	s->screen = screen__new(spec.rows, spec.cols, is_utf8(opts->locale), on_answer, s);
	err = pty__start(&s->pty, &spec);
	list__clear(&argv);
	list__clear(&env);
	if (err)
		fail_msg("cannot start: %s", strerror(-err));
	return s;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st, (void)flag, (void)ftw;
	return remove(path);
}

static void release(struct session *s)
{
	pty__close(&s->pty);
	screen__free(s->screen);
	nftw(s->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	free(s->folder);
	free(s->log);
	free(s);
}

void session__end(struct session *s)
{
	struct session **p = &sessions;

	while (*p != s)
		p = &(*p)->next;
	*p = s->next;
	release(s);
}

int session__teardown(void **state)
{
	(void)state;
	while (sessions)
		session__end(sessions);
	return 0;
}

/* Rows with something in them, and their numbers. */
static void print_screen(const struct session *s)
{
	print_error("%ux%u:\n", screen__cols(s->screen), screen__rows(s->screen));
	for (unsigned int y = 0; y < screen__rows(s->screen); y++) {
		char *row = screen__row(s->screen, y);

		if (*row)
			print_error("%3u|%s\n", y, row);
		free(row);
	}
}

void session__fail(struct session *s, const char *fmt, ...)
{
	char *message = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&message, fmt, ap) < 0)
		abort();
	va_end(ap);
	if (s->pty.ended)
		print_error("status of the program: %#x\n", (unsigned int)s->pty.status);
	print_screen(s);
	print_error("%s\n", message);
	free(message);
	fail();
}

/* One read.  Returns what pty__read does. */
static ssize_t take(struct session *s, int timeout_ms)
{
	char bytes[16384];
	ssize_t n = pty__read(&s->pty, bytes, sizeof(bytes), timeout_ms);

	if (n <= 0)
		return n;
	s->log = realloc(s->log, s->log_len + (size_t)n);
	if (!s->log)
		abort();
	memcpy(s->log + s->log_len, bytes, (size_t)n);
	s->log_len += (size_t)n;
	screen__feed(s->screen, bytes, (size_t)n);
	return n;
}

bool session__pump(struct session *s, int ms)
{
	uint64_t until = now_ms() + (uint64_t)ms, now;
	ssize_t n;

	/* What is there at the end is taken, too, unless more comes all the time. */
	do {
		now = now_ms();
		n = take(s, now < until ? (int)(until - now) : 0);
	} while (n >= 0 && (now < until || (n > 0 && now < until + DRAIN_MS)));
	return n >= 0;
}

void session__settle(struct session *s)
{
	uint64_t until = now_ms() + SESSION_PATIENCE_MS;
	int quiet = 0;

	/* Twice: between a look at the bytes and one at the process things move. */
	while (quiet < 2) {
		ssize_t n = take(s, quiet ? 1 : 0);

		pty__changed(&s->pty);
		if (n < 0 || (n == 0 && s->pty.ended))
			return;
		if (n == 0 && pty__is_idle(&s->pty))
			quiet++;
		else
			quiet = 0;
		if (n == 0 && !quiet)
			take(s, 1);
		if (now_ms() > until)
			session__fail(s, "it does not come to rest");
	}
}

void session__keys(struct session *s, const char *names)
{
	char *copy = strdup(names), *save = NULL;

	for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
		if (!screen__key(s->screen, w))
			session__fail(s, "no key is called %s", w);
	}
	free(copy);
}

void session__press(struct session *s, const char *names)
{
	char *copy = strdup(names), *save = NULL;

	for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
		session__keys(s, w);
		session__settle(s);
	}
	free(copy);
}

void session__type(struct session *s, const char *text)
{
	pty__write(&s->pty, text, strlen(text));
}

void session__resize(struct session *s, unsigned int rows, unsigned int cols)
{
	session__pump(s, 0);
	screen__resize(s->screen, rows, cols);
	pty__resize(&s->pty, rows, cols);
}

void session__signal(struct session *s, int sig)
{
	pty__signal(&s->pty, sig);
}

bool session__shows(struct session *s, const char *text)
{
	char *all = screen__text(s->screen);
	bool found = strstr(all, text);

	free(all);
	return found;
}

void session__wait_text(struct session *s, const char *text)
{
	uint64_t until = now_ms() + SESSION_PATIENCE_MS;

	while (!session__shows(s, text)) {
		ssize_t n = take(s, 20);

		pty__changed(&s->pty);
		if (n < 0 || (n == 0 && s->pty.ended && !session__shows(s, text)))
			session__fail(s, "it ended before it showed '%s'", text);
		if (now_ms() > until)
			session__fail(s, "'%s' does not appear", text);
	}
}

void session__wait_change(struct session *s, const char *was)
{
	uint64_t until = now_ms() + SESSION_PATIENCE_MS;

	for (;;) {
		char *now = screen__text(s->screen);
		bool changed = strcmp(now, was);

		free(now);
		if (changed)
			return;
		if (take(s, 20) < 0 || now_ms() > until)
			session__fail(s, "the screen does not change");
	}
}

static void wait_status(struct session *s, const char *what)
{
	uint64_t until = now_ms() + SESSION_PATIENCE_MS;

	while (!pty__changed(&s->pty)) {
		/* A closed terminal gives nothing to wait for. */
		if (take(s, 10) < 0)
			usleep(5000);
		if (now_ms() > until)
			session__fail(s, "it does not %s", what);
	}
	session__pump(s, 0);
}

void session__wait_stopped(struct session *s)
{
	wait_status(s, "stop");
	if (s->pty.ended)
		session__fail(s, "it ended instead of stopping");
}

int session__wait_end(struct session *s)
{
	while (!s->pty.ended)
		wait_status(s, "end");
	session__pump(s, 0);
	return s->pty.status;
}

void session__assert_status(struct session *s, int status)
{
	int got = session__wait_end(s);

	if (!WIFEXITED(got) || WEXITSTATUS(got) != status)
		session__fail(s, "wanted exit status %d", status);
}

void session__assert_killed(struct session *s, int sig)
{
	int got = session__wait_end(s);

	if (!WIFSIGNALED(got) || WTERMSIG(got) != sig)
		session__fail(s, "wanted the death of %s", strsignal(sig));
}

void session__assert_restored(struct session *s)
{
	if (!pty__is_restored(&s->pty))
		session__fail(s, "the terminal's settings are not restored");
	if (screen__is_alternate(s->screen))
		session__fail(s, "the alternate screen is not left");
	if (!screen__has_cursor(s->screen))
		session__fail(s, "the cursor stays hidden");
	if (screen__has_mouse(s->screen))
		session__fail(s, "the mouse is not given back");
}

void session__assert_quits(struct session *s, const char *keys)
{
	session__keys(s, keys);
	session__assert_status(s, 0);
	session__assert_restored(s);
	session__assert_clean(s);
}

void session__assert_clean(struct session *s)
{
	if (*screen__strays(s->screen))
		session__fail(s, "strays: %s", screen__strays(s->screen));
}

void session__assert_redraw_same(struct session *s)
{
	char *before, *after;

	session__settle(s);
	before = screen__text(s->screen);
	session__press(s, "^L");
	after = screen__text(s->screen);
	if (strcmp(before, after)) {
		print_error("before:\n%s--\n", before);
		session__fail(s, "a full redraw shows something else");
	}
	free(before);
	free(after);
}

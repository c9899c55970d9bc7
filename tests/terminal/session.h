/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A program on a terminal, as a test drives it: keys in, screen out.  Whatever
 * does not come within SESSION_PATIENCE_MS fails the cmocka test with a picture
 * of the screen.  session__teardown ends what a failed test left.
 */
#ifndef TERMINAL_SESSION_H
#define TERMINAL_SESSION_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "pty.h"
#include "screen.h"

#define SESSION_PATIENCE_MS 20000

struct session_opts {
	unsigned int rows, cols; /* 0: 24x80 */
	const char *spec;	 /* of the synthetic host; NULL: "" */
	const char *args;	 /* further arguments, separated by spaces */
	const char *command;	 /* instead of memcgtop: a line for sh */
	const char *term;	 /* NULL: xterm-256color; "": unset */
	const char *locale;	 /* NULL: C.UTF-8 */
	const char *env;	 /* one more "NAME=value", or NULL */
	const char *config_home; /* NULL: an empty folder, new to each session */
	const char *stdin_path, *stdout_path, *stderr_path; /* see pty.h */
	bool with_config;				    /* without --no-config */
	bool running_clock;				    /* the synthetic clock is not stepped */
};

struct session {
	struct pty pty;
	struct screen *screen;
	char *log; /* every byte it sent */
	size_t log_len;
	char *folder; /* removed at the end, or NULL */
	struct session *next;
};

struct session *session__start(const struct session_opts *opts);
void session__end(struct session *s);
int session__teardown(void **state);

/* Names as screen__key takes them, separated by spaces. */
void session__keys(struct session *s, const char *names);
/* Each character as a key. */
void session__type(struct session *s, const char *text);
void session__resize(struct session *s, unsigned int rows, unsigned int cols);
void session__signal(struct session *s, int sig);

/* Reads what comes for that long, also when nothing does.  False: the terminal is closed. */
bool session__pump(struct session *s, int ms);
/* Until the program waits for something and all it sent has been read, or has ended. */
void session__settle(struct session *s);
/* Keys, one by one, each settled. */
void session__press(struct session *s, const char *names);
void session__wait_text(struct session *s, const char *text);
/* The screen is no longer @was (screen__text). */
void session__wait_change(struct session *s, const char *was);
void session__wait_stopped(struct session *s);
/* Returns the status as of waitpid. */
int session__wait_end(struct session *s);

bool session__shows(struct session *s, const char *text);
/* Asserts the end: status 0 of exit, terminal restored. */
void session__assert_quits(struct session *s, const char *keys);
void session__assert_status(struct session *s, int status);
void session__assert_killed(struct session *s, int sig);
/* As it was before: settings, cursor, no mouse, no alternate screen. */
void session__assert_restored(struct session *s);
/* Nothing was sent that the terminal does not know. */
void session__assert_clean(struct session *s);
/* What is on the screen is what a full redraw (^L) would show. */
void session__assert_redraw_same(struct session *s);

/* Fails with the screen below the message. */
void session__fail(struct session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

uint64_t now_ms(void);
/* Repeats for a seed, also on other machines. */
uint32_t random_next(uint64_t *seed);

#endif

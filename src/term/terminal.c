// SPDX-License-Identifier: GPL-2.0-or-later
#include "term/terminal.h"

#include <errno.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "term/capabilities.h"
#include "term/curses.h"
#include "term/keys.h"
#include "term/output.h"
#include "term/paint.h"
#include "term/palette.h"
#include "term/rescue.h"
#include "util/log.h"

#define SEND_MS	   100 /* for a show to get out before it is left behind */
#define MAX_HEIGHT 500 /* a size beyond these is a mistake, and takes memory */
#define MAX_WIDTH  1000

static struct capabilities caps;
static SCREEN *screen;
static FILE *composer; /* ncurses' output, see output.h */
static int epoll_fd = -1, wake_fd = -1;
static bool is_open, waits_for_output;
static bool is_skipped; /* a show came to nothing, since the one before was not out yet */

bool terminal__can(const char **why)
{
	*why = NULL;
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return false;
	*why = capabilities__read(&caps);
	return !*why;
}

static int watch(int fd, uint32_t events)
{
	struct epoll_event event = {.events = events, .data.fd = fd};

	return epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

static int open_descriptors(void)
{
	int err = output__open();

	if (err)
		return err;
	epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (epoll_fd < 0 || wake_fd < 0)
		return -errno;
	return watch(STDIN_FILENO, EPOLLIN) ?: watch(wake_fd, EPOLLIN) ?: watch(output__tty(), 0);
}

/* The terminal's modes need it to be one; from then on ncurses writes to memory. */
static int open_screen(void)
{
	int fd = dup(output__tty());

	if (fd < 0)
		return -errno;
	composer = fdopen(fd, "w");
	if (!composer) {
		close(fd);
		return -ENOMEM;
	}
	use_tioctl(TRUE); /* the terminal's size, whatever LINES and COLUMNS say */
	screen = newterm(NULL, composer, stdin);
	if (!screen)
		return -EINVAL;
	cbreak();
	noecho();
	nonl();
	rescue__modes_set();
	typeahead(-1);
	return output__capture(fd);
}

/* Stops and sizes wait meanwhile: ncurses is not to be found half open or half closed. */
static void hold_signals(sigset_t *old)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTSTP);
	sigaddset(&set, SIGCONT);
	sigaddset(&set, SIGWINCH);
	sigprocmask(SIG_BLOCK, &set, old);
}

static int open_all(bool colour)
{
	int err = open_descriptors();

	if (err)
		return err;
	err = rescue__arm(&caps, output__tty(), wake_fd);
	if (err)
		return err;
	is_open = true;
	err = open_screen() ?: keys__open(caps.has_mouse);
	if (err)
		return err;
	palette__setup(colour);
	paint__open();
	return 0;
}

static void close_all(void)
{
	if (is_open)
		rescue__disarm();
	is_open = false;
	paint__close();
	keys__close();
	if (screen) {
		endwin(); /* into memory: the terminal has been given back already */
		delscreen(screen);
	}
	screen = NULL;
	if (composer)
		fclose(composer);
	composer = NULL;
	output__close();
	if (epoll_fd >= 0)
		close(epoll_fd);
	if (wake_fd >= 0)
		close(wake_fd);
	epoll_fd = wake_fd = -1;
	waits_for_output = is_skipped = false;
}

int terminal__open(bool colour)
{
	const char *why;
	sigset_t old;
	int err;

	if (!terminal__can(&why)) {
		log__error("no screen: %s", why ? why : "no terminal");
		return -ENOTTY;
	}
	fflush(stdout);
	hold_signals(&old);
	err = open_all(colour);
	if (err)
		close_all();
	sigprocmask(SIG_SETMASK, &old, NULL);
	if (err)
		log__error("no screen: the terminal cannot be set up: %s", strerror(-err));
	return err;
}

void terminal__close(void)
{
	sigset_t old;

	hold_signals(&old);
	close_all();
	sigprocmask(SIG_SETMASK, &old, NULL);
}

int terminal__fd(void)
{
	return epoll_fd;
}

void terminal__size(unsigned int *height, unsigned int *width)
{
	struct winsize size = {0};

	ioctl(output__tty(), TIOCGWINSZ, &size);
	*height = size.ws_row;
	*width = size.ws_col;
	if (!*height || !*width) { /* a serial line: terminfo's */
		*height = (unsigned int)getmaxy(stdscr);
		*width = (unsigned int)getmaxx(stdscr);
	}
	if (*height > MAX_HEIGHT)
		*height = MAX_HEIGHT;
	if (*width > MAX_WIDTH)
		*width = MAX_WIDTH;
}

bool terminal__has_blocks(void)
{
	return caps.has_partial_blocks && !strcmp(nl_langinfo(CODESET), "UTF-8");
}

/* There may be more, which is not to be waited for. */
static void wake(void)
{
	uint64_t one = 1;

	if (write(wake_fd, &one, sizeof(one)) < 0)
		return; /* awake already */
}

static void sleep_again(void)
{
	uint64_t count;

	if (read(wake_fd, &count, sizeof(count)) < 0)
		return; /* asleep already */
}

/* Sends, and asks to be woken when the terminal takes what is left. */
static int send(int wait_ms)
{
	int left = output__send(wait_ms);
	struct epoll_event event = {.data.fd = output__tty()};

	if (left < 0 || (left != 0) == waits_for_output)
		return left;
	event.events = left ? EPOLLOUT : 0;
	epoll_ctl(epoll_fd, EPOLL_CTL_MOD, output__tty(), &event);
	waits_for_output = left;
	return left;
}

static void adopt_size(void)
{
	unsigned int height, width;

	terminal__size(&height, &width);
	paint__resize(height, width);
}

/* What has to be drawn again now that it can be. */
static int catch_up(void)
{
	if (output__is_behind() && send(0) < 0)
		return K_GONE;
	if (!is_skipped || output__is_behind())
		return K_NONE;
	is_skipped = false;
	return K_RESIZE;
}

/* A stop, another size: K_RESIZE, K_GONE or K_NONE. */
static int events(void)
{
	bool resized = rescue__take_resized();

	switch (rescue__take_resumed()) {
	case LOST:
		return K_GONE;
	case BACK:
		output__drop();
		resized = true;
		break;
	case NOT_STOPPED:
		break;
	}
	if (!resized)
		return rescue__is_away() ? K_NONE : catch_up();
	adopt_size();
	return K_RESIZE;
}

/* Read errors that ncurses keeps to itself. */
static bool is_input_gone(void)
{
	char none;

	return read(STDIN_FILENO, &none, 0) < 0 && errno == EIO;
}

int terminal__key(struct mouse *mouse)
{
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	int key;

	sleep_again();
	key = events();
	if (key == K_NONE && poll(&input, 1, 0) > 0 && input.revents & ~POLLIN)
		key = K_GONE;
	if (key == K_NONE) {
		key = keys__read(mouse);
		if (key == K_NONE && input.revents && is_input_gone())
			key = K_GONE;
	}
	if (key != K_NONE || input.revents)
		wake();
	return key;
}

int terminal__show(const struct canvas *canvas, int cursor_y, int cursor_x)
{
	int left, err;

	is_skipped = true;
	if (rescue__is_away())
		return 0;
	left = output__is_behind() ? send(0) : 0;
	if (left)
		return left < 0 ? left : 0;
	is_skipped = false;
	err = paint__canvas(canvas, cursor_y, cursor_x);
	if (err)
		return err;
	rescue__screen_used();
	left = send(SEND_MS);
	return left < 0 ? left : 0;
}

void terminal__redraw(void)
{
	paint__all();
}

const char *terminal__library(void)
{
	return curses_version();
}

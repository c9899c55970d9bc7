/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines that never grow wider than asked: items are set side by side and go to
 * the next line, under a hanging indent, when one does not fit.  Widths are
 * terminal columns of the text in the current locale.
 */
#ifndef VIEW_WRAP_H
#define VIEW_WRAP_H

#include <stdbool.h>
#include <stdio.h>

struct wrap {
	FILE *f;
	unsigned int width;
	unsigned int indent;
	unsigned int column;
	bool fresh; /* nothing on this line but indent or label */
};

/*
 * wrap__start - begins a block.
 * @label: text at its head, cut or padded to @indent columns; may be "".
 */
void wrap__start(struct wrap *w, FILE *f, unsigned int width, unsigned int indent,
		 const char *label);

/* wrap__start_item - begins an entry of a list, its lines after the first further in. */
void wrap__start_item(struct wrap *w, FILE *f, unsigned int width);

/* wrap__item - one unbreakable item, three blanks after the one before it. */
void wrap__item(struct wrap *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* wrap__word - one unbreakable item, a single blank after the one before it. */
void wrap__word(struct wrap *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* wrap__head - words at the start of a line that the next item follows at once. */
void wrap__head(struct wrap *w, const char *text);

/* wrap__words - running text, broken at blanks. */
void wrap__words(struct wrap *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* wrap__break - the next item starts a new line of the same block. */
void wrap__break(struct wrap *w);

/* wrap__end - ends the block's last line. */
void wrap__end(struct wrap *w);

/* Columns that @text takes in the current locale. */
unsigned int wrap__columns(const char *text);

#endif

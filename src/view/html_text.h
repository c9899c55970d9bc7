/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text of unknown bytes inside an HTML page. */
#ifndef VIEW_HTML_TEXT_H
#define VIEW_HTML_TEXT_H

#include <stdio.h>

/*
 * Writes @text so that it means nothing to HTML; what is not UTF-8, or a control,
 * as \xNN.  NULL: nothing.
 */
void html_text__escape(FILE *f, const char *text);

#endif

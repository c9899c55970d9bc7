// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/html_page.h"

int html_page__print(FILE *f, const struct snapshot *delta, const struct html_page_opts *opts)
{
	(void)delta, (void)opts;
	fputs("<html>", f);
	return 0;
}

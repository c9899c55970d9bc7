// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/read_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

char *read_file(const char *path, size_t *len)
{
	FILE *in = fopen(path, "re");
	char *text = NULL;
	size_t size = 0;
	ssize_t got;

	if (!in)
		return NULL;
	/* No file read here contains NUL: everything up to one is everything. */
	got = getdelim(&text, &size, '\0', in);
	if (got < 0) {
		int err = ferror(in) ? errno : 0;

		free(text);
		text = err ? NULL : calloc(1, 1);
		got = 0;
		errno = err;
	}
	fclose(in);
	if (len)
		*len = got;
	return text;
}

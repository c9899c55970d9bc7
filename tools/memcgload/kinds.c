// SPDX-License-Identifier: GPL-2.0-or-later
#include "kind.h"

#include <string.h>

const struct kind *const kinds[] = {
	&kind_anon,   &kind_overflow, &kind_oversize, &kind_drain, &kind_charges,
	&kind_tcp_rr, &kind_mix,      &kind_churn,    NULL,
};

const struct kind *kind__find(const char *name)
{
	unsigned int i;

	for (i = 0; kinds[i]; i++)
		if (!strcmp(kinds[i]->name, name))
			return kinds[i];
	return NULL;
}

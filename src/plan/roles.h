/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The role table: which kernel function can serve which role.  Function names
 * stand here and nowhere else.  Order is preference.
 */
#ifndef PLAN_ROLES_H
#define PLAN_ROLES_H

#include <stdbool.h>

#include "model/run_info.h"

struct role_candidate {
	enum role role;
	const char *symbol;
	const char *signature; /* arguments the program reads, in BTF's terms (facts.h) */
	bool pair;	       /* entry and exit */
	bool inner;	       /* entered with the lock held */
};

/* Ends with a candidate whose symbol is NULL. */
extern const struct role_candidate role_candidates[];

/* What goes missing when the role is absent, in words. */
const char *role__shows(enum role role);

#endif

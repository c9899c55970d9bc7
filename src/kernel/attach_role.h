/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef KERNEL_ATTACH_ROLE_H
#define KERNEL_ATTACH_ROLE_H

#include "kernel/session.h"

/*
 * Before load: picks the programs of a role, sets their target and type.
 * Returns 0 or a negative errno.
 */
int attach_role__prepare(struct session *session, enum role role, const struct role_plan *plan,
			 const struct facts *facts);

/* After load: attaches them, to every clone.  Returns 0 or a negative errno. */
int attach_role__attach(struct session_role *role, const struct role_plan *plan);
void attach_role__detach(struct session_role *role);

#endif

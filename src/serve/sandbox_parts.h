/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts that sandbox.c puts together; each holds for good. */
#ifndef SERVE_SANDBOX_PARTS_H
#define SERVE_SANDBOX_PARTS_H

#include <stdbool.h>

/*
 * seccomp_filter__load - the list of calls that are left.  @writes: also
 * making new files, renaming and unlinking.  Returns 0 or a negative errno.
 */
int seccomp_filter__load(bool writes);

/*
 * landlock__enter - writing below @folder only, or nowhere (NULL).  Needs
 * no_new_privs.  Returns 0, or a negative errno and *@why: what hinders it.
 */
int landlock__enter(const char *folder, const char **why);

#endif

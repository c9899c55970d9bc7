/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Structure of a trampoline: what lies between two programs that do not sit on
 * the same entry.  The floor measured in place is "out of one program, into the
 * next" of one trampoline; from an entry to an exit there is also the call of
 * the function, and around a nested probe another trampoline.  These few
 * instructions are measured on the kernel's own test functions, as differences
 * in which the cost of a program itself cancels: that is why a warm loop, too
 * fast for the floor, will do for them.
 */
#ifndef KERNEL_STRUCTURE_H
#define KERNEL_STRUCTURE_H

#include "kernel/session.h"

struct structure {
	bool known;
	double exit_ns;	  /* entry to exit, beyond the floor */
	double nested_ns; /* a nested probe, beyond its body and one floor */
};

/* Measures; attaches and detaches a few programs.  Unknown when that fails. */
struct structure structure__measure(struct session *session);

#endif

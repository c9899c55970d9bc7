/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef KERNEL_FACTS_PROBE_H
#define KERNEL_FACTS_PROBE_H

#include "plan/facts.h"

/*
 * facts__probe - finds out about the running kernel and this process: BTF,
 * kallsyms, capabilities, limits.  Looks only; loads nothing.  What cannot be
 * read is a fact too, not an error.  Returns 0 or -ENOMEM.
 */
int facts__probe(struct facts *facts);

/* From BTF alone (facts_btf.c): functions, variables, fields, enumerators. */
int facts__probe_btf(struct facts *facts);

/* From kallsyms and tracefs (facts_symbols.c). */
int facts__probe_symbols(struct facts *facts);

/* facts_symbols.c: calls @each for every text symbol that has exactly this name. */
int symbols__each(const char *name, int (*each)(unsigned long long address, void *arg), void *arg);

#endif

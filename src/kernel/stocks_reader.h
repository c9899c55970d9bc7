/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads what the stocks hold by running the program of bpf/stocks.bpf.c once a
 * CPU.  Nothing is attached; between two reads it costs nothing.
 */
#ifndef KERNEL_STOCKS_READER_H
#define KERNEL_STOCKS_READER_H

#include "kernel/live_names.h"
#include "model/stocks.h"
#include "plan/facts.h"

struct stocks_reader;

/*
 * stocks_reader__open - loads the program, which takes CAP_BPF and CAP_PERFMON;
 * reading takes none.
 * Returns 0 and *@reader, or a negative errno and *@why (static): the reason
 * in a phrase.
 */
int stocks_reader__open(struct stocks_reader **reader, const struct facts *facts, const char **why);
void stocks_reader__close(struct stocks_reader *reader);

/*
 * stocks_reader__read - what every possible CPU's stock holds right now.
 * @names: to name the cgroups by, or NULL.
 * Returns 0 and *@stocks (free with stocks__free), or a negative errno and *@why.
 */
int stocks_reader__read(struct stocks_reader *reader, struct live_names *names,
			struct stocks **stocks, const char **why);

#endif

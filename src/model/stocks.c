// SPDX-License-Identifier: GPL-2.0-or-later
/* Life of a picture of the stocks. */
#include "model/stocks.h"

#include <stdlib.h>

struct stocks *stocks__new(size_t n_cpus)
{
	struct stocks *stocks = calloc(1, sizeof(*stocks));

	if (!stocks)
		return NULL;
	/* One element at least: no CPU is no failure of calloc. */
	stocks->cpus = calloc(n_cpus ? n_cpus : 1, sizeof(*stocks->cpus));
	if (!stocks->cpus) {
		free(stocks);
		return NULL;
	}
	stocks->n_cpus = n_cpus;
	for (size_t i = 0; i < n_cpus; i++)
		stocks->cpus[i].cpu = (uint32_t)i;
	return stocks;
}

void stocks__free(struct stocks *stocks)
{
	if (!stocks)
		return;
	for (size_t i = 0; i < stocks->n_cpus; i++)
		for (size_t s = 0; s < STOCK_SLOTS_MAX; s++)
			free(stocks->cpus[i].slot[s].name);
	free(stocks->cpus);
	free(stocks);
}

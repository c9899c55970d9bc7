/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the stocks of a synthetic host hold; inside model/synthetic*.c only. */
#ifndef MODEL_SYNTHETIC_STOCKS_H
#define MODEL_SYNTHETIC_STOCKS_H

#include "model/stocks.h"
#include "model/synthetic_host.h"

/*
 * synthetic_stocks__at - the stocks @active_ns after the start: the same for the
 * same spec and time.  Returns 0 and *@stocks, -ENOMEM, or -ENOTSUP when such a
 * kernel lets nobody read them; then *@why is the reason.
 */
int synthetic_stocks__at(const struct synthetic_spec *spec, const struct synthetic_host *host,
			 uint64_t active_ns, struct stocks **stocks, const char **why);

#endif

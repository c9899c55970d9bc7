/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the stocks hold, as one JSON object; docs/json.md describes every field. */
#ifndef VIEW_STOCKS_JSON_H
#define VIEW_STOCKS_JSON_H

#include <jansson.h>

#include "model/stocks.h"

/* A new object (json_decref it), or NULL when memory is short. */
json_t *stocks_json__build(const struct stocks *stocks);

#endif

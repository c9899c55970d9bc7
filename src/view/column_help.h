/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What each column of the tables means, in a phrase: for the help and the man page's check. */
#ifndef VIEW_COLUMN_HELP_H
#define VIEW_COLUMN_HELP_H

#include "view/columns.h"

/* Lower case, no full stop; never NULL. */
const char *column_help__phrase(enum column_id id);

#endif

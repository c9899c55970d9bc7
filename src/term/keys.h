/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keys and the mouse, from ncurses to tui/key.h. */
#ifndef TERM_KEYS_H
#define TERM_KEYS_H

#include <stdbool.h>

#include "tui/key.h"

/* After newterm.  Returns 0 or -ENOMEM. */
int keys__open(bool mouse);
void keys__close(void);

/* As terminal__key, but for K_RESIZE and K_GONE. */
int keys__read(struct mouse *mouse);

#endif

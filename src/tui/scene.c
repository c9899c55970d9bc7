// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/scene.h"

const char *scene__why_empty(const struct scene *scene)
{
	return scene->window == WINDOW_MARK ? "nothing was read since the mark yet"
					    : "the first interval is not over yet";
}

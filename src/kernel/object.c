// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF objects that mk/bpf.mk links into the binary. */
#include "kernel/object.h"

#include <string.h>

#define OBJECTS(X)                                                                                 \
	X(none_base, "none-base")                                                                  \
	X(none_cast, "none-cast")                                                                  \
	X(none_session, "none-session")                                                            \
	X(count_base, "count-base")                                                                \
	X(count_cast, "count-cast")                                                                \
	X(count_session, "count-session")                                                          \
	X(hot_base, "hot-base")                                                                    \
	X(hot_cast, "hot-cast")                                                                    \
	X(hot_session, "hot-session")                                                              \
	X(stocks, "stocks")

#define DECLARE(id, name) extern const char bpf_object_##id[], bpf_object_##id##_end[];
OBJECTS(DECLARE)
#undef DECLARE

const void *object__find(const char *name, size_t *bytes)
{
	static const struct {
		const char *name, *start, *end;
	} objects[] = {
#define ROW(id, text) {text, bpf_object_##id, bpf_object_##id##_end},
		OBJECTS(ROW)
#undef ROW
	};

	for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
		if (strcmp(objects[i].name, name))
			continue;
		*bytes = objects[i].end - objects[i].start;
		return objects[i].start;
	}
	return NULL;
}

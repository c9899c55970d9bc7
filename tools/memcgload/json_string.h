/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json_string.h - text as a JSON string on stdout, whatever bytes it has. */
#ifndef MEMCGLOAD_JSON_STRING_H
#define MEMCGLOAD_JSON_STRING_H

/* Bytes that are not UTF-8 become U+FFFD each. NULL prints null. */
void json_string__print(const char *text);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* usage.h - the prose around the option table in --help, and --version. */
#ifndef MEMCGLOAD_USAGE_H
#define MEMCGLOAD_USAGE_H

void usage__print_head(void);
void usage__print_option(char letter, const char *name, const char *value, const char *help);
void usage__print_tail(void);
void usage__print_version(void);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file of --config: an option a line, "name", "name value" or "name=value",
 * with or without the dashes; empty lines and those that begin with # are passed over.
 */
#ifndef CMD_EXPORT_CONFIG_H
#define CMD_EXPORT_CONFIG_H

/*
 * export_config__words - the file as words of a command line: argv[0] and "export",
 * then the file's options, then what followed on the command line.
 * Returns 0, *@words (NULL-terminated, one block for export_config__free) and *@n, or a
 * negative errno after one line.
 */
int export_config__words(const char *path, int argc, char **argv, char ***words, int *n);
void export_config__free(char **words);

#endif

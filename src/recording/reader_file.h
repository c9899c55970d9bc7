/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RECORDING_READER_FILE_H
#define RECORDING_READER_FILE_H

/*
 * reader_file__open - a descriptor of the regular file @path, "-": of standard
 * input.  What cannot be read at any place (a pipe) is copied to a file without
 * a name first.  Returns it or a negative errno.
 */
int reader_file__open(const char *path);

#endif

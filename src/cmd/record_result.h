/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What CMD says about itself: the last line of its standard output that holds a
 * JSON object (tools/memcgload/report.h).  Its standard output goes through a
 * pipe to a small process of ours, which hands every byte on to where it would
 * have gone, and keeps that line.  So CMD's standard output is no terminal even
 * when memcgtop's is; its standard input and error are.
 */
#ifndef CMD_RECORD_RESULT_H
#define CMD_RECORD_RESULT_H

struct record_result {
	int stdout_fd; /* for CMD; -1: none */
	int ended_fd;  /* readable when that process has ended; -1: none */
	void *shared;
};

/*
 * record_result__start - before CMD is forked, and before memcgtop becomes a
 * subreaper: that process is to be no child of ours, or its context switches
 * would be CMD's.  Returns 0 or a negative errno; then CMD keeps our output.
 */
int record_result__start(struct record_result *result);

/* record_result__forked - CMD has its end of the pipe: ours is closed. */
void record_result__forked(struct record_result *result);

/*
 * record_result__take - the line, checked to be an object and put on one line, or
 * NULL.  Waits until all of the output is handed on; not for ever, as something
 * CMD left behind may go on to write.  Frees the rest.  Caller frees the line.
 */
char *record_result__take(struct record_result *result);

#endif

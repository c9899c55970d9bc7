/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * crew.h - the worker processes of a run and the memory they report in.
 *
 * Only run.c uses it. Functions that can fail return a negative errno;
 * crew__start() and crew__reap() print what happened.
 */
#ifndef MEMCGLOAD_CREW_H
#define MEMCGLOAD_CREW_H

#include "base.h"

struct cgroup_tree;
struct crew;
struct outcome;
struct plan;

int crew__create(struct crew **crew, const struct plan *plan, const struct cgroup_tree *tree);
/* Forks all. On failure some may be running: kill and reap. */
int crew__start(struct crew *crew);

/* Counts workers that are ready, by the sum of the numbers read from it. */
int crew__ready_fd(const struct crew *crew);
void crew__go(struct crew *crew);
/* Asks all to end; also those that have not begun. */
void crew__stop(struct crew *crew);
void crew__kill(struct crew *crew);

/* Collects who has ended; an error if one did not end well. */
int crew__reap(struct crew *crew);
unsigned int crew__size(const struct crew *crew);
unsigned int crew__left(const struct crew *crew);
unsigned int crew__foreground_left(const struct crew *crew);

/* Adds up the results of the foreground workers; extras are of all. */
void crew__collect(const struct crew *crew, uint64_t go_ns, struct outcome *outcome);

void crew__free(struct crew *crew);

#endif

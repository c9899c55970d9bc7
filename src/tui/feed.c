// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/feed.h"

#include <errno.h>
#include <stdlib.h>

#include "model/delta.h"

struct feed {
	struct snapshot *last;	   /* cumulative, as read */
	struct snapshot *pending;  /* taken in, not yet closed */
	struct snapshot *interval; /* the last one closed */
	struct snapshot *start;	   /* all that was closed */
	struct snapshot *mark;	   /* of it, what came after the mark */
	struct snapshot *base;	   /* before the mark, back to the one before or the start */
	struct longest_log *longest;
	bool marked;
};

struct feed *feed__new(struct snapshot *first)
{
	struct feed *feed = calloc(1, sizeof(*feed));

	if (feed) {
		feed->last = first;
		feed->longest = longest_log__new();
	}
	if (!feed || !feed->longest) {
		snapshot__free(first);
		free(feed);
		return NULL;
	}
	return feed;
}

void feed__free(struct feed *feed)
{
	if (!feed)
		return;
	snapshot__free(feed->last);
	snapshot__free(feed->pending);
	snapshot__free(feed->interval);
	snapshot__free(feed->start);
	snapshot__free(feed->mark);
	snapshot__free(feed->base);
	longest_log__free(feed->longest);
	free(feed);
}

int feed__take(struct feed *feed, struct snapshot *now)
{
	struct snapshot *delta = delta__new(feed->last, now);
	int err;

	snapshot__free(feed->last);
	feed->last = now;
	if (!delta)
		return -ENOMEM;
	/* The first of an interval needs no addition, which is the usual case. */
	if (!feed->pending) {
		feed->pending = delta;
		return 0;
	}
	err = delta__accumulate(&feed->pending, delta);
	snapshot__free(delta);
	return err ? -ENOMEM : 0;
}

int feed__close(struct feed *feed)
{
	if (!feed->pending || !feed->pending->active_ns)
		return 0;
	if (delta__accumulate(&feed->start, feed->pending))
		return -ENOMEM;
	if (feed->marked && delta__accumulate(&feed->mark, feed->pending))
		return -ENOMEM;
	longest_log__add(feed->longest, feed->pending);
	snapshot__free(feed->interval);
	feed->interval = feed->pending;
	feed->pending = NULL;
	return 0;
}

int feed__mark(struct feed *feed)
{
	struct snapshot *base;

	if (feed->marked && !feed->mark)
		return 0;   /* a mark where there is one */
	if (!feed->start) { /* at the very start: nothing to compare with */
		feed->marked = true;
		return 0;
	}
	base = feed->marked ? feed->mark : snapshot__copy(feed->start);
	if (!base)
		return -ENOMEM;
	snapshot__free(feed->base);
	feed->base = base;
	feed->mark = NULL;
	feed->marked = true;
	return 0;
}

bool feed__has_mark(const struct feed *feed)
{
	return feed->marked;
}

const struct snapshot *feed__window(const struct feed *feed, enum window_kind kind)
{
	switch (kind) {
	case WINDOW_INTERVAL:
		return feed->interval;
	case WINDOW_START:
		return feed->start;
	case WINDOW_MARK:
		return feed->mark;
	}
	return NULL;
}

const struct snapshot *feed__base(const struct feed *feed)
{
	return feed->base;
}

const struct longest_log *feed__longest(const struct feed *feed)
{
	return feed->longest;
}

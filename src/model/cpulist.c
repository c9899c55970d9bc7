// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cpulist.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BITS (8 * sizeof(unsigned long))

struct cpulist {
	unsigned long *words;
	size_t n_words;
};

struct cpulist *cpulist__new(void)
{
	return calloc(1, sizeof(struct cpulist));
}

void cpulist__free(struct cpulist *list)
{
	if (!list)
		return;
	free(list->words);
	free(list);
}

int cpulist__add(struct cpulist *list, unsigned int cpu)
{
	size_t word = cpu / BITS;

	if (cpu > CPULIST_MAX_CPU)
		return -EINVAL;
	if (word >= list->n_words) {
		size_t n = word + 1;
		unsigned long *words = realloc(list->words, n * sizeof(*words));

		if (!words)
			return -ENOMEM;
		memset(words + list->n_words, 0, (n - list->n_words) * sizeof(*words));
		list->words = words;
		list->n_words = n;
	}
	list->words[word] |= 1ul << (cpu % BITS);
	return 0;
}

bool cpulist__has(const struct cpulist *list, unsigned int cpu)
{
	size_t word = cpu / BITS;

	return word < list->n_words && (list->words[word] >> (cpu % BITS)) & 1;
}

size_t cpulist__count(const struct cpulist *list)
{
	size_t count = 0;

	for (size_t i = 0; i < list->n_words; i++)
		count += (size_t)__builtin_popcountl(list->words[i]);
	return count;
}

int cpulist__next(const struct cpulist *list, unsigned int from)
{
	size_t word = from / BITS;
	unsigned long left;

	if (word >= list->n_words)
		return -1;
	left = list->words[word] & (~0ul << (from % BITS));
	while (!left) {
		if (++word == list->n_words)
			return -1;
		left = list->words[word];
	}
	return (int)(word * BITS) + __builtin_ctzl(left);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const char *skip_blanks(const char *p)
{
	while (is_blank(*p))
		p++;
	return p;
}

/* Reads a CPU number; returns the text after it, or NULL if there is none. */
static const char *read_cpu(const char *p, unsigned int *cpu)
{
	unsigned int v = 0;

	if (*p < '0' || *p > '9')
		return NULL;
	for (; *p >= '0' && *p <= '9'; p++) {
		v = v * 10 + (unsigned int)(*p - '0');
		if (v > CPULIST_MAX_CPU)
			return NULL;
	}
	*cpu = v;
	return p;
}

/*
 * Reads "N" or "N-M" at *@pos into @list and moves *@pos behind it, or onto
 * the number that is wrong.
 */
static int parse_range(const char **pos, struct cpulist *list)
{
	unsigned int first, last;
	const char *end = read_cpu(*pos, &first);
	const char *after;
	int err = 0;

	if (!end)
		return -EINVAL;
	last = first;
	after = skip_blanks(end);
	if (*after == '-') {
		after = skip_blanks(after + 1);
		end = read_cpu(after, &last);
		if (!end || last < first) {
			*pos = after;
			return -EINVAL;
		}
	}
	for (unsigned int cpu = first; cpu <= last && !err; cpu++)
		err = cpulist__add(list, cpu);
	*pos = skip_blanks(end);
	return err;
}

static int parse_all(const char **pos, struct cpulist *list)
{
	*pos = skip_blanks(*pos);
	if (**pos == '\0')
		return 0;
	for (;;) {
		int err = parse_range(pos, list);

		if (err)
			return err;
		if (**pos == '\0')
			return 0;
		if (**pos != ',')
			return -EINVAL;
		*pos = skip_blanks(*pos + 1);
	}
}

int cpulist__parse(const char *text, struct cpulist **listp, size_t *error_at)
{
	struct cpulist *list = cpulist__new();
	const char *pos = text;
	int err;

	if (!list)
		return -ENOMEM;
	err = parse_all(&pos, list);
	if (err) {
		if (error_at)
			*error_at = (size_t)(pos - text);
		cpulist__free(list);
		return err;
	}
	*listp = list;
	return 0;
}

/* Last CPU of the run of members that starts at @first. */
static unsigned int run_end(const struct cpulist *list, unsigned int first)
{
	while (cpulist__has(list, first + 1))
		first++;
	return first;
}

char *cpulist__format(const struct cpulist *list)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	const char *comma = "";
	int cpu;

	if (!out)
		return NULL;
	for (cpu = cpulist__next(list, 0); cpu >= 0; comma = ",") {
		unsigned int first = (unsigned int)cpu, last = run_end(list, first);

		if (last == first)
			fprintf(out, "%s%u", comma, first);
		else
			fprintf(out, "%s%u-%u", comma, first, last);
		cpu = cpulist__next(list, last + 1);
	}
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}

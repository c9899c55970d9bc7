// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/host_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What follows the line's first word @key, or NULL. */
static const char *after_key(const char *text, const char *key)
{
	size_t n = strlen(key);

	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (!strncmp(line, key, n))
			return line + n;
	}
	return NULL;
}

void host_text__stat(const char *text, struct host_context *host)
{
	const char *value = after_key(text, "ctxt ");
	char *end;

	if (!value)
		return;
	host->switches = strtoull(value, &end, 10);
	host->has_switches = end != value;
}

/* The numbers of a line, added up. */
static uint64_t sum_line(const char *line)
{
	uint64_t sum = 0;

	for (;;) {
		char *end;

		while (*line == ' ' || *line == '\t')
			line++;
		if (*line < '0' || *line > '9')
			return sum;
		sum += strtoull(line, &end, 10);
		line = end;
	}
}

void host_text__softirqs(const char *text, struct host_context *host)
{
	bool all = true;

	for (int i = 0; i < HOST_SOFTIRQS; i++) {
		char key[16];
		const char *at;

		snprintf(key, sizeof(key), "%s:", host_softirq_names[i]);
		at = strstr(text, key);
		/* "TIMER:" is also the end of "HRTIMER:" */
		while (at && at > text && at[-1] != ' ' && at[-1] != '\n')
			at = strstr(at + 1, key);
		if (at)
			host->softirqs[i] = sum_line(at + strlen(key));
		all &= at != NULL;
	}
	host->has_softirqs = all;
}

/* A line a CPU: processed, dropped, squeezed, ...; hexadecimal, 32 bits each. */
void host_text__softnet(const char *text, struct host_context *host)
{
	for (const char *line = text; line && *line; line = strchr(line, '\n')) {
		unsigned int processed, dropped, squeezed;

		line += *line == '\n';
		if (sscanf(line, "%x %x %x", &processed, &dropped, &squeezed) != 3)
			continue;
		host->softnet_dropped += dropped;
		host->softnet_squeezed += squeezed;
		host->has_softnet = true;
	}
}

void host_text__thread_switches(const char *status, uint64_t *voluntary, uint64_t *involuntary)
{
	const char *v = after_key(status, "voluntary_ctxt_switches:");
	const char *i = after_key(status, "nonvoluntary_ctxt_switches:");

	if (!v || !i)
		return;
	*voluntary += strtoull(v, NULL, 10);
	*involuntary += strtoull(i, NULL, 10);
}

bool host_text__schedstat(const char *text, uint64_t *ns)
{
	char *end;

	*ns = strtoull(text, &end, 10);
	return end != text;
}

/* The name, in brackets, may have anything in it; user and system time are words 12 and 13 after.
 */
bool host_text__cpu_ticks(const char *stat, uint64_t *ticks)
{
	const char *at = strrchr(stat, ')');
	unsigned long long user, kernel;

	if (!at || sscanf(at + 1, " %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu %llu", &user,
			  &kernel) != 2)
		return false;
	*ticks = user + kernel;
	return true;
}

char *host_text__cpu_model(const char *cpuinfo)
{
	/* x86 and others; ppc; s390 has one line for all */
	static const char *const keys[] = {"model name", "cpu\t", "Model Name", "vendor_id"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *value = after_key(cpuinfo, keys[i]);

		if (!value)
			continue;
		value += strspn(value, " \t:");
		return strndup(value, strcspn(value, "\n"));
	}
	return NULL;
}

#define NOTE_BUILD_ID 3

static size_t padded(size_t n)
{
	return (n + 3) & ~(size_t)3;
}

static char *hex_of(const unsigned char *at, size_t n)
{
	char *text = malloc(2 * n + 1);

	for (size_t i = 0; text && i < n; i++)
		sprintf(text + 2 * i, "%02x", at[i]);
	return text;
}

/* Notes are of the running machine, in its order of bytes. */
char *host_text__build_id(const void *notes, size_t bytes)
{
	const unsigned char *at = notes;

	while (bytes >= 12) {
		uint32_t head[3]; /* bytes of the name, of the content; type */
		size_t name, content;

		memcpy(head, at, sizeof(head));
		at += sizeof(head);
		bytes -= sizeof(head);
		name = padded(head[0]);
		content = padded(head[1]);
		if (name > bytes || content > bytes - name)
			return NULL;
		if (head[2] == NOTE_BUILD_ID && head[0] == 4 && !memcmp(at, "GNU", 4) && head[1] &&
		    head[1] <= 64)
			return hex_of(at + name, head[1]);
		at += name + content;
		bytes -= name + content;
	}
	return NULL;
}

char *host_text__config_hash(const char *config, size_t bytes)
{
	const char *end = config + bytes, *next;
	uint64_t hash = 0xcbf29ce484222325ull;
	bool any = false;
	char *text;

	for (const char *line = config; line < end; line = next) {
		size_t left = (size_t)(end - line);
		const char *stop = memchr(line, '\n', left);

		next = stop ? stop + 1 : end;
		if (!(left > 7 && !memcmp(line, "CONFIG_", 7)) &&
		    !(left > 9 && !memcmp(line, "# CONFIG_", 9)))
			continue;
		any = true;
		for (; line < next; line++)
			hash = (hash ^ (unsigned char)*line) * 0x100000001b3ull;
	}
	if (!any || asprintf(&text, "%016llx", (unsigned long long)hash) < 0)
		return NULL;
	return text;
}

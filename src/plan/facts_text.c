// SPDX-License-Identifier: GPL-2.0-or-later
/* Facts as text, a fact a line: fixtures of tests, and bug reports. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "plan/facts.h"

static const char *const trial_names[TRIAL_NR] = {
	[TRIAL_SESSION] = "session",
	[TRIAL_FENTRY] = "fentry",
	[TRIAL_KPROBE_MULTI] = "kprobe.multi",
	[TRIAL_KPROBE] = "kprobe",
};

static void print_string(FILE *out, const char *key, const char *value)
{
	if (value)
		fprintf(out, "%s %s\n", key, value);
}

void facts__print(const struct facts *facts, FILE *out)
{
	size_t i;

	print_string(out, "release", facts->release);
	print_string(out, "machine", facts->machine);
	fprintf(out, "btf %d\n", facts->btf ? 0 : facts->btf_error ? facts->btf_error : ENOENT);
	fprintf(out, "kallsyms %d\n", facts->kallsyms);
	fprintf(out, "addresses %d\n", facts->addresses);
	for (i = 0; i < facts->n_funcs; i++) {
		const struct fact_func *f = &facts->funcs[i];

		fprintf(out, "func %s %d %d %s\n", f->name, f->symbols, f->traceable,
			!f->in_btf			? "-"
			: f->signature && *f->signature ? f->signature
							: "void");
	}
	for (i = 0; i < facts->n_percpu; i++)
		fprintf(out, "percpu %s %lld\n", facts->percpu[i].name, facts->percpu[i].value);
	for (i = 0; i < facts->n_enums; i++)
		fprintf(out, "enum %s %lld\n", facts->enums[i].name, facts->enums[i].value);
	for (i = 0; i < facts->n_fields; i++)
		print_string(out, "field", facts->fields[i]);
	for (i = 0; i < facts->n_kfuncs; i++)
		print_string(out, "kfunc", facts->kfuncs[i]);
	print_string(out, "lock_type", facts->lock_type);
	print_string(out, "preemption", facts->preemption);
	fprintf(out, "caps %llx\n", (unsigned long long)facts->caps);
	print_string(out, "lockdown", facts->lockdown);
	fprintf(out, "seccomp %d\n", facts->seccomp);
	fprintf(out, "perf_event_paranoid %d\n", facts->perf_event_paranoid);
	fprintf(out, "memlock_bytes %llu\n", (unsigned long long)facts->memlock_bytes);
	fprintf(out, "memlock_enforced %d\n", facts->memlock_enforced);
	fprintf(out, "possible_cpus %u\n", facts->possible_cpus);
	fprintf(out, "page_bytes %u\n", facts->page_bytes);
	print_string(out, "cgroup_version", facts->cgroup_version);
	fprintf(out, "memory_controller %d\n", facts->memory_controller);
	fprintf(out, "paths_relative %d\n", facts->paths_relative);
	if (facts->tried)
		for (i = 0; i < TRIAL_NR; i++)
			fprintf(out, "trial %s %d\n", trial_names[i], facts->trial[i]);
}

/* Splits off the next blank-separated word of *@line; NULL at the end. */
static char *word(char **line)
{
	char *w;

	do {
		w = strsep(line, " \t");
	} while (w && !*w);
	return w;
}

static int number(const char *text, int base, long long *value)
{
	char *end;

	if (!text || !*text)
		return -EINVAL;
	errno = 0;
	*value = strtoll(text, &end, base);
	return errno || *end ? -EINVAL : 0;
}

static int parse_func(struct facts *facts, char *rest)
{
	struct fact_func f = {0};
	long long symbols, traceable;
	char *sig;

	f.name = word(&rest);
	if (!f.name || number(word(&rest), 10, &symbols) || number(word(&rest), 10, &traceable))
		return -EINVAL;
	sig = word(&rest);
	if (!sig || word(&rest) || symbols < 0 || symbols > INT_MAX || traceable < -1 ||
	    traceable > 1)
		return -EINVAL;
	f.symbols = symbols;
	f.traceable = traceable;
	f.in_btf = strcmp(sig, "-") != 0;
	f.signature = !f.in_btf ? NULL : strcmp(sig, "void") ? sig : (char[]){""};
	return facts__add_func(facts, &f);
}

static int parse_value(struct facts *facts, char *rest,
		       int (*add)(struct facts *, const char *, long long))
{
	char *name = word(&rest);
	long long value;

	if (!name || number(word(&rest), 10, &value) || word(&rest))
		return -EINVAL;
	return add(facts, name, value);
}

static int parse_name(struct facts *facts, char *rest, int (*add)(struct facts *, const char *))
{
	char *name = word(&rest);

	return name && !word(&rest) ? add(facts, name) : -EINVAL;
}

static int parse_trial(struct facts *facts, char *rest)
{
	char *name = word(&rest);
	long long value;

	if (!name || number(word(&rest), 10, &value) || word(&rest) || value < 0 || value > INT_MAX)
		return -EINVAL;
	for (int i = 0; i < TRIAL_NR; i++) {
		if (strcmp(name, trial_names[i]))
			continue;
		facts->trial[i] = value;
		facts->tried = true;
		return 0;
	}
	return -EINVAL;
}

static int set_string(char **to, const char *value)
{
	if (!value || !*value)
		return -EINVAL;
	free(*to);
	*to = strdup(value);
	return *to ? 0 : -ENOMEM;
}

static int parse_flag(struct facts *facts, const char *key, long long value)
{
	const struct {
		const char *key;
		bool *flag;
	} flags[] = {
		{"kallsyms", &facts->kallsyms},
		{"addresses", &facts->addresses},
		{"seccomp", &facts->seccomp},
		{"memlock_enforced", &facts->memlock_enforced},
		{"memory_controller", &facts->memory_controller},
		{"paths_relative", &facts->paths_relative},
	};

	if (value != 0 && value != 1)
		return -EINVAL;
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		if (strcmp(key, flags[i].key))
			continue;
		*flags[i].flag = value;
		return 0;
	}
	return -EINVAL;
}

static int parse_scalar(struct facts *facts, const char *key, const char *value)
{
	long long n;
	bool caps = !strcmp(key, "caps");

	if (caps || !strcmp(key, "memlock_bytes")) {
		char *end;
		unsigned long long u;

		errno = 0;
		u = strtoull(value ? value : "", &end, caps ? 16 : 10);
		/* strtoull takes signs and blanks, and wraps "-1" around */
		if (!value || !isxdigit((unsigned char)*value) || errno || *end)
			return -EINVAL;
		*(caps ? &facts->caps : &facts->memlock_bytes) = u;
		return 0;
	}
	if (number(value, 10, &n) || n < INT_MIN || n > INT_MAX)
		return -EINVAL;
	if (!strcmp(key, "perf_event_paranoid")) {
		facts->perf_event_paranoid = n;
	} else if (!strcmp(key, "btf") && n >= 0) {
		facts->btf = n == 0;
		facts->btf_error = n;
	} else if (!strcmp(key, "possible_cpus") && n > 0) {
		facts->possible_cpus = n;
	} else if (!strcmp(key, "page_bytes") && n > 0) {
		facts->page_bytes = n;
	} else {
		return parse_flag(facts, key, n);
	}
	return 0;
}

static int parse_line(struct facts *facts, char *line)
{
	char *key = word(&line);
	char *rest = line;

	if (!key || *key == '#')
		return 0;
	if (!rest)
		return -EINVAL;
	if (!strcmp(key, "func"))
		return parse_func(facts, rest);
	if (!strcmp(key, "percpu"))
		return parse_value(facts, rest, facts__add_percpu);
	if (!strcmp(key, "enum"))
		return parse_value(facts, rest, facts__add_enum);
	if (!strcmp(key, "trial"))
		return parse_trial(facts, rest);
	if (!strcmp(key, "field"))
		return parse_name(facts, rest, facts__add_field);
	if (!strcmp(key, "kfunc"))
		return parse_name(facts, rest, facts__add_kfunc);
	if (!strcmp(key, "release"))
		return set_string(&facts->release, rest);
	if (!strcmp(key, "machine"))
		return set_string(&facts->machine, rest);
	if (!strcmp(key, "lock_type"))
		return set_string(&facts->lock_type, rest);
	if (!strcmp(key, "preemption"))
		return set_string(&facts->preemption, rest);
	if (!strcmp(key, "lockdown"))
		return set_string(&facts->lockdown, rest);
	if (!strcmp(key, "cgroup_version"))
		return set_string(&facts->cgroup_version, rest);
	return parse_scalar(facts, key, rest);
}

int facts__parse(struct facts *facts, FILE *in, int *error_line)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	int n = 0, err = 0;

	memset(facts, 0, sizeof(*facts));
	facts->memlock_bytes = UINT64_MAX;
	while (!err && (len = getline(&line, &size, in)) > 0) {
		n++;
		if (line[len - 1] == '\n')
			line[--len] = '\0';
		/* what stands behind a NUL would be passed over */
		err = strlen(line) == (size_t)len ? parse_line(facts, line) : -EINVAL;
	}
	free(line);
	if (err) {
		*error_line = n;
		facts__clear(facts);
	}
	return err;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * docs/kernels.md says what serves each role on the kernels of the lab, and
 * what cannot be seen: the same tables are made here, of the fixtures, and must
 * stand there.  With an argument they are printed, to be put there.
 */
#include "test_plan_common.h"

#define DOC   "docs/kernels.md"
#define BEGIN "<!-- begin: tests/unit/test_plan_docs.c -->\n"
#define END   "<!-- end: tests/unit/test_plan_docs.c -->\n"

static const char *const kernels[] = {"6.1", "6.12", "6.12-rt", "7.2", "7.3", "7.3-rt"};

#define NR_KERNELS (sizeof(kernels) / sizeof(kernels[0]))

static void print_title(FILE *out, const char *first)
{
	fprintf(out, "| %s |", first);
	for (size_t k = 0; k < NR_KERNELS; k++)
		fprintf(out, " %s |", kernels[k]);
	fputs("\n|---|", out);
	for (size_t k = 0; k < NR_KERNELS; k++)
		fputs("---|", out);
	fputc('\n', out);
}

static void print_roles(FILE *out, const struct planned *p)
{
	print_title(out, "role");
	for (int role = 0; role < ROLE_NR; role++) {
		fprintf(out, "| %s |", role__name(role));
		for (size_t k = 0; k < NR_KERNELS; k++) {
			const struct role_plan *r = &p[k].plan.roles[role];

			fprintf(out, " %s", attach_mode__name(r->mode));
			for (int i = 0; i < r->n_targets; i++)
				fprintf(out, " `%s`", r->targets[i]);
			fputs(" |", out);
		}
		fputc('\n', out);
	}
}

static void print_facts(FILE *out, const struct planned *p)
{
	static const char *const names[] = {"release", "lock", "lock state", "taking it", "object"};

	print_title(out, "");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		fprintf(out, "| %s |", names[i]);
		for (size_t k = 0; k < NR_KERNELS; k++) {
			const char *const cells[] = {
				p[k].facts.release,
				p[k].facts.lock_type,
				!p[k].plan.cfg.has_state ? "not readable"
				: p[k].plan.cfg.rt	 ? "owner"
							 : "`acquired`",
				p[k].plan.cfg.can_fail ? "can fail" : "waits",
				plan__object(&p[k].plan),
			};

			fprintf(out, " %s |", cells[i]);
		}
		fputc('\n', out);
	}
}

/* The first reason that a kernel of the lab has for not showing a metric. */
static const char *reason(const struct planned *p, int metric)
{
	for (size_t k = 0; k < NR_KERNELS; k++)
		if (p[k].plan.na[metric])
			return p[k].plan.na[metric];
	return NULL;
}

static void print_unseen(FILE *out, const struct planned *p)
{
	print_title(out, "figure");
	for (int m = 0; m < METRIC_NR; m++) {
		if (!reason(p, m))
			continue;
		fprintf(out, "| %s |", metric__name(m));
		for (size_t k = 0; k < NR_KERNELS; k++)
			fprintf(out, " %s |", p[k].plan.na[m] ? "n/a" : "yes");
		fputc('\n', out);
	}
}

/* Metrics that share a reason share a line. */
static void print_reasons(FILE *out, const struct planned *p)
{
	for (int m = 0; m < METRIC_NR; m++) {
		const char *why = reason(p, m);
		bool said = !why;

		for (int before = 0; !said && before < m; before++)
			said = reason(p, before) && !strcmp(reason(p, before), why);
		if (said)
			continue;
		for (int other = m; other < METRIC_NR; other++)
			if (reason(p, other) && !strcmp(reason(p, other), why))
				fprintf(out, "%s%s", other == m ? "- " : ", ", metric__name(other));
		fprintf(out, ": %s\n", why);
	}
}

static char *tables(void)
{
	struct planned p[NR_KERNELS];
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t k = 0; k < NR_KERNELS; k++)
		p[k] = plan_of(kernels[k], ALL_ROLES);
	fputs(BEGIN "\n", out);
	print_facts(out, p);
	fputc('\n', out);
	print_roles(out, p);
	fputc('\n', out);
	print_unseen(out, p);
	fputc('\n', out);
	print_reasons(out, p);
	fputs("\n" END, out);
	fclose(out);
	for (size_t k = 0; k < NR_KERNELS; k++)
		planned__clear(&p[k]);
	return text;
}

static void test_doc_has_the_tables(void **state)
{
	char doc[32768], *want = tables();
	FILE *in = fopen(DOC, "r");
	size_t n;

	(void)state;
	assert_non_null(in);
	n = fread(doc, 1, sizeof(doc) - 1, in);
	fclose(in);
	doc[n] = '\0';
	assert_true(n < sizeof(doc) - 1);
	if (!strstr(doc, want))
		fail_msg("%s is not what this prints with an argument:\n%s", DOC, want);
	free(want);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_doc_has_the_tables),
	};

	(void)argv;
	if (argc > 1) {
		char *text = tables();

		fputs(text, stdout);
		free(text);
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}

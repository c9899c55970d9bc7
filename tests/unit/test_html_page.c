// SPDX-License-Identifier: GPL-2.0-or-later
/* The exporter's page for people: what it shows, what it hides, what it escapes. */
#include "test_view_common.h"

#include "view/format.h"
#include "view/html_page.h"
#include "view/html_text.h"

static char *page_of(const struct snapshot *delta, struct html_page_opts opts)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *f = open_memstream(&text, &bytes);

	assert_non_null(f);
	opts.rows = opts.rows ?: 10;
	opts.metrics = opts.metrics ?: "/metrics";
	assert_int_equal(html_page__print(f, delta, &opts), 0);
	fclose(f);
	return text;
}

static size_t count(const char *text, const char *what)
{
	size_t n = 0;

	while ((text = strstr(text, what))) {
		n++;
		text += strlen(what);
	}
	return n;
}

static void assert_has(const char *text, const char *what)
{
	if (!strstr(text, what))
		fail_msg("the page has no \"%s\"", what);
}

/* Every element that is opened is closed, in order; nothing from elsewhere, no script. */
static void assert_well_formed(const char *text)
{
	static const char *const pairs[] = {"html", "head", "body", "table", "tr", "td", "th",
					    "ul",   "li",   "dl",   "p",     "nav", "a", "abbr"};
	char open[16], close[16];

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		snprintf(open, sizeof(open), "<%s>", pairs[i]);
		snprintf(close, sizeof(close), "</%s>", pairs[i]);
		size_t opened = count(text, open);

		snprintf(open, sizeof(open), "<%s ", pairs[i]);
		assert_int_equal(opened + count(text, open), count(text, close));
	}
	assert_int_equal(count(text, "<script"), 0);
	assert_int_equal(count(text, "://"), 0);
}

static void shows_totals_and_rows(void **state)
{
	struct host h = host_open("cpus=4,cgroups=12,seed=3", 2);
	char *text = page_of(h.delta, (struct html_page_opts){.rows = 3});

	(void)state;
	assert_well_formed(text);
	assert_has(text, "<meta charset=\"utf-8\">");
	assert_has(text, "prefers-color-scheme:dark");
	assert_has(text, "<a href=\"/metrics\">/metrics</a>");
	assert_has(text, "<dt>refills</dt>");
	assert_has(text, "<dt>lost</dt>");
	assert_has(text, "The last interval, 2.0 s to ");
	assert_has(text, "1 less busy CPU is not shown");
	assert_has(text, "9 less busy cgroups are not shown");
	/* titles twice, three CPUs and the host, three cgroups */
	assert_int_equal(count(text, "<tr"), 2 + 4 + 3);
	free(text);
	host_close(&h);
}

/* What this kernel cannot show is n/a, never 0, and the reason is below. */
static void says_why_not(void **state)
{
	struct host h = host_open("cpus=2,cgroups=3,kernel=kprobe", 1);
	char *text = page_of(h.delta, (struct html_page_opts){0});
	size_t reasons = 0;

	(void)state;
	assert_well_formed(text);
	for (int m = 0; m < METRIC_NR; m++) {
		const char *why = run_info__na(h.delta->run, (enum metric)m);
		char *escaped = NULL;
		size_t bytes = 0;
		FILE *f;

		if (!why || (m == METRIC_IN_REFILL &&
			     !run_info__na(h.delta->run, METRIC_UNDER_LOCK)))
			continue;
		f = open_memstream(&escaped, &bytes);
		html_text__escape(f, why);
		fclose(f);
		assert_has(text, escaped);
		assert_has(text, metric__name((enum metric)m));
		free(escaped);
		reasons++;
	}
	assert_true(reasons > 0);
	free(text);
	host_close(&h);
}

static void marks_na_cells(void **state)
{
	struct host h = host_open("cpus=2,cgroups=3", 1);
	char *text;

	(void)state;
	host_use_copy(&h);
	h.run.na[METRIC_EVICTIONS] = "no <probe> & no \"hook\"";
	text = page_of(h.delta, (struct html_page_opts){0});
	assert_has(text, "<dt>evictions</dt><dd class=\"na\">n/a</dd>");
	/* two CPUs and the host, and two columns of three cgroups */
	assert_int_equal(count(text, "<td class=\"na\">n/a</td>"), 3 + 2 * 3);
	assert_has(text, "n/a: evictions: no &lt;probe&gt; &amp; no &quot;hook&quot;");
	h.run.na[METRIC_EVICTIONS] = NULL;
	free(text);
	host_close(&h);
}

/* No byte of a name is markup or a control. */
static void escapes_names(void **state)
{
	struct host h = host_open("cpus=2,cgroups=2", 1);
	char name[4 * 256], *text;
	size_t n = 0;

	(void)state;
	name[n++] = '/';
	for (int byte = 1; byte < 256; byte++)
		name[n++] = (char)byte;
	strcpy(name + n, "<script>alert(1)</script>");
	free(h.delta->cgroups[0].name);
	h.delta->cgroups[0].name = strdup(name);
	free(h.delta->cgroups[1].name);
	h.delta->cgroups[1].name = NULL;
	text = page_of(h.delta, (struct html_page_opts){.metrics = "/\"><b>"});
	assert_well_formed(text);
	assert_has(text, "&lt;script&gt;alert(1)&lt;/script&gt;");
	assert_has(text, "\\x1b");
	assert_has(text, "\\xff");
	assert_has(text, "<td>id ");
	assert_has(text, "href=\"/&quot;&gt;&lt;b&gt;\"");
	for (const char *p = text; *p; p++)
		assert_true((unsigned char)*p >= 0x20 || *p == '\n');
	free(text);
	host_close(&h);
}

/* The first two ids in other, the rest in two series. */
static const char *in_two(void *arg, const struct cgroup_row *row)
{
	const struct snapshot *delta = arg;
	size_t i = (size_t)(row - delta->cgroups);

	return i < 2 ? NULL : i % 2 ? "/odd & one" : "c0ffee0123456789";
}

static void merges_by_label(void **state)
{
	struct host h = host_open("cpus=2,cgroups=9", 1);
	struct html_page_opts opts = {.label = in_two, .arg = h.delta};
	uint64_t refills = 0;
	char want[128], *text;

	(void)state;
	text = page_of(h.delta, opts);
	assert_well_formed(text);
	for (size_t i = 3; i < h.delta->n_cgroups; i += 2)
		refills += h.delta->cgroups[i].c.refills;
	snprintf(want, sizeof(want), "<tr><td>/odd &amp; one</td><td>%s</td>",
		 format__fit((double)refills / delta__seconds(h.delta), 8).s);
	assert_has(text, want);
	assert_int_equal(count(text, "<tr><td>c0ffee0123456789</td>"), 1);
	assert_int_equal(count(text, "<tr><td>other</td>"), 1);
	/* a name that is hidden is nowhere: not in a row, not beside the longest hold */
	for (size_t i = 0; i < h.delta->n_cgroups; i++)
		assert_null(strstr(text, h.delta->cgroups[i].name));
	free(text);
	host_close(&h);
}

static void is_calm_when_idle(void **state)
{
	struct host h = host_open("cpus=2,cgroups=0", 1);
	char *text = page_of(h.delta, (struct html_page_opts){0});

	(void)state;
	assert_well_formed(text);
	assert_has(text, "No events in this interval.");
	free(text);
	host_close(&h);
}

/* Every kernel, lost events, offline CPUs, no rows: never torn. */
static void takes_every_host(void **state)
{
	static const char *const specs[] = {
		"kernel=patched",  "kernel=rt",	  "kernel=6.1",
		"kernel=6.12-rt",  "cpus=8,offline=3,losses=1",
		"cgroups=20,gone=5,unnamed=5,norow=3", "names=odd,cgroups=40",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(specs) / sizeof(specs[0]); i++) {
		struct host h = host_open(specs[i], 3);
		char *text = page_of(h.delta, (struct html_page_opts){0});

		assert_well_formed(text);
		free(text);
		host_close(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shows_totals_and_rows), cmocka_unit_test(says_why_not),
		cmocka_unit_test(marks_na_cells),	 cmocka_unit_test(escapes_names),
		cmocka_unit_test(merges_by_label),	 cmocka_unit_test(is_calm_when_idle),
		cmocka_unit_test(takes_every_host),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}

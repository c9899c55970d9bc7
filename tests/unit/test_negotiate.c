// SPDX-License-Identifier: GPL-2.0-or-later
/* Accept and Accept-Encoding as scrapers, browsers and mischief send them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "export/negotiate.h"

#define TEXT EXPOSITION_TEXT
#define OM   EXPOSITION_OPENMETRICS

static const struct {
	const char *accept;
	enum exposition_format want;
} formats[] = {
	{NULL, TEXT},
	{"", TEXT},
	{"*/*", TEXT},
	{"text/html,application/xhtml+xml,*/*;q=0.8", TEXT},
	{"application/json", TEXT},
	/* Prometheus 2.42 and 3.x */
	{"application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;"
	 "q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
	 OM},
	{"application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
	 "application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;"
	 "escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,*/*;q=0.1",
	 OM},
	{"application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
	 "encoding=delimited;q=0.6,text/plain;version=0.0.4;q=0.4",
	 TEXT},
	{"text/plain;version=0.0.4,application/openmetrics-text;q=0.5", TEXT},
	{"application/openmetrics-text", OM},
	{"application/openmetrics-text; version=0.0.1", OM},
	{"application/openmetrics-text; version=\"1.0.0\"; charset=utf-8", OM},
	{"APPLICATION/OpenMetrics-Text ; Version=1.0.0 ; Q=0.1", OM},
	{" \t application/openmetrics-text\t,\ttext/html", OM},
	{"application/openmetrics-text;version=2.0.0", TEXT},
	{"application/openmetrics-text;version=1.0.0;q=0", TEXT},
	{"application/openmetrics-text;q=0.000", TEXT},
	{"application/openmetrics-text;q=0.5,text/plain;q=0.5", OM},
	{"application/openmetrics-text;q=0.5,text/plain;q=0.501", TEXT},
	/* the range that is more about it says how much text is wanted */
	{"application/openmetrics-text;q=0.5,text/plain;q=0.1,*/*;q=0.9", OM},
	{"application/openmetrics-text;q=0.5,text/*;q=0.6,*/*;q=0.1", TEXT},
	/* a version of text that is not ours says nothing about ours */
	{"application/openmetrics-text;q=0.5,text/plain;version=1.0.0;q=0.9", OM},
	/* OpenMetrics is not meant by a wildcard */
	{"application/*", TEXT},
	/* what cannot be read is not wanted */
	{"application/openmetrics-text;q=2", TEXT},
	{"application/openmetrics-text;q=1.001", TEXT},
	{"application/openmetrics-text;q=0.1234", TEXT},
	{"application/openmetrics-text;q=-1", TEXT},
	{"application/openmetrics-text;q=", TEXT},
	{"application/openmetrics-text;q=x", TEXT},
	{"application/openmetrics-text;q=0x1", TEXT},
	{"application/openmetrics-text;q", TEXT},
	{"application/openmetrics-text;;;", OM},
	{"application/openmetrics-textual", TEXT},
	{"application/openmetrics", TEXT},
	{",,,;;;==,,", TEXT},
	{"\"application/openmetrics-text", TEXT},
	/* a comma in quotes separates nothing */
	{"text/html;a=\",application/openmetrics-text,\"", TEXT},
	{"text/html;a=\"\\\",application/openmetrics-text\"", TEXT},
	{"text/html;a=\"\\\"\",application/openmetrics-text", OM},
};

static const struct {
	const char *encoding;
	bool want;
} encodings[] = {
	{NULL, false},
	{"", false},
	{"gzip", true},
	{"GZIP", true},
	{"x-gzip", true},
	{"identity", false},
	{"deflate, br", false},
	{"deflate, gzip;q=1.0, *;q=0.5", true},
	{"gzip;q=0", false},
	{"gzip;q=0.0", false},
	{"gzip;q=0.001", true},
	{"*", true},
	{"*;q=0", false},
	{"*, gzip;q=0", false},
	{"gzip;q=0, *", false},
	{"*;q=0, gzip", true},
	{"gzipped", false},
	{"identity;q=0, gzip ; q=0.5", true},
	{"gzip;q=nonsense", false},
};

static void test_format(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		if (negotiate__format(formats[i].accept) != formats[i].want)
			fail_msg("Accept: %s", formats[i].accept);
	}
}

static void test_gzip(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(encodings) / sizeof(encodings[0]); i++) {
		if (negotiate__gzip(encodings[i].encoding) != encodings[i].want)
			fail_msg("Accept-Encoding: %s", encodings[i].encoding);
	}
}

/* Nothing is read behind the end: every beginning of every header, in a block of its size. */
static void test_cut_anywhere(void **state)
{
	(void)state;
	for (size_t i = 1; i < sizeof(formats) / sizeof(formats[0]); i++) {
		for (size_t n = 0; n <= strlen(formats[i].accept); n++) {
			char *cut = strndup(formats[i].accept, n);

			assert_in_range(negotiate__format(cut), TEXT, OM);
			negotiate__gzip(cut);
			free(cut);
		}
	}
}

static void test_content_types(void **state)
{
	(void)state;
	assert_string_equal(exposition__content_type(TEXT),
			    "text/plain; version=0.0.4; charset=utf-8");
	assert_string_equal(exposition__content_type(OM),
			    "application/openmetrics-text; version=1.0.0; charset=utf-8");
	assert_int_equal(negotiate__format(exposition__content_type(TEXT)), TEXT);
	assert_int_equal(negotiate__format(exposition__content_type(OM)), OM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_format),
		cmocka_unit_test(test_gzip),
		cmocka_unit_test(test_cut_anywhere),
		cmocka_unit_test(test_content_types),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The value of the label "cgroup", for paths that mean well and others. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "export/series_label.h"

static const struct label_rules plain;

static void assert_label(const char *path, unsigned int depth, const char *want)
{
	const struct label_rules rules = {.depth = depth};
	char *label = series_label__of(path, &rules);

	assert_non_null(label);
	assert_string_equal(label, want);
	free(label);
}

/* Valid UTF-8 (not overlong, no surrogate) without control characters, not too long. */
static void assert_fit(const char *label)
{
	const unsigned char *p = (const unsigned char *)label;

	assert_true(strlen(label) <= LABEL_MOST_BYTES);
	assert_int_equal(*p, '/');
	while (*p) {
		size_t more = *p < 0x80	  ? 0
			      : *p < 0xc2 ? 9
			      : *p < 0xe0 ? 1
			      : *p < 0xf0 ? 2
			      : *p < 0xf5 ? 3
					  : 9;

		assert_true(more < 9);
		assert_true(*p >= 0x20 && *p != 0x7f);
		assert_false(*p == 0xc2 && p[1] < 0xa0);
		assert_false(*p == 0xe0 && p[1] < 0xa0);
		assert_false(*p == 0xed && p[1] >= 0xa0);
		assert_false(*p == 0xf0 && p[1] < 0x90);
		assert_false(*p == 0xf4 && p[1] >= 0x90);
		for (p++; more; more--, p++)
			assert_int_equal(*p & 0xc0, 0x80);
	}
}

static void paths_are_folded(void **state)
{
	(void)state;
	assert_label("/a/b/c", 0, "/a/b/c");
	assert_label("/a/b/c", 1, "/a");
	assert_label("/a/b/c", 2, "/a/b");
	assert_label("/a/b/c", 3, "/a/b/c");
	assert_label("/a/b/c", 4, "/a/b/c");
	assert_label("/", 0, "/");
	assert_label("/", 3, "/");
}

/* So that no label can be "other". */
static void a_label_begins_with_a_slash(void **state)
{
	(void)state;
	assert_label("other", 0, "/other");
	assert_label("other/x", 1, "/other");
	assert_label("", 0, "/");
	assert_label("", 2, "/");
}

static void bytes_are_made_fit(void **state)
{
	(void)state;
	assert_label("/a\nb\"c\\d", 0, "/a\\x0ab\"c\\d");
	assert_label("/caf\xc3\xa9", 0, "/caf\xc3\xa9");
	assert_label("/caf\xc3", 0, "/caf\\xc3");
	assert_label("/\xff/x", 1, "/\\xff");
	assert_label("/\xe2\x80\xae", 0, "/\\xe2\\x80\\xae");
	for (int byte = 1; byte < 256; byte++) {
		char path[] = {'/', 'a', (char)byte, 'z', '\0'};
		char *label = series_label__of(path, &plain);

		assert_non_null(label);
		assert_fit(label);
		free(label);
	}
}

/* A path of @n times @unit. */
static char *long_path(const char *unit, size_t n)
{
	size_t len = strlen(unit);
	char *path = malloc(1 + n * len + 1);

	assert_non_null(path);
	path[0] = '/';
	for (size_t i = 0; i < n; i++)
		memcpy(path + 1 + i * len, unit, len);
	path[1 + n * len] = '\0';
	return path;
}

static char *label_of_long(const char *unit, size_t n)
{
	char *path = long_path(unit, n);
	char *label = series_label__of(path, &plain);

	assert_non_null(label);
	free(path);
	return label;
}

static void a_label_is_bounded(void **state)
{
	static const char *const units[] = {"x",    "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x90\xa7",
					    "\xff", "x/"};

	(void)state;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		for (size_t n = 100; n < 600; n++) {
			char *label = label_of_long(units[i], n);

			assert_fit(label);
			free(label);
		}
	}
}

static void the_longest_is_whole(void **state)
{
	char *label = label_of_long("x", LABEL_MOST_BYTES - 1);

	(void)state;
	assert_int_equal(strlen(label), LABEL_MOST_BYTES);
	assert_null(strchr(label, '~'));
	free(label);
	label = label_of_long("x", LABEL_MOST_BYTES);
	assert_int_equal(strlen(label), LABEL_MOST_BYTES);
	assert_int_equal(label[LABEL_MOST_BYTES - 17], '~');
	assert_int_equal(strspn(label + LABEL_MOST_BYTES - 16, "0123456789abcdef"), 16);
	free(label);
	/* Never within a character: the label gets shorter by what is left of it. */
	label = label_of_long("\xc3\xa9", LABEL_MOST_BYTES / 2);
	assert_int_equal(strlen(label), LABEL_MOST_BYTES);
	free(label);
	label = label_of_long("\xe2\x82\xac", LABEL_MOST_BYTES / 3 + 1);
	assert_int_equal(strlen(label), LABEL_MOST_BYTES - 17 - (LABEL_MOST_BYTES - 18) % 3 + 17);
	free(label);
}

/* 255-byte components that differ only where they are cut, or only in their raw bytes. */
static void long_paths_stay_apart(void **state)
{
	char *a = long_path("y", 1000), *b = long_path("y", 1000), *labels[3];

	(void)state;
	b[1000] = 'z';
	labels[0] = series_label__of(a, &plain);
	labels[1] = series_label__of(b, &plain);
	assert_string_not_equal(labels[0], labels[1]);
	assert_int_equal(strncmp(labels[0], labels[1], LABEL_MOST_BYTES - 16), 0);
	/* The same path, the same label. */
	b[1000] = 'y';
	labels[2] = series_label__of(b, &plain);
	assert_string_equal(labels[0], labels[2]);
	for (size_t i = 0; i < 3; i++)
		free(labels[i]);
	free(a);
	free(b);
}

static void the_longest_components(void **state)
{
	char path[4 * 256 + 1] = "", *label;
	const struct label_rules one = {.depth = 1};

	(void)state;
	for (int i = 0; i < 4; i++) {
		path[i * 256] = '/';
		memset(path + i * 256 + 1, 'a' + i, 255);
	}
	label = series_label__of(path, &plain);
	assert_fit(label);
	assert_non_null(strchr(label, '~'));
	free(label);
	label = series_label__of(path, &one);
	assert_int_equal(strlen(label), 256);
	free(label);
	/* 255 bytes that become four each. */
	memset(path + 1, 0x01, 255);
	label = series_label__of(path, &one);
	assert_fit(label);
	assert_int_equal(strlen(label), LABEL_MOST_BYTES);
	free(label);
}

/* A value that is not ours: python3, hmac.new(b"\xaa" * 131, b"/a/b", "sha256").hexdigest()[:16].
 */
static void names_are_hidden_by_the_known_function(void **state)
{
	/* Longer than a block of SHA-256, so that the key itself is hashed first. */
	struct label_key key = {.n = 131};
	const struct label_rules rules = {.key = &key};
	char *label;

	(void)state;
	memset(key.bytes, 0xaa, key.n);
	label = series_label__of("/a/b", &rules);
	assert_string_equal(label, "27e2f24d9622aad9");
	free(label);
}

static void the_folded_path_is_hidden(void **state)
{
	struct label_key key = {.n = 16, .bytes = "0123456789abcdef"};
	const struct label_rules rules = {.key = &key, .depth = 1};
	char *folded = series_label__of("/a", &rules), *deep = series_label__of("/a/b", &rules);
	char *raw[2] = {series_label__of("/\x01", &rules), series_label__of("/\\x01", &rules)};

	(void)state;
	assert_int_equal(strlen(folded), 16);
	assert_int_equal(strspn(folded, "0123456789abcdef"), 16);
	assert_string_equal(folded, deep);
	/* Of the raw bytes: names that would come out alike are told apart. */
	assert_string_not_equal(raw[0], raw[1]);
	free(deep);
	key.bytes[15] ^= 1;
	deep = series_label__of("/a", &rules);
	assert_string_not_equal(folded, deep);
	key.bytes[15] ^= 1;
	key.n = 15;
	free(deep);
	deep = series_label__of("/a", &rules);
	assert_string_not_equal(folded, deep);
	free(folded);
	free(deep);
	free(raw[0]);
	free(raw[1]);
}

static void keys_have_a_length(void **state)
{
	char text[LABEL_KEY_MOST + 2];
	struct label_key key;

	(void)state;
	memset(text, 'k', sizeof(text));
	assert_int_equal(series_label__key_parse(text, 0, &key), -EINVAL);
	assert_int_equal(series_label__key_parse("\n", 1, &key), -EINVAL);
	assert_int_equal(series_label__key_parse(text, LABEL_KEY_LEAST - 1, &key), -EINVAL);
	assert_int_equal(series_label__key_parse(text, LABEL_KEY_LEAST, &key), 0);
	assert_int_equal(key.n, LABEL_KEY_LEAST);
	assert_int_equal(series_label__key_parse(text, LABEL_KEY_MOST, &key), 0);
	assert_int_equal(key.n, LABEL_KEY_MOST);
	assert_int_equal(series_label__key_parse(text, LABEL_KEY_MOST + 1, &key), -EINVAL);
	/* A newline at the end is no part of it, one newline that is. */
	text[LABEL_KEY_MOST] = '\n';
	assert_int_equal(series_label__key_parse(text, LABEL_KEY_MOST + 1, &key), 0);
	assert_int_equal(key.n, LABEL_KEY_MOST);
	text[LABEL_KEY_LEAST - 1] = '\n';
	assert_int_equal(series_label__key_parse(text, LABEL_KEY_LEAST, &key), -EINVAL);
	text[LABEL_KEY_LEAST] = '\n';
	assert_int_equal(series_label__key_parse(text, LABEL_KEY_LEAST + 1, &key), 0);
	assert_int_equal(key.n, LABEL_KEY_LEAST);
	/* Any bytes are a key. */
	text[3] = '\0';
	assert_int_equal(series_label__key_parse(text, LABEL_KEY_LEAST + 1, &key), 0);
	assert_memory_equal(key.bytes, text, LABEL_KEY_LEAST);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paths_are_folded),
		cmocka_unit_test(a_label_begins_with_a_slash),
		cmocka_unit_test(bytes_are_made_fit),
		cmocka_unit_test(a_label_is_bounded),
		cmocka_unit_test(the_longest_is_whole),
		cmocka_unit_test(long_paths_stay_apart),
		cmocka_unit_test(the_longest_components),
		cmocka_unit_test(names_are_hidden_by_the_known_function),
		cmocka_unit_test(the_folded_path_is_hidden),
		cmocka_unit_test(keys_have_a_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

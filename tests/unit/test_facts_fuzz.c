// SPDX-License-Identifier: GPL-2.0-or-later
/* Facts from files that are no facts, or are damaged: refused or planned, never a crash. */
#include "test_plan_common.h"

/* xorshift: the same bytes every time. */
static uint32_t next(uint32_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

/* A plan can be made of whatever parses, and what is complete parses again as printed. */
static void use(struct facts *facts)
{
	struct facts again;
	struct plan plan;
	char *text = facts_text(facts);
	int line;

	assert_int_equal(plan__make(&plan, facts, &ALL_ROLES), 0);
	if (plan.usable == USABLE_NOT)
		assert_true(plan.blocker && plan.remedy);
	plan__clear(&plan);
	if (facts->possible_cpus && facts->page_bytes) {
		assert_int_equal(facts_from(&again, text, &line), 0);
		facts__clear(&again);
	}
	free(text);
	facts__clear(facts);
}

static void test_random_bytes(void **state)
{
	uint32_t seed = 0x6d656d63;
	int parsed = 0;

	(void)state;
	for (int round = 0; round < 8000; round++) {
		size_t n = next(&seed) % 200;
		struct facts facts;
		char bytes[200];
		int line;

		for (size_t i = 0; i < n; i++)
			bytes[i] = next(&seed);
		if (!facts_from_bytes(&facts, bytes, n, &line)) {
			use(&facts);
			parsed++;
		}
	}
	/* the empty ones do, so that the other half of this test has run too */
	assert_true(parsed > 0);
}

/* Damage to a real file: bytes changed, lines cut, doubled, swapped. */
static void test_damaged_files(void **state)
{
	uint32_t seed = 0x636f756e;
	int refused = 0, taken = 0;
	char file[4096], text[4096];
	FILE *in = fopen(FACTS_DIR "7.3.facts", "r");
	size_t size;

	(void)state;
	assert_non_null(in);
	size = fread(file, 1, sizeof(file), in);
	fclose(in);
	assert_true(size > 500 && size < sizeof(file));
	for (int round = 0; round < 8000; round++) {
		size_t n = size;
		struct facts facts;
		int line;

		memcpy(text, file, size);
		for (uint32_t edits = next(&seed) % 4; edits; edits--) {
			size_t at = next(&seed) % n, to = next(&seed) % n;

			switch (next(&seed) % 4) {
			case 0:
				text[at] = next(&seed);
				break;
			case 1:
				n = at + 1;
				break;
			case 2:
				text[at] = text[to];
				break;
			default:
				memmove(text + at, text + to, n - (at > to ? at : to));
			}
		}
		if (facts_from_bytes(&facts, text, n, &line)) {
			assert_true(line > 0);
			refused++;
		} else {
			use(&facts);
			taken++;
		}
	}
	assert_true(refused > 1000);
	assert_true(taken > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_bytes),
		cmocka_unit_test(test_damaged_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

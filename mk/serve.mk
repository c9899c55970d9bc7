# SPDX-License-Identifier: GPL-2.0-or-later
# Tests of what export does to the system: its textfile, its sandbox, its words
# to systemd.  With sanitizers, but for the sandbox: their runtime wants more
# system calls than the filter leaves.

SERVE_TEST_SRC := $(wildcard tests/serve/test_*.c)
SERVE_TEST_BIN := $(patsubst tests/serve/%.c,$(BUILD)/serve/%,$(SERVE_TEST_SRC))
SANDBOX_TEST_SRC := $(wildcard tests/serve/test_sandbox*.c tests/serve/sandbox_*.c)
SANDBOX_PARTS := $(wildcard src/serve/sandbox*.c) src/serve/service.c src/serve/textfile.c

$(BUILD)/serve/test_textfile: $(call obj,san,tests/serve/test_textfile.c src/serve/textfile.c) $(BUILD)/libcore-san.a
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(UNIT_SAN) -o $@ $^ -lcmocka

$(BUILD)/serve/test_service: $(call obj,san,tests/serve/test_service.c src/serve/service.c) $(BUILD)/libcore-san.a
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(UNIT_SAN) -o $@ $^ -lcmocka

$(BUILD)/serve/test_sandbox: $(call obj,obj,$(SANDBOX_TEST_SRC) $(SANDBOX_PARTS)) $(BUILD)/libcore.a
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(CAPNG_LIBS) $(SECCOMP_LIBS) $(LIBBPF_LIBS)

.PHONY: serve-tests test-serve
serve-tests: $(SERVE_TEST_BIN)

test-serve: deps-test $(SERVE_TEST_BIN)
	tests/run $(BUILD) serve

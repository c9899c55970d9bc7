# SPDX-License-Identifier: GPL-2.0-or-later
# Unit tests: one program per tests/unit/test_*.c, with ASan and UBSan, linked
# with the core only (never with libbpf).

UNIT_SRC := $(wildcard tests/unit/test_*.c)
UNIT_BIN := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(UNIT_SRC))
UNIT_SAN := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

$(BUILD)/san/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(CPPFLAGS) -O1 -g $(UNIT_SAN) $(WARN) $(STD) -Itests/unit -MMD -MP -c -o $@ $<

$(BUILD)/libcore-san.a: $(call obj,san,$(CORE_SRC))
	$(call say,AR,$@)rm -f $@ && $(AR) rcs $@ $^

# Static, as it goes into a guest.
$(BUILD)/kernel/%: tests/kernel/%.c
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(CFLAGS) $(WARN) $(STD) -static -o $@ $< -lutil

$(BUILD)/unit/%: $(BUILD)/san/tests/unit/%.o $(BUILD)/libcore-san.a
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(UNIT_SAN) -o $@ $^ -lcmocka $(JANSSON_LIBS) $(GSL_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) -lm

.PHONY: unit
unit: $(UNIT_BIN)

# The live screen on a pseudo-terminal, read back through libvterm.
TERMINAL_SRC := $(wildcard tests/terminal/test_*.c)
TERMINAL_LIB := $(filter-out $(TERMINAL_SRC) tests/terminal/capture.c,$(wildcard tests/terminal/*.c))
TERMINAL_BIN := $(patsubst tests/terminal/%.c,$(BUILD)/terminal/%,$(TERMINAL_SRC)) $(BUILD)/terminal/capture

$(BUILD)/terminal/%: $(BUILD)/san/tests/terminal/%.o $(call obj,san,$(TERMINAL_LIB))
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(UNIT_SAN) -o $@ $^ -lcmocka -lvterm $(JANSSON_LIBS) -lutil

.SECONDARY: $(call obj,san,$(UNIT_SRC) $(TERMINAL_SRC) $(TERMINAL_LIB) tests/terminal/capture.c)
.PHONY: terminal
terminal: $(TERMINAL_BIN)

-include $(wildcard $(BUILD)/san/*/*.d $(BUILD)/san/*/*/*.d)

# Everything but the built kernels, then those: the truth inside the kernel.
.PHONY: test test-unit test-host test-terminal test-kernel test-truth test-export
test: deps-test $(UNIT_BIN) $(TERMINAL_BIN) $(BUILD)/kernel/pty_type fuzz all static \
      serve-tests http-tests $(BUILD)/prometheus/hostile_recording
	tests/run $(BUILD) unit host terminal serve http prometheus rules kernel

test-unit: deps-test $(UNIT_BIN)
	tests/run $(BUILD) unit

test-host: deps-test fuzz all
	tests/run $(BUILD) host

test-terminal: deps-test $(TERMINAL_BIN) all
	tests/run $(BUILD) terminal

test-kernel: deps-test static $(BUILD)/terminal/capture $(BUILD)/kernel/pty_type
	tests/run $(BUILD) kernel

test-truth: deps-test static
	tools/install-deps kernel
	tests/run $(BUILD) truth

# The exporter on real kernels: as a service under systemd, over thousands of
# short-lived cgroups, after giving up its privileges.
test-export: deps-test all static serve-tests $(BUILD)/kernel/close_link
	tests/run $(BUILD) export

.PHONY: deps-test
deps-test:
	@tools/install-deps build lab test

# The README's picture: the live screen on a real kernel, as the tests saw it.
.PHONY: picture
picture: deps-test static $(BUILD)/terminal/capture $(BUILD)/kernel/pty_type
	tests/kernel/screen $(BUILD) 7.3
	tools/screenshot -t "memcgtop on Linux 7.3" -o docs/screen.svg $(BUILD)/kernel/screen-7.3/screen-cgroups.json

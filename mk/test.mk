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

$(BUILD)/unit/%: $(BUILD)/san/tests/unit/%.o $(BUILD)/libcore-san.a
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(UNIT_SAN) -o $@ $^ -lcmocka $(JANSSON_LIBS) -lm

.PHONY: unit
unit: $(UNIT_BIN)

-include $(wildcard $(BUILD)/san/*/*.d $(BUILD)/san/*/*/*.d)

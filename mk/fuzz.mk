# SPDX-License-Identifier: GPL-2.0-or-later
# libFuzzer targets (tests/fuzz): what may come from anybody is read by them.
# Kept inputs are in tests/fuzz/corpus; make fuzz-corpus writes the seeds anew.

FUZZ := $(BUILD)/fuzz
FUZZ_SRC := $(wildcard src/model/*.c src/recording/*.c src/util/log.c $(filter-out src/view/diff_% src/view/doctor.c,$(wildcard src/view/*.c)))
FUZZ_SAN := -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

$(FUZZ)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CLANG) $(CPPFLAGS) -O1 -g $(subst fuzzer,fuzzer-no-link,$(FUZZ_SAN)) \
		-DRECORDING_IGNORE_CRC -Wall $(STD) -MMD -MP -c -o $@ $<

$(FUZZ)/fuzz_recording: $(FUZZ)/obj/tests/fuzz/fuzz_recording.o $(patsubst %.c,$(FUZZ)/obj/%.o,$(FUZZ_SRC))
	$(call say,CC,$@)$(CLANG) $(FUZZ_SAN) -o $@ $^ $(JANSSON_LIBS) $(ZLIB_LIBS) -lm

$(FUZZ)/fuzz_exposition: $(FUZZ)/obj/tests/fuzz/fuzz_exposition.o $(patsubst %.c,$(FUZZ)/obj/%.o,$(filter-out src/view/%,$(FUZZ_SRC)) $(wildcard src/export/*.c) src/util/number.c)
	$(call say,CC,$@)$(CLANG) $(FUZZ_SAN) -o $@ $^ $(JANSSON_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) -lm

$(FUZZ)/make_corpus: $(call obj,obj,tests/fuzz/make_corpus.c) $(BUILD)/libcore.a
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(LDFLAGS) -o $@ $^ $(JANSSON_LIBS) $(GSL_LIBS) $(ZLIB_LIBS) -lm

-include $(wildcard $(FUZZ)/obj/*/*/*.d)

.PHONY: fuzz fuzz-corpus
fuzz: $(FUZZ)/fuzz_recording $(FUZZ)/fuzz_exposition

fuzz-corpus: $(FUZZ)/make_corpus
	$(FUZZ)/make_corpus tests/fuzz/corpus/recording

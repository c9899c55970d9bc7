# SPDX-License-Identifier: GPL-2.0-or-later
# User space: a core library without libbpf and ncurses; the kernel room with
# the one, the terminal room with the other.

CORE_SRC   := $(wildcard src/model/*.c src/stats/*.c src/recording/*.c src/diff/*.c src/plan/*.c src/export/*.c src/view/*.c src/tui/*.c src/util/*.c)
KERNEL_SRC := $(wildcard src/kernel/*.c)
TERM_SRC   := $(wildcard src/term/*.c)
CMD_SRC    := $(wildcard src/main.c src/cmd/*.c src/host/*.c)
# HTTP has no static library in Debian: the portable binary does without, as does
# a build with WITHOUT_HTTP=1.
SERVE_SRC      := $(filter-out src/serve/http%.c,$(wildcard src/serve/*.c))
SERVE_SRC_BARE := $(SERVE_SRC) src/serve/http_absent.c
SERVE_SRC_FULL := $(if $(WITHOUT_HTTP),$(SERVE_SRC_BARE),$(SERVE_SRC) $(filter-out %_absent.c,$(wildcard src/serve/http*.c)))
SERVE_LIBS     := $(SECCOMP_LIBS) $(NETTLE_LIBS) $(if $(WITHOUT_HTTP),,$(MICROHTTPD_LIBS))
LOAD_SRC   := $(wildcard tools/memcgload/*.c)

obj = $(patsubst %.c,$(BUILD)/$(1)/%.o,$(2))

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(CPPFLAGS) $(CFLAGS) $(WARN) $(STD) -MMD -MP -c -o $@ $<

$(BUILD)/libcore.a: $(call obj,obj,$(CORE_SRC))
	$(call say,AR,$@)rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/memcgtop: $(call obj,obj,$(CMD_SRC) $(KERNEL_SRC) $(TERM_SRC) $(SERVE_SRC_FULL)) $(BPF_BLOB) $(BUILD)/libcore.a
	$(call say,CC,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LIBBPF_LIBS) $(NCURSES_LIBS) $(JANSSON_LIBS) $(CAPNG_LIBS) $(GSL_LIBS) $(SERVE_LIBS) $(ZLIB_LIBS) -lm

# One portable binary: libbpf, libelf, zlib and ncurses linked in.
$(BUILD)/memcgtop-static: $(call obj,obj,$(CMD_SRC) $(KERNEL_SRC) $(TERM_SRC) $(SERVE_SRC_BARE)) $(BPF_BLOB) $(BUILD)/libcore.a
	$(call say,CC,$@)$(CC) $(LDFLAGS) -static -o $@ $^ $(LIBBPF_LIBS_STATIC) $(NCURSES_LIBS_STATIC) $(JANSSON_LIBS) $(CAPNG_LIBS) $(GSL_LIBS) $(SECCOMP_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) -lm

$(BUILD)/obj/src/term/%.o: STD += $(NCURSES_CFLAGS)

$(BUILD)/obj/tools/memcgload/%.o: STD += -Itools/memcgload

$(BUILD)/memcgload: $(call obj,obj,$(LOAD_SRC))
	$(call say,CC,$@)$(CC) $(LDFLAGS) -o $@ $^ -pthread -lm

$(BUILD)/memcgload-static: $(call obj,obj,$(LOAD_SRC))
	$(call say,CC,$@)$(CC) $(LDFLAGS) -static -o $@ $^ -pthread -lm

.PHONY: static
static: $(BUILD)/memcgtop-static $(BUILD)/memcgload-static

-include $(wildcard $(BUILD)/obj/*/*.d $(BUILD)/obj/*/*/*.d $(BUILD)/obj/*/*/*/*.d)

# SPDX-License-Identifier: GPL-2.0-or-later
# `make run` and `make test` do everything; `make help` lists the rest.

VERSION := 0.1.0
BUILD   ?= build
PREFIX  ?= /usr/local

CC      ?= cc
CLANG   ?= clang
BPFTOOL ?= bpftool
PKG_CONFIG ?= pkg-config

# User-space flags only: a distribution's hardening flags must not reach the
# BPF compile (-fcf-protection and the like are not valid there).
CFLAGS  ?= -O2 -g
WARN    := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(if $(WERROR),-Werror)
STD     := -std=gnu11 -D_GNU_SOURCE -DMEMCGTOP_VERSION='"$(VERSION)"' -Iinclude -Isrc -I$(BUILD)/gen

# clang's own builtin headers plus the uapi headers of the build machine.
BPF_CFLAGS := -target bpf -mcpu=v3 -O2 -g -Wall -Werror -Iinclude -Ibpf \
	      $(shell $(CC) -print-multiarch 2>/dev/null | sed 's,^,-I/usr/include/,')
BPF_ARCH := $(shell uname -m | sed 's/x86_64/x86/;s/aarch64/arm64/')

LIBBPF_LIBS := $(shell $(PKG_CONFIG) --libs libbpf 2>/dev/null || echo -lbpf)
LIBBPF_LIBS_STATIC := $(shell $(PKG_CONFIG) --static --libs libbpf 2>/dev/null || echo -lbpf -lelf -lz)
NCURSES_CFLAGS := $(shell $(PKG_CONFIG) --cflags ncursesw 2>/dev/null)
NCURSES_LIBS := $(shell $(PKG_CONFIG) --libs ncursesw 2>/dev/null || echo -lncursesw -ltinfo)
NCURSES_LIBS_STATIC := $(shell $(PKG_CONFIG) --static --libs ncursesw 2>/dev/null || echo -lncursesw -ltinfo)
JANSSON_LIBS := $(shell $(PKG_CONFIG) --libs jansson 2>/dev/null || echo -ljansson)
ZLIB_LIBS := $(shell $(PKG_CONFIG) --libs zlib 2>/dev/null || echo -lz)
GSL_LIBS := $(shell $(PKG_CONFIG) --libs gsl 2>/dev/null || echo -lgsl -lgslcblas)
MICROHTTPD_LIBS := $(shell $(PKG_CONFIG) --libs libmicrohttpd 2>/dev/null || echo -lmicrohttpd)
SECCOMP_LIBS := $(shell $(PKG_CONFIG) --libs libseccomp 2>/dev/null || echo -lseccomp)
NETTLE_LIBS := $(shell $(PKG_CONFIG) --libs nettle 2>/dev/null || echo -lnettle)
CAPNG_LIBS := $(shell $(PKG_CONFIG) --libs libcap-ng 2>/dev/null || echo -lcap-ng)

# One line a file; V=1 shows the commands.
say = $(if $(V),,@printf '  %-4s %s\n' $(1) $(2);)

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all
all: $(BUILD)/memcgtop $(BUILD)/memcgload

include mk/bpf.mk
include mk/build.mk
include mk/fuzz.mk
include mk/test.mk
include mk/dist.mk
include mk/bench.mk
include mk/mutants.mk
include mk/ab.mk
include mk/serve.mk
include mk/http.mk
include mk/prometheus.mk

.PHONY: clean
clean:
	rm -rf $(BUILD)

# SPDX-License-Identifier: GPL-2.0-or-later
# What memcgtop costs, in instructions, beside an empty pair of programs and
# other tools (tests/bench/run).  BENCH_KERNEL chooses the lab's kernel.

BENCH := $(BUILD)/bench

$(BENCH)/empty_pair.bpf.o: tests/bench/empty_pair.bpf.c
	@mkdir -p $(@D)
	$(call say,BPF,$@)$(CLANG) $(BPF_CFLAGS) -c -o $@.full $<
	@$(BPFTOOL) gen object $@ $@.full
	@rm -f $@.full

$(BENCH)/empty_pair.skel.h: $(BENCH)/empty_pair.bpf.o
	$(call say,GEN,$@)$(BPFTOOL) gen skeleton $< name empty_pair >$@

# Static, as it goes into a guest.
$(BENCH)/empty_pair: tests/bench/empty_pair.c $(BENCH)/empty_pair.skel.h
	$(call say,CC,$@)$(CC) $(CPPFLAGS) $(CFLAGS) $(WARN) -std=gnu11 -D_GNU_SOURCE -I$(BENCH) \
		$(LDFLAGS) -static -o $@ $< $(LIBBPF_LIBS_STATIC)

.PHONY: bench deps-bench
bench: deps-bench
	@$(MAKE) --no-print-directory static $(BENCH)/empty_pair
	@tests/bench/run $(BUILD)

.PHONY: bench-export
bench-export: deps-bench all
	@python3 -B tests/bench/export.py $(BUILD)/memcgtop $(BENCH)

deps-bench:
	@tools/install-deps build lab bench

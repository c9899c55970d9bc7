# SPDX-License-Identifier: GPL-2.0-or-later
# The measuring source makes nine objects: where the context level is read from,
# times the kfuncs the kernel has (bpf/kernel.bpf.h says why).  A tenth reads the
# stocks on demand.  All are stripped of DWARF and linked into the binary.

BPF_HDR := $(wildcard bpf/*.h include/*.h)
BPF_VARIANTS := $(foreach p,none count hot,$(foreach k,base cast session,$(p)-$(k)))

bpf_def_none    :=
bpf_def_count   := -DMCT_PREEMPT_COUNT
bpf_def_hot     := -DMCT_PCPU_HOT
bpf_def_base    :=
bpf_def_cast    := -DMCT_CAST
bpf_def_session := -DMCT_CAST -DMCT_SESSION
bpf_defs = $(bpf_def_$(word 1,$(subst -, ,$(1)))) $(bpf_def_$(word 2,$(subst -, ,$(1))))

BPF_NAMES := $(BPF_VARIANTS) stocks
BPF_OBJ  := $(patsubst %,$(BUILD)/bpf/%.bpf.o,$(BPF_NAMES))
BPF_BLOB := $(BUILD)/bpf/blob.o

define compile_bpf
	@mkdir -p $(@D)
	@$(CLANG) --version >/dev/null 2>&1 || { echo "clang is missing: apt-get install clang (14 or newer)" >&2; exit 1; }
	@v=$$($(CLANG) -dumpversion | cut -d. -f1); [ "$$v" -ge 14 ] || \
		{ echo "clang $$v is too old for these BPF programs: 14 or newer is needed" >&2; exit 1; }
	$(call say,BPF,$@)$(CLANG) $(BPF_CFLAGS) -D__TARGET_ARCH_$(BPF_ARCH) $(call bpf_defs,$*) -c -o $@.full $<
	@$(BPFTOOL) gen object $@ $@.full
	@rm -f $@.full
endef

$(BUILD)/bpf/%.bpf.o: bpf/memcgtop.bpf.c $(BPF_HDR)
	$(compile_bpf)

$(BUILD)/bpf/stocks.bpf.o: bpf/stocks.bpf.c $(BPF_HDR)
	$(compile_bpf)

# The objects as bytes of the program, found by name (src/kernel/object.c).
$(BUILD)/bpf/blob.S: $(BPF_OBJ) mk/bpf.mk
	@{ echo '	.section .rodata'; \
	for v in $(BPF_NAMES); do \
		s=bpf_object_$$(echo $$v | tr - _); \
		printf '\t.balign 16\n\t.globl %s, %s_end\n%s:\n\t.incbin "%s"\n%s_end:\n' \
			$$s $$s $$s $(BUILD)/bpf/$$v.bpf.o $$s; \
	done; echo '	.section .note.GNU-stack,"",%progbits'; } > $@

$(BPF_BLOB): $(BUILD)/bpf/blob.S
	$(call say,CC,$@)$(CC) -c -o $@ $<

# SPDX-License-Identifier: GPL-2.0-or-later
# Running, installing, linting.

MAN := $(BUILD)/memcgtop.1
BASH_COMPLETION := $(PREFIX)/share/bash-completion/completions/memcgtop
ZSH_COMPLETION := $(PREFIX)/share/zsh/site-functions/_memcgtop
FISH_COMPLETION := $(PREFIX)/share/fish/vendor_completions.d/memcgtop.fish
COMPLETIONS := $(addprefix $(BUILD)/completions/,memcgtop.bash _memcgtop memcgtop.fish)
SHELL_FILES := tools/install-deps tools/run tools/lab/lab tools/lab/selftest $(wildcard tools/lab/lib/*.sh) \
	       tests/run tests/kernel/run tests/kernel/scenario.sh $(wildcard tests/kernel/truth tests/kernel/truth_guest.sh tests/kernel/cpus240 tests/kernel/cgroup1 tests/kernel/lab_run tests/kernel/screen tests/kernel/screen_guest.sh tests/terminal/tmux_smoke tests/terminal/picture \
	       tests/mutants/run tests/mutants/guest.sh tests/bench/run tests/bench/guest.sh tests/golden/*.sh) tools/memcgload/selftest \
	       tools/completions/generate tools/completions/code.bash tests/host/completions tests/host/complete.bash tests/host/man tests/host/export tests/fuzz/run tests/prometheus/run tests/prometheus/fetch \
	       tests/kernel/churn tests/kernel/churn_guest.sh tests/kernel/follow tests/kernel/follow_guest.sh tests/kernel/links tests/kernel/links_guest.sh tests/kernel/service tests/kernel/service_guest.sh tests/kernel/export_run.sh

# On this host where it allows BPF tracing, else in the lab, saying why.
.PHONY: run
run: deps-build
	@$(MAKE) --no-print-directory all static
	@tools/run $(BUILD)

.PHONY: deps-build
deps-build:
	@tools/install-deps build

$(MAN): man/memcgtop.1.scd
	@mkdir -p $(@D)
	scdoc <$< >$@

# One run of the generator makes all three.
$(COMPLETIONS) &: $(BUILD)/memcgtop $(wildcard tools/completions/*)
	tools/completions/generate $(BUILD)/memcgtop $(BUILD)/completions

.PHONY: man completions install uninstall
man: $(MAN)
completions: $(COMPLETIONS)

install: all $(MAN) $(COMPLETIONS)
	install -D -m 0755 $(BUILD)/memcgtop $(DESTDIR)$(PREFIX)/bin/memcgtop
	install -D -m 0755 $(BUILD)/memcgload $(DESTDIR)$(PREFIX)/bin/memcgload
	install -D -m 0644 $(MAN) $(DESTDIR)$(PREFIX)/share/man/man1/memcgtop.1
	install -D -m 0644 $(BUILD)/completions/memcgtop.bash $(DESTDIR)$(BASH_COMPLETION)
	install -D -m 0644 $(BUILD)/completions/_memcgtop $(DESTDIR)$(ZSH_COMPLETION)
	install -D -m 0644 $(BUILD)/completions/memcgtop.fish $(DESTDIR)$(FISH_COMPLETION)

uninstall:
	rm -f $(addprefix $(DESTDIR),$(PREFIX)/bin/memcgtop $(PREFIX)/bin/memcgload \
		$(PREFIX)/share/man/man1/memcgtop.1 \
		$(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION))

.PHONY: lint
lint:
	@tools/install-deps build lint
	shellcheck -x $(SHELL_FILES)
	cppcheck --quiet --error-exitcode=1 --enable=warning,portability --inline-suppr \
		--suppress=missingIncludeSystem '-DLIBBPF_OPTS(t,n,...)=struct t n' '-Dbpf_object__for_each_program(p,o)=while ((p = next(o)))' -Iinclude -Isrc src tools/memcgload
	$(MAKE) --no-print-directory WERROR=1 all

.PHONY: help
help:
	@echo "make run      build and measure: here if this host allows it, else in the VM lab"
	@echo "make test     all tests but those on kernels built here"
	@echo "make test-truth  tests against kernels that count their own holds (builds them)"
	@echo "make test-export  the exporter on real kernels: under systemd, through churn"
	@echo "make test-ab  the A/B lab end to end: an example that differs, and one that does not"
	@echo "make mutants  breaks the sources one way at a time; the tests must notice"
	@echo "make bench    what memcgtop costs, in instructions"
	@echo "make static   one portable binary"
	@echo "make completions  for bash, zsh and fish, from the option table"
	@echo "make install  PREFIX=$(PREFIX), DESTDIR"
	@echo "make lint     shellcheck, cppcheck, warnings as errors"

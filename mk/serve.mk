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

# The unit, which must name where memcgtop is installed.
SYSTEMD_UNITS := $(BUILD)/systemd/memcgtop-export.service systemd/memcgtop-export.socket
UNIT_DIR := $(PREFIX)/lib/systemd/system
EXAMPLE_DIR := $(PREFIX)/share/doc/memcgtop/systemd

$(BUILD)/systemd/%.service: systemd/%.service.in
	@mkdir -p $(@D)
	$(call say,UNIT,$@)sed 's,@BINDIR@,$(PREFIX)/bin,' $< >$@

.PHONY: install-units uninstall-units
install: install-units
install-units: $(SYSTEMD_UNITS)
	install -D -m 0644 -t $(DESTDIR)$(UNIT_DIR) $(SYSTEMD_UNITS)
	install -D -m 0644 -t $(DESTDIR)$(EXAMPLE_DIR) systemd/memcgtop-export.default
	install -D -m 0644 -t $(DESTDIR)$(EXAMPLE_DIR)/textfile $(wildcard systemd/textfile/*.conf)

uninstall: uninstall-units
uninstall-units:
	rm -f $(addprefix $(DESTDIR)$(UNIT_DIR)/,memcgtop-export.service memcgtop-export.socket)
	rm -rf $(DESTDIR)$(EXAMPLE_DIR)

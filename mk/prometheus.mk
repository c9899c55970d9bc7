# SPDX-License-Identifier: GPL-2.0-or-later
# What export gives, before a strict checker, promtool, real Prometheus servers
# and node_exporter (tests/prometheus).  The servers come from the archive.

$(BUILD)/prometheus/hostile_recording: $(call obj,obj,tests/prometheus/hostile_recording.c) $(BUILD)/libcore.a
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(LDFLAGS) -o $@ $^ $(JANSSON_LIBS) $(GSL_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) -lm

.PHONY: test-prometheus
test-prometheus: deps-test all $(BUILD)/prometheus/hostile_recording
	tests/run $(BUILD) prometheus

# SPDX-License-Identifier: GPL-2.0-or-later
# The HTTP side of export with a made-up source behind it, and hostile clients
# (tests/http/run): as it is built, and with sanitizers.

HTTP_TEST_SRC  := tests/http/driver.c $(filter-out %_absent.c,$(wildcard src/serve/http*.c src/serve/listen*.c))
HTTP_TEST_LIBS := $(MICROHTTPD_LIBS) $(JANSSON_LIBS) $(GSL_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) -lm

$(BUILD)/http/driver: $(call obj,obj,$(HTTP_TEST_SRC)) $(BUILD)/libcore.a
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(LDFLAGS) -o $@ $^ $(HTTP_TEST_LIBS)

$(BUILD)/http/driver-san: $(call obj,san,$(HTTP_TEST_SRC)) $(BUILD)/libcore-san.a
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(UNIT_SAN) -o $@ $^ $(HTTP_TEST_LIBS)

.PHONY: http-tests test-http
http-tests: $(BUILD)/http/driver $(BUILD)/http/driver-san

test-http: deps-test http-tests
	tests/run $(BUILD) http

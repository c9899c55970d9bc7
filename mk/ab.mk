# SPDX-License-Identifier: GPL-2.0-or-later
# The A/B lab (tools/memcg-ab, docs/ab.md): its example and an A/A, on kernels
# built here; and recordings on the kernels that `make test` leaves out for
# time's sake.  The A/B lab's logic alone is part of `make test`.

SHELL_FILES += tools/memcg-ab $(wildcard tools/ab/*.sh) tests/ab/run tests/ab/selftest \
	       tests/ab/stub_lab tests/ab/stub_memcgtop tests/kernel/record tests/kernel/record_guest.sh

.PHONY: test-ab
test-ab: deps-test static
	tools/install-deps kernel
	tests/run $(BUILD) ab recordings

# SPDX-License-Identifier: GPL-2.0-or-later
# Breaks a copy of the tree one way at a time; the tests must notice.
# MUTANTS="NAME..." or "unit host kernel truth" picks some.

.PHONY: mutants
mutants: deps-test
	@tools/install-deps kernel # patch
	tests/mutants/run $(BUILD) $(MUTANTS)

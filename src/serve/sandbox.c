// SPDX-License-Identifier: GPL-2.0-or-later
#include "serve/sandbox.h"

#include <cap-ng.h>
#include <errno.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

#include "serve/sandbox_parts.h"
#include "util/log.h"

/*
 * The bounding set stays: to shrink it takes a capability, and without exec
 * and with no_new_privs nothing can be had from it.
 */
static int drop_caps(void)
{
	capng_clear(CAPNG_SELECT_BOTH);
	if (capng_apply(CAPNG_SELECT_CAPS))
		return -EPERM;
	/* Look, rather than trust. */
	if (capng_get_caps_process() || capng_have_capabilities(CAPNG_SELECT_CAPS) != CAPNG_NONE)
		return -EPERM;
	return 0;
}

int sandbox__enter(const struct sandbox_wishes *wishes, struct sandbox_state *state)
{
	int err;

	*state = (struct sandbox_state){0};
	err = drop_caps();
	if (err) {
		log__error("capabilities could not be given up; not going on with them");
		return err;
	}
	state->no_caps = true;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) {
		err = -errno;
		log__error("no_new_privs: %s; not going on without", strerror(-err));
		return err;
	}
	state->landlock = !landlock__enter(wishes->write_folder, &state->landlock_why_not);
	if (!state->landlock)
		log__verbose("sandbox: no Landlock: %s", state->landlock_why_not);
	err = seccomp_filter__load(wishes->write_folder != NULL);
	if (err) {
		log__error("seccomp filter: %s; does the kernel have CONFIG_SECCOMP_FILTER, and "
			   "may seccomp(2) be called here?",
			   strerror(-err));
		return err;
	}
	state->seccomp = true;
	return 0;
}

const char *sandbox__library(void)
{
	static char text[48];
	const struct scmp_version *v = seccomp_version();

	if (v)
		snprintf(text, sizeof(text), "libseccomp %u.%u.%u", v->major, v->minor, v->micro);
	return v ? text : "libseccomp";
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/links.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/silence.h"
#include "plan/roles.h"
#include "util/log.h"

#define LOOK_NS 1000000000ull

struct held {
	int fd;
	enum role role;
	__u32 id, prog_id;
};

struct links {
	const struct session *session;
	struct held held[ROLE_NR * SESSION_MAX_LINKS];
	int n;
	struct silence silence;
	uint64_t looked_ns;
};

/* Kprobes of old kernels are perf events, which cannot be asked: false. */
static bool ask(int fd, struct bpf_link_info *info)
{
	__u32 len = sizeof(*info);

	memset(info, 0, sizeof(*info));
	return !bpf_obj_get_info_by_fd(fd, info, &len);
}

struct links *links__new(const struct session *s)
{
	struct links *links = calloc(1, sizeof(*links));
	struct bpf_link_info info;

	if (!links)
		return NULL;
	links->session = s;
	for (int role = 0; role < ROLE_NR; role++)
		for (int i = 0; i < s->roles[role].n_links; i++) {
			int fd = bpf_link__fd(s->roles[role].links[i]);

			if (ask(fd, &info))
				links->held[links->n++] = (struct held){
					.fd = fd,
					.role = role,
					.id = info.id,
					.prog_id = info.prog_id,
				};
		}
	silence__start(&links->silence, s);
	return links;
}

void links__free(struct links *links)
{
	free(links);
}

static int lost(enum role role, const char *how)
{
	log__error("the %s program no longer runs: %s; memcgtop has to be started again",
		   role__name(role), how);
	return -ENOLINK;
}

int links__check(struct links *links, const uint64_t *runs, uint64_t now_ns)
{
	struct bpf_link_info info;
	enum role deaf;

	if (links->looked_ns && now_ns - links->looked_ns < LOOK_NS)
		return 0;
	links->looked_ns = now_ns;
	for (int i = 0; i < links->n; i++) {
		const struct held *held = &links->held[i];

		/* the number may have gone to another file since */
		if (!ask(held->fd, &info) || info.id != held->id || info.prog_id != held->prog_id)
			return lost(held->role, "its link was closed");
	}
	deaf = silence__check(&links->silence, links->session, runs, now_ns);
	return deaf == ROLE_NR ? 0 : lost(deaf, "it did not see pages charged on purpose");
}

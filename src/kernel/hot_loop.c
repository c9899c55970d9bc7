// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/hot_loop.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>

static const struct {
	const char *program, *target;
} hot_programs[HOT_NR] = {
	[HOT_FIRST] = {"hot_first", "bpf_fentry_test1"},
	[HOT_SECOND] = {"hot_second", "bpf_fentry_test1"},
	[HOT_EXIT] = {"hot_exit", "bpf_fentry_test1"},
	[HOT_NESTED] = {"hot_nested", "bpf_fentry_test2"},
	[HOT_LAST] = {"hot_last", "bpf_fentry_test3"},
};

int hot_loop__prepare(struct session *s, const struct facts *facts)
{
	for (int i = 0; i < HOT_NR; i++) {
		const struct fact_func *f = facts__func(facts, hot_programs[i].target);

		if (!f || !f->in_btf || f->symbols != 1)
			return 0;
	}
	for (int i = 0; i < HOT_NR; i++) {
		int err;

		s->hot[i] = bpf_object__find_program_by_name(s->obj, hot_programs[i].program);
		if (!s->hot[i])
			return -ENOENT;
		bpf_program__set_autoload(s->hot[i], true);
		err = bpf_program__set_attach_target(s->hot[i], 0, hot_programs[i].target);
		if (err)
			return err;
	}
	return 0;
}

int hot_loop__attach(struct session *s, unsigned int programs, struct bpf_link **links)
{
	memset(links, 0, HOT_NR * sizeof(*links));
	for (int i = HOT_NR - 1; i >= 0; i--) {
		int err;

		if (!(programs & HOT_BIT(i)))
			continue;
		links[i] = bpf_program__attach_trace(s->hot[i]);
		if (links[i])
			continue;
		err = -errno;
		hot_loop__detach(links);
		return err;
	}
	return 0;
}

void hot_loop__detach(struct bpf_link **links)
{
	for (int i = 0; i < HOT_NR; i++) {
		bpf_link__destroy(links[i]);
		links[i] = NULL;
	}
}

static int run(struct session *s)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts);

	return bpf_prog_test_run_opts(bpf_program__fd(s->hot[HOT_FIRST]), &opts) ? -errno : 0;
}

int hot_loop__run(struct session *s, const volatile __u64 *field, const volatile __u64 *minus,
		  uint32_t *samples, int n)
{
	const __u64 before = s->hot_sample->t0_ns;

	for (int i = 0; i < n; i++) {
		int err = run(s);
		__u64 ns = *field - (minus ? *minus : 0);

		if (err)
			return err;
		samples[i] = ns > UINT32_MAX ? UINT32_MAX : ns;
	}
	return s->hot_sample->t0_ns == before ? -ENODATA : 0;
}

/* Runs the kernel has accounted for: they grow only while it keeps statistics. */
static int accounted(struct session *s, __u64 *runs)
{
	struct bpf_prog_info info = {0};
	__u32 len = sizeof(info);

	if (bpf_obj_get_info_by_fd(bpf_program__fd(s->hot[HOT_FIRST]), &info, &len))
		return -errno;
	*runs = info.run_cnt;
	return 0;
}

int hot_loop__stats_on(struct session *s)
{
	__u64 t0 = s->hot_sample->t0_ns, before, after;
	int err = accounted(s, &before);

	if (!err)
		err = run(s);
	if (!err)
		err = accounted(s, &after);
	if (err)
		return err;
	if (s->hot_sample->t0_ns == t0)
		return -ENODATA;
	return after != before;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Facts that the kernel's BTF tells. */
#include <bpf/btf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/facts_probe.h"

static const char *const wanted_percpu[] = {"memcg_stock", "__preempt_count", "pcpu_hot", NULL};

static const char *const wanted_fields[] = {
	"memcg_stock_pcp.lock.acquired",
	"memcg_stock_pcp.stock_lock.acquired",
	"memcg_stock_pcp.lock.lock.owner",
	"memcg_stock_pcp.stock_lock.lock.owner",
	"task_struct.softirq_disable_cnt",
	"pcpu_hot.preempt_count",
	"cgroup_subsys_state.serial_nr",
	"mem_cgroup.memory.parent",
	NULL,
};

static const char *const wanted_kfuncs[] = {"bpf_rdonly_cast", "bpf_session_cookie",
					    "bpf_session_is_return", NULL};

static const struct {
	const char *type, *name;
} wanted_enums[] = {
	{"bpf_attach_type", "BPF_TRACE_FSESSION"},
	{"cgroup_subsys_id", "memory_cgrp_id"},
};

static bool listed(const char *const *list, const char *name)
{
	for (; *list; list++)
		if (!strcmp(*list, name))
			return true;
	return false;
}

/* Past typedefs and qualifiers. */
static const struct btf_type *bare(const struct btf *btf, __u32 id)
{
	const struct btf_type *t = btf__type_by_id(btf, id);

	while (t && (btf_is_mod(t) || btf_is_typedef(t)))
		t = btf__type_by_id(btf, t->type);
	return t;
}

/* The member of that name, also inside anonymous members; NULL if none. */
static const struct btf_member *member(const struct btf *btf, const struct btf_type *t,
				       const char *name, size_t len)
{
	const struct btf_member *m = btf_members(t), *found;

	for (int i = 0; i < btf_vlen(t); i++, m++) {
		const char *own = btf__name_by_offset(btf, m->name_off);

		if (strlen(own) == len && !strncmp(own, name, len))
			return m;
		if (!*own) {
			const struct btf_type *inner = bare(btf, m->type);

			if (inner && btf_is_composite(inner)) {
				found = member(btf, inner, name, len);
				if (found)
					return found;
			}
		}
	}
	return NULL;
}

/* "struct.member.member": does it exist? */
static bool has_field(const struct btf *btf, const char *path)
{
	size_t len = strcspn(path, ".");
	char type[64];
	const struct btf_type *t;
	int id;

	snprintf(type, sizeof(type), "%.*s", (int)len, path);
	id = btf__find_by_name_kind(btf, type, BTF_KIND_STRUCT);
	if (id < 0)
		return false;
	t = btf__type_by_id(btf, id);
	while (path[len]) {
		const struct btf_member *m;

		path += len + 1;
		len = strcspn(path, ".");
		if (!t || !btf_is_composite(t))
			return false;
		m = member(btf, t, path, len);
		if (!m)
			return false;
		t = bare(btf, m->type);
	}
	return true;
}

static int lock_type(struct facts *facts, const struct btf *btf)
{
	int id = btf__find_by_name_kind(btf, "memcg_stock_pcp", BTF_KIND_STRUCT);
	const struct btf_member *m = NULL;
	const struct btf_type *t;

	if (id < 0)
		return 0;
	t = btf__type_by_id(btf, id);
	m = member(btf, t, "lock", 4);
	if (!m)
		m = member(btf, t, "stock_lock", 10);
	if (!m)
		return 0;
	t = btf__type_by_id(btf, m->type);
	facts->lock_type = strdup(btf__name_by_offset(btf, t->name_off));
	return facts->lock_type ? 0 : -ENOMEM;
}

/* "mem_cgroup*,int": the types of a prototype, as the role table writes them. */
static char *signature(const struct btf *btf, const struct btf_type *func)
{
	const struct btf_type *proto = btf__type_by_id(btf, func->type);
	const struct btf_param *p = btf_params(proto);
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	for (int i = 0; i < btf_vlen(proto); i++, p++) {
		const struct btf_type *t = bare(btf, p->type);

		if (i)
			fputc(',', out);
		if (t && btf_is_ptr(t)) {
			const struct btf_type *to = bare(btf, t->type);

			fprintf(out, "%s*",
				to && btf_is_composite(to) ? btf__name_by_offset(btf, to->name_off)
							   : "");
		} else {
			fputs(t && (btf_is_int(t) || btf_is_any_enum(t)) ? "int" : "?", out);
		}
	}
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}

static int add_func(struct facts *facts, const struct btf *btf, const struct btf_type *t,
		    const char *name)
{
	struct fact_func f = {.name = (char *)name, .in_btf = true, .traceable = -1};
	int err;

	if (facts__func(facts, name))
		return 0;
	f.signature = signature(btf, t);
	if (!f.signature)
		return -ENOMEM;
	err = facts__add_func(facts, &f);
	free(f.signature);
	return err;
}

static int scan_types(struct facts *facts, const struct btf *btf)
{
	__u32 n = btf__type_cnt(btf);
	int err = 0;

	for (__u32 id = 1; !err && id < n; id++) {
		const struct btf_type *t = btf__type_by_id(btf, id);
		const char *name = btf__name_by_offset(btf, t->name_off);

		if (btf_is_func(t)) {
			if (facts__wants_symbol(name))
				err = add_func(facts, btf, t, name);
			else if (listed(wanted_kfuncs, name) && !facts__has_kfunc(facts, name))
				err = facts__add_kfunc(facts, name);
		} else if (btf_is_var(t) && listed(wanted_percpu, name)) {
			err = facts__add_percpu(facts, name, btf__resolve_size(btf, t->type));
		}
	}
	return err;
}

static int scan_enums(struct facts *facts, const struct btf *btf)
{
	int err = 0;

	for (size_t i = 0; !err && i < sizeof(wanted_enums) / sizeof(wanted_enums[0]); i++) {
		int id = btf__find_by_name_kind(btf, wanted_enums[i].type, BTF_KIND_ENUM);
		const struct btf_type *t = id < 0 ? NULL : btf__type_by_id(btf, id);
		const struct btf_enum *e = t ? btf_enum(t) : NULL;

		for (int v = 0; t && v < btf_vlen(t); v++, e++) {
			if (strcmp(btf__name_by_offset(btf, e->name_off), wanted_enums[i].name))
				continue;
			err = facts__add_enum(facts, wanted_enums[i].name, e->val);
			break;
		}
	}
	return err;
}

int facts__probe_btf(struct facts *facts)
{
	struct btf *btf = btf__load_vmlinux_btf();
	int err;

	if (!btf) {
		facts->btf_error = errno;
		return errno == ENOMEM ? -ENOMEM : 0;
	}
	facts->btf = true;
	err = scan_types(facts, btf);
	if (!err)
		err = scan_enums(facts, btf);
	if (!err)
		err = lock_type(facts, btf);
	for (const char *const *f = wanted_fields; !err && *f; f++)
		if (has_field(btf, *f))
			err = facts__add_field(facts, *f);
	btf__free(btf);
	return err;
}

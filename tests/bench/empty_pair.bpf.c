// SPDX-License-Identifier: GPL-2.0-or-later
/* Programs that do nothing: what is left is the price of being called. */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

char LICENSE[] SEC("license") = "GPL";

SEC("fentry")
int empty_entry(void *ctx)
{
	return 0;
}

SEC("fexit")
int empty_exit(void *ctx)
{
	return 0;
}

/* User space sets the attach type: libbpf 1.1 has no section name for sessions. */
SEC("fentry")
int empty_session(void *ctx)
{
	return 0;
}

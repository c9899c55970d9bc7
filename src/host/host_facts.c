// SPDX-License-Identifier: GPL-2.0-or-later
#include "host/host_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <zlib.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "host/host_file.h"
#include "model/host_text.h"

#define CONFIG_MOST_BYTES (4u << 20)

/* One word or line of a file, without the newline. */
static char *read_line(const char *path)
{
	char *text = host_file__read(path, NULL);

	if (text)
		text[strcspn(text, "\n")] = '\0';
	if (text && !*text) {
		free(text);
		return NULL;
	}
	return text;
}

static char *build_id(void)
{
	size_t bytes;
	char *notes = host_file__read("/sys/kernel/notes", &bytes);
	char *id = notes ? host_text__build_id(notes, bytes) : NULL;

	free(notes);
	return id;
}

static char *cpu_model(void)
{
	char *text = host_file__read("/proc/cpuinfo", NULL);
	char *model = text ? host_text__cpu_model(text) : NULL;

	free(text);
	return model;
}

/* Plain or compressed: zlib reads both. */
static char *hash_config(const char *path)
{
	char *text = malloc(CONFIG_MOST_BYTES), *hash = NULL;
	gzFile f = gzopen(path, "re");
	int n = f && text ? gzread(f, text, CONFIG_MOST_BYTES) : -1;

	if (n > 0)
		hash = host_text__config_hash(text, (size_t)n);
	if (f)
		gzclose(f);
	free(text);
	return hash;
}

static char *config_hash(const char *release)
{
	char path[256], *hash = hash_config("/proc/config.gz");

	if (hash)
		return hash;
	snprintf(path, sizeof(path), "/boot/config-%s", release);
	return hash_config(path);
}

#if defined(__x86_64__) || defined(__i386__)
/* Leaf 0x40000000 is by convention where a hypervisor signs. */
static const char *accelerator(void)
{
	static const char *const known[][2] = {
		{"KVMKVMKVM", "kvm"},	    {"TCGTCGTCGTCG", "tcg"}, {"Microsoft Hv", "hyper-v"},
		{"VMwareVMware", "vmware"}, {"XenVMMXenVMM", "xen"},
	};
	unsigned int a, b, c, d;
	char signature[13] = "";

	if (!__get_cpuid(1, &a, &b, &c, &d))
		return NULL;
	if (!(c >> 31))
		return "none";
	__cpuid(0x40000000, a, b, c, d);
	memcpy(signature, &b, 4);
	memcpy(signature + 4, &c, 4);
	memcpy(signature + 8, &d, 4);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (!strcmp(signature, known[i][0]))
			return known[i][1];
	}
	return "hypervisor";
}
#else
static bool file_has(const char *path, const char *word)
{
	char *text = host_file__read(path, NULL);
	bool has = text && strstr(text, word);

	free(text);
	return has;
}

/* No instruction to ask: QEMU is told, but not whether it emulates. */
static const char *accelerator(void)
{
	if (file_has("/proc/device-tree/hypervisor/compatible", "linux,kvm") ||
	    file_has("/sys/class/dmi/id/product_name", "KVM"))
		return "kvm";
	if (file_has("/sys/hypervisor/type", "xen"))
		return "xen";
	if (file_has("/sys/class/dmi/id/sys_vendor", "QEMU"))
		return "hypervisor";
	return NULL;
}
#endif

static char *copy(const char *text)
{
	return text ? strdup(text) : NULL;
}

void host_facts__fill(struct recording_info *info)
{
	const char *on = accelerator();
	char name[256] = "";
	struct utsname uts;

	if (!uname(&uts)) {
		info->kernel_version = copy(uts.version);
		info->config_hash = config_hash(uts.release);
	}
	info->kernel_build_id = build_id();
	info->cpu_model = cpu_model();
	info->governor = read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
	info->accelerator = copy(on);
	info->emulated = on && !strcmp(on, "tcg");
	if (!gethostname(name, sizeof(name) - 1))
		info->hostname = copy(name);
}

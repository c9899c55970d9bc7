// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/info_json.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/cgroup_mount.h"
#include "model/hist.h"
#include "model/name_text.h"

#define MAX_CPUS 8192 /* of any kernel */

/* Strings of struct recording_info and of its run, by their names in the file. */
static const struct text_member {
	const char *name;
	size_t offset;
} text_members[] = {
	{"memcgtop_version", offsetof(struct recording_info, memcgtop_version)},
	{"kernel_release", offsetof(struct recording_info, run.kernel_release)},
	{"kernel_version", offsetof(struct recording_info, kernel_version)},
	{"kernel_build_id", offsetof(struct recording_info, kernel_build_id)},
	{"config_hash", offsetof(struct recording_info, config_hash)},
	{"machine", offsetof(struct recording_info, run.machine)},
	{"preemption", offsetof(struct recording_info, run.preemption)},
	{"cpu_model", offsetof(struct recording_info, cpu_model)},
	{"accelerator", offsetof(struct recording_info, accelerator)},
	{"hostname", offsetof(struct recording_info, hostname)},
	{"command", offsetof(struct recording_info, command)},
	{"governor", offsetof(struct recording_info, governor)},
	{"filter", offsetof(struct recording_info, run.filter)},
};

static const struct flag_member {
	const char *name;
	size_t offset;
} flag_members[] = {
	{"emulated", offsetof(struct recording_info, emulated)},
	{"anonymous", offsetof(struct recording_info, anonymous)},
	{"rt", offsetof(struct recording_info, run.rt)},
	{"lock_state", offsetof(struct recording_info, run.lock_state)},
	{"inner_refill", offsetof(struct recording_info, run.inner_refill)},
	{"paths_relative", offsetof(struct recording_info, run.paths_relative)},
	{"charges", offsetof(struct recording_info, run.charges)},
	{"cost", offsetof(struct recording_info, run.cost)},
};

#define N_OF(array) (sizeof(array) / sizeof((array)[0]))

/* --- writing ------------------------------------------------------------------ */

/* What jansson takes is UTF-8; what a kernel or a user says may be anything. */
static json_t *text_json(const char *text)
{
	char *clean = text ? name__printable(text) : NULL;
	json_t *json = clean ? json_string(clean) : json_null();

	free(clean);
	return json;
}

static json_t *roles_json(const struct run_info *run)
{
	json_t *roles = json_object();

	for (int i = 0; i < ROLE_NR; i++) {
		const struct role_info *r = &run->roles[i];

		json_object_set_new(roles, role__name((enum role)i),
				    json_pack("{s:s, s:o, s:o, s:o}", "mode",
					      attach_mode__name(r->mode), "hook",
					      text_json(r->hook), "reason", text_json(r->reason),
					      "remedy", text_json(r->remedy)));
	}
	return roles;
}

static json_t *unavailable_json(const struct run_info *run)
{
	json_t *na = json_object();

	for (int i = 0; i < METRIC_NR; i++) {
		if (run->na[i])
			json_object_set_new(na, metric__name((enum metric)i),
					    text_json(run->na[i]));
	}
	return na;
}

/* Lowest value of each slot: says all there is to say about a layout. */
static json_t *histogram_json(const struct hist_layout *layout)
{
	json_t *lows = json_array();

	for (unsigned int i = 0; i < layout->slots; i++)
		json_array_append_new(lows, json_integer((json_int_t)layout->low(i)));
	return json_pack("{s:i, s:i, s:o}", "slots", (int)layout->slots, "per_octave",
			 (int)layout->per_octave, "low_ns", lows);
}

static json_t *whole_json(const struct recording_info *info)
{
	json_t *root = json_pack(
		"{s:{s:i, s:i, s:s}, s:s, s:i, s:i, s:i, s:I, s:I, s:I}", "format", "major",
		RECORDING_MAJOR, "minor", RECORDING_MINOR, "reader", RECORDING_READER,
		"cgroup_version", info->run.cgroup_version ?: "none", "possible_cpus",
		(int)info->run.possible_cpus, "online_cpus", (int)info->online_cpus, "page_bytes",
		(int)info->run.page_bytes, "interval_ns", (json_int_t)info->interval_ns,
		"start_unix_ns", (json_int_t)info->start_wall_ns, "start_monotonic_ns",
		(json_int_t)info->start_mono_ns);

	for (size_t i = 0; root && i < N_OF(text_members); i++)
		json_object_set_new(
			root, text_members[i].name,
			text_json(*(char *const *)((const char *)info + text_members[i].offset)));
	for (size_t i = 0; root && i < N_OF(flag_members); i++)
		json_object_set_new(
			root, flag_members[i].name,
			json_boolean(*(const bool *)((const char *)info + flag_members[i].offset)));
	json_object_set_new(root, "roles", roles_json(&info->run));
	json_object_set_new(root, "unavailable", unavailable_json(&info->run));
	json_object_set_new(root, "histograms",
			    json_pack("{s:o, s:o}", "fine", histogram_json(&hist_fine), "coarse",
				      histogram_json(&hist_coarse)));
	json_object_set_new(root, "rows", layouts__to_json());
	return root;
}

char *info_json__write(const struct recording_info *info)
{
	json_t *root = whole_json(info);
	char *text = root ? json_dumps(root, JSON_COMPACT) : NULL;

	json_decref(root);
	return text;
}

char *end_json__write(const struct recording_end *end)
{
	json_t *root = json_pack("{s:i, s:o}", "exit_status", end->exit_status, "result",
				 text_json(end->result_json));
	char *text = root ? json_dumps(root, JSON_COMPACT) : NULL;

	json_decref(root);
	return text;
}

/* --- reading ------------------------------------------------------------------ */

/* A file may come from anybody: nothing in it is to move a cursor. */
static int read_text(char **to, const json_t *root, const char *name)
{
	const char *text = json_string_value(json_object_get(root, name));

	*to = text ? name__printable(text) : NULL;
	return text && !*to ? -ENOMEM : 0;
}

static uint64_t read_count(const json_t *root, const char *name, json_int_t max)
{
	json_int_t v = json_integer_value(json_object_get(root, name));

	return v < 0 ? 0 : (uint64_t)(v < max ? v : max);
}

static enum attach_mode mode_of(const json_t *role)
{
	const char *name = json_string_value(json_object_get(role, "mode"));

	for (int mode = 0; name && mode < ATTACH_NR; mode++) {
		if (!strcmp(name, attach_mode__name((enum attach_mode)mode)))
			return (enum attach_mode)mode;
	}
	return ATTACH_ABSENT;
}

static int read_roles(struct run_info *run, const json_t *roles)
{
	for (int i = 0; i < ROLE_NR; i++) {
		const json_t *role = json_object_get(roles, role__name((enum role)i));
		struct role_info *to = &run->roles[i];
		int err;

		to->mode = mode_of(role);
		err = read_text(&to->hook, role, "hook");
		if (!err)
			err = read_text(&to->reason, role, "reason");
		if (!err)
			err = read_text(&to->remedy, role, "remedy");
		if (err)
			return err;
	}
	return 0;
}

static int read_unavailable(struct run_info *run, const json_t *na)
{
	for (int i = 0; i < METRIC_NR; i++) {
		int err = read_text(&run->na[i], na, metric__name((enum metric)i));

		if (err)
			return err;
	}
	return 0;
}

static const char *version_word(const json_t *root)
{
	const char *word = json_string_value(json_object_get(root, "cgroup_version"));

	for (int i = CGROUP_NONE; word && i <= CGROUP_V1; i++) {
		const char *known = cgroup_version__name((enum cgroup_version)i);

		if (!strcmp(word, known))
			return known;
	}
	return cgroup_version__name(CGROUP_NONE);
}

static bool same_histogram(const json_t *histograms, const char *name,
			   const struct hist_layout *layout)
{
	const json_t *lows = json_object_get(json_object_get(histograms, name), "low_ns");

	if (json_array_size(lows) != layout->slots)
		return false;
	for (unsigned int i = 0; i < layout->slots; i++) {
		if (json_integer_value(json_array_get(lows, i)) != (json_int_t)layout->low(i))
			return false;
	}
	return true;
}

static int read_members(struct recording_info *info, const json_t *root)
{
	int err = 0;

	for (size_t i = 0; !err && i < N_OF(text_members); i++)
		err = read_text((char **)((char *)info + text_members[i].offset), root,
				text_members[i].name);
	for (size_t i = 0; i < N_OF(flag_members); i++)
		*(bool *)((char *)info + flag_members[i].offset) =
			json_is_true(json_object_get(root, flag_members[i].name));
	info->run.cgroup_version = version_word(root);
	info->run.possible_cpus = (unsigned int)read_count(root, "possible_cpus", MAX_CPUS);
	info->online_cpus = (unsigned int)read_count(root, "online_cpus", MAX_CPUS);
	info->run.page_bytes = (unsigned int)read_count(root, "page_bytes", 1 << 30);
	info->interval_ns = read_count(root, "interval_ns", INT64_MAX);
	info->start_wall_ns = read_count(root, "start_unix_ns", INT64_MAX);
	info->start_mono_ns = read_count(root, "start_monotonic_ns", INT64_MAX);
	if (!err)
		err = read_roles(&info->run, json_object_get(root, "roles"));
	if (!err)
		err = read_unavailable(&info->run, json_object_get(root, "unavailable"));
	return err;
}

static void __attribute__((format(printf, 2, 3))) say(char **why, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (why && vasprintf(why, fmt, ap) < 0)
		*why = NULL;
	va_end(ap);
}

static int check_version(const json_t *root, char **why)
{
	const json_t *format = json_object_get(root, "format");
	const json_t *major = json_object_get(format, "major");
	char *reader = NULL;

	if (!json_is_integer(major)) {
		say(why, "its first frame is not what memcgtop writes");
		return -EBADMSG;
	}
	if (json_integer_value(major) == RECORDING_MAJOR)
		return 0;
	if (read_text(&reader, format, "reader"))
		return -ENOMEM;
	say(why, "format version %lld: needs memcgtop %s or newer",
	    (long long)json_integer_value(major), reader ?: "of a later version");
	free(reader);
	return -ENOTSUP;
}

static int read_root(const json_t *root, struct recording_info *info, struct layouts *layouts,
		     char **why)
{
	const json_t *histograms = json_object_get(root, "histograms");
	int err = check_version(root, why);

	if (err)
		return err;
	if (!same_histogram(histograms, "fine", &hist_fine) ||
	    !same_histogram(histograms, "coarse", &hist_coarse)) {
		say(why, "its histograms have other bounds than those of this memcgtop");
		return -ENOTSUP;
	}
	err = layouts__from_json(layouts, json_object_get(root, "rows"));
	if (err == -EBADMSG)
		say(why, "its rows are not what memcgtop writes");
	return err ?: read_members(info, root);
}

int info_json__read(const char *text, size_t bytes, struct recording_info *info,
		    struct layouts *layouts, char **why)
{
	json_t *root = bytes <= RECORDING_MAX_INFO ? json_loadb(text, bytes, 0, NULL) : NULL;
	int err;

	*info = (struct recording_info){0};
	*layouts = (struct layouts){0};
	if (why)
		*why = NULL;
	if (!root) {
		say(why, "its first frame is not what memcgtop writes");
		return -EBADMSG;
	}
	err = read_root(root, info, layouts, why);
	json_decref(root);
	if (err) {
		recording_info__clear(info);
		layouts__clear(layouts);
	}
	return err;
}

int end_json__read(const char *text, size_t bytes, struct recording_end *end)
{
	json_t *root = bytes <= RECORDING_MAX_INFO ? json_loadb(text, bytes, 0, NULL) : NULL;
	json_int_t status = json_integer_value(json_object_get(root, "exit_status"));
	int err = json_is_object(root) ? 0 : -EBADMSG;

	*end = (struct recording_end){.known = !err};
	end->exit_status = status < 0 || status > 255 ? -1 : (int)status;
	if (!err)
		err = read_text(&end->result_json, root, "result");
	json_decref(root);
	return err;
}

void recording_info__clear(struct recording_info *info)
{
	run_info__clear(&info->run);
	for (size_t i = 0; i < N_OF(text_members); i++)
		free(*(char **)((char *)info + text_members[i].offset));
	*info = (struct recording_info){0};
}

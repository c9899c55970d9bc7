// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/common.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/common_stop.h"
#include "kernel/live_source.h"
#include "model/synthetic.h"
#include "util/log.h"
#include "view/json.h"
#include "view/select.h"
#include "view/table_text.h"

#define SYNTHETIC "synthetic:"

static int open_synthetic(const char *text, struct source **src)
{
	struct synthetic_spec spec;
	const char *bad = "";

	if (strncmp(text, SYNTHETIC, strlen(SYNTHETIC))) {
		log__error("--source: '%s' is not known; give synthetic:SPEC", text);
		return -EINVAL;
	}
	if (synthetic_spec__parse(text + strlen(SYNTHETIC), &spec, &bad)) {
		log__error("--source: '%s' is no part of a synthetic host; see model/synthetic.h",
			   bad);
		return -EINVAL;
	}
	*src = synthetic__new(&spec);
	if (!*src) {
		log__error("out of memory");
		return -ENOMEM;
	}
	return 0;
}

int source__open(const struct options *opt, struct source **src)
{
	if (opt->source)
		return open_synthetic(opt->source, src);
	return live_source__open(opt, src);
}

void source__close(struct source *src)
{
	if (src)
		src->ops->close(src);
}

int source__exit_status(const struct options *opt, int err)
{
	return opt->source && err == -EINVAL ? EXIT_USAGE : EXIT_FAILURE;
}

int common__select(const struct options *opt, struct select **select)
{
	int err = select__new(opt->cgroup, opt->cpus, select);

	if (err)
		log__error("out of memory");
	return err;
}

struct view_opts common__view_opts(const struct options *opt, const struct out *out,
				   const struct select *select)
{
	return (struct view_opts){
		.width = out__columns(out),
		.rows = opt->rows,
		.select = select,
	};
}

int common__print_interval(const struct options *opt, struct out *out, const struct select *select,
			   const struct snapshot *delta)
{
	struct view_opts view = common__view_opts(opt, out, select);
	FILE *f = out__begin(out);
	int err;

	if (!f)
		return -ENOMEM;
	if (opt->json)
		err = json__print(f, delta, &view, JSON_INTERVAL);
	else
		err = table_text__print(f, delta, &view);
	return out__commit(out) ?: err;
}

int common__finish(struct out *out, int status)
{
	int err = out__close(out);

	if (err == -EPIPE)
		stop__die_of(SIGPIPE);
	return err && status == EXIT_SUCCESS ? EXIT_FAILURE : status;
}

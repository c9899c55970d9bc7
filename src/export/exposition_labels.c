// SPDX-License-Identifier: GPL-2.0-or-later
#include "export/exposition_labels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/exposition_text.h"

char *exposition_labels__own(const struct family *family, const struct sample *sample)
{
	char *labels = NULL;
	size_t bytes, n = 0;
	FILE *f;

	if (!family->labels[0])
		return strdup("");
	f = open_memstream(&labels, &bytes);
	if (!f)
		return NULL;
	for (int i = 0; i < FAMILY_LABELS && family->labels[i]; i++) {
		char *value;

		if (!sample->label[i] || !*sample->label[i])
			continue; /* Prometheus makes no difference between empty and absent */
		value = exposition_text__value(sample->label[i]);
		if (!value) {
			fclose(f);
			free(labels);
			return NULL;
		}
		fprintf(f, "%s%s=\"%s\"", n++ ? "," : "", family->labels[i], value);
		free(value);
	}
	if (!fclose(f))
		return labels;
	free(labels);
	return NULL;
}

void exposition_labels__free(char **labels)
{
	for (size_t i = 0; labels && labels[i]; i++)
		free(labels[i]);
	free(labels);
}

const struct ledger_series *exposition_labels__series(const struct ledger_view *view, size_t i)
{
	return i < view->n_series ? &view->series[i] : &view->other;
}

char **exposition_labels__cpus(const struct snapshot *now)
{
	char **labels = calloc(now->n_cpus + 1, sizeof(*labels));

	for (size_t i = 0; labels && i < now->n_cpus; i++) {
		if (asprintf(&labels[i], "cpu=\"%u\"", now->cpus[i].cpu) < 0) {
			labels[i] = NULL;
			exposition_labels__free(labels);
			return NULL;
		}
	}
	return labels;
}

char **exposition_labels__cgroups(const struct ledger_view *view)
{
	char **labels = calloc(view->n_series + 2, sizeof(*labels));

	for (size_t i = 0; labels && i <= view->n_series; i++) {
		const char *label = exposition_labels__series(view, i)->label;
		char *value = exposition_text__value(label ? label : "other");

		if (!value || asprintf(&labels[i], "cgroup=\"%s\"", value) < 0) {
			labels[i] = NULL;
			free(value);
			exposition_labels__free(labels);
			return NULL;
		}
		free(value);
	}
	return labels;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/silence.h"

#include "kernel/calibrate.h"
#include "kernel/own_cgroup.h"
#include "util/log.h"

#define SILENT_NS 60000000000ull
#define PROOF	  8 /* runs that 4,096 pages charged and uncharged cannot stay below */

/* Runs of each role that the cells of one cgroup have; @id 0: all cells. */
static void count(const struct session *s, uint64_t id, uint64_t *runs)
{
	uint32_t end = session__cells_end(s);

	for (int role = 0; role < ROLE_NR; role++)
		runs[role] = 0;
	for (uint32_t i = 1; i < end; i++) {
		const struct mct_cell *cell = &s->cells[i];

		if (id && cell->cgroup_id != id)
			continue;
		runs[ROLE_REFILL] += cell->refills;
		runs[ROLE_CHARGE] += cell->charges;
		for (int kind = 0; kind < MCT_NR_UNCHARGE; kind++)
			runs[ROLE_UNCHARGE] += cell->uncharge[kind];
		for (int reason = 0; reason < MCT_NR_CHARGE; reason++)
			runs[ROLE_SLOW_CHARGE] += cell->charge[reason];
	}
}

/* How many more runs there are after we provoked some. */
static void provoked(const struct session *s, uint64_t id, uint64_t *more)
{
	uint64_t before[ROLE_NR];

	count(s, id, before);
	calibrate__provoke();
	count(s, id, more);
	for (int role = 0; role < ROLE_NR; role++)
		more[role] -= before[role];
}

void silence__start(struct silence *si, const struct session *s)
{
	uint64_t more[ROLE_NR];

	si->cgroup_id = own_cgroup__id();
	if (!si->cgroup_id)
		return;
	/* in our own cells: a busy host proves nothing */
	provoked(s, si->cgroup_id, more);
	for (int role = 0; role < ROLE_NR; role++) {
		si->proven[role] = more[role] >= PROOF;
		if (more[role])
			log__verbose("pages of our own: the %s program saw %llu", role__name(role),
				     (unsigned long long)more[role]);
	}
}

enum role silence__check(struct silence *si, const struct session *s, const uint64_t *runs,
			 uint64_t now_ns)
{
	enum role deaf = ROLE_NR;
	bool silent = false;
	uint64_t more[ROLE_NR];

	for (int role = 0; role < ROLE_NR; role++) {
		if (runs[role] != si->runs[role] || !si->since_ns[role]) {
			si->runs[role] = runs[role];
			si->since_ns[role] = now_ns;
		}
		silent |= si->proven[role] && now_ns - si->since_ns[role] >= SILENT_NS;
	}
	if (!silent || own_cgroup__id() != si->cgroup_id)
		return ROLE_NR;
	/* wherever they are counted: the table may have been full */
	provoked(s, 0, more);
	for (int role = ROLE_NR - 1; role >= 0; role--) {
		if (!si->proven[role] || now_ns - si->since_ns[role] < SILENT_NS)
			continue;
		si->since_ns[role] = now_ns;
		log__verbose("quiet for a minute: the %s program saw %llu of our own",
			     role__name(role), (unsigned long long)more[role]);
		if (!more[role])
			deaf = role;
	}
	return deaf;
}

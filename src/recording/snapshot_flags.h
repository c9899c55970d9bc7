/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The flags of a snapshot's payload; inside snapshot_*code.c only. */
#ifndef RECORDING_SNAPSHOT_FLAGS_H
#define RECORDING_SNAPSHOT_FLAGS_H

#include "recording/snapshot_code.h"

#define FLAG_KEYFRAME 1u
#define FLAG_IDS      2u
#define FLAG_TEXTS    4u

#endif

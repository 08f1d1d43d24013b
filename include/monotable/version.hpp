// SPDX-License-Identifier: BSL-1.0
#pragma once

// major * 10000 + minor * 100 + patch. Every other file reads the version from this line.
#define MONOTABLE_VERSION 100

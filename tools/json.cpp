// SPDX-License-Identifier: BSL-1.0
// Boost.JSON itself, for programs that take it as headers.
#include <boost/json/src.hpp>

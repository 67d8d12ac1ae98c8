#pragma once

#include "registry/operation_table.hpp"

#include <deque>

/// The operations of all plugins in this tree, loaded with default settings. Throws std::runtime_error if a plugin
/// cannot be loaded.
const std::deque<verbatim::core::registry::registered_operation>& every_operation();

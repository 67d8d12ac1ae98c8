#pragma once

#include "verbatim/feedback/model_json.hpp"
#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/schema.hpp"

#include <string>
#include <string_view>

namespace verbatim::feedback {

/// The output schema of a declared type T; created once, never destroyed. `name` is a literal, the same for every use
/// of T. Outputs are read by read_reply; for `allows_prefix` see sdk::output_schema. [any thread]
template <class T>
VERBATIM_SDK_HIDDEN const sdk::output_schema& output_schema_of(std::string_view name, bool allows_prefix = false)
{
    static const auto& json_schema = *new std::string{sdk::strict_schema(sdk::schema_of<T>())};
    static const auto& result      = *new sdk::output_schema{name, json_schema, &read_reply, allows_prefix};
    return result;
}

} // namespace verbatim::feedback

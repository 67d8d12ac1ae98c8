#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/schema.hpp"

#include <string>
#include <string_view>

namespace verbatim::feedback {

/// The form of a structured reply that is declared as T; made once, never destroyed. `name` is a literal, always the
/// same for one T. [any thread]
template <class T>
VERBATIM_SDK_HIDDEN const sdk::reply_form& form_of(std::string_view name)
{
    static const auto& schema = *new std::string{sdk::strict_schema(sdk::declared<T>())};
    static const auto& form   = *new sdk::reply_form{name, schema};
    return form;
}

} // namespace verbatim::feedback

#pragma once

#include "llm/attempt_result.hpp"
#include "llm/wire_format.hpp"

#include <string_view>

namespace verbatim::core::llm {

/// Members of the request that the model refuses, as far as an error response shows:
/// docs/reference/provider.md#members-that-a-model-refuses. `options` are those of the request;
/// `has_schema`: it asks for JSON.
optional_members refused_members(int status, std::string_view body, const request_options& options,
                                 bool has_schema = false);

/// The options without these members. A limit gets its other name, and JSON is asked for in the next simpler way.
request_options without(const optional_members& members, request_options options) noexcept;

} // namespace verbatim::core::llm

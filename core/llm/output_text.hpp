#pragma once

#include <string_view>

namespace verbatim::core::llm {

/// The output without a byte order mark and without the reasoning that some models write before their answer, between
/// <think> and </think> or [THINK] and [/THINK]. Chat templates may write the opening mark, so that an output may begin
/// without it. Empty if the reasoning does not end. Borrows from `output`.
std::string_view answer_of(std::string_view output) noexcept;

} // namespace verbatim::core::llm

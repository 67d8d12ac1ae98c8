#pragma once

#include "privacy/settings.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::privacy {

/// The kinds that an analyzer has reported, so that they live as long as the engine. [any thread]
class kind_names
{
public:
    /// The stored name; none if it does not consist of 1 to 64 capitals and underscores, or after 1,000 others.
    std::optional<std::string_view> store(std::string_view name);

private:
    std::mutex                         mutex_;
    std::set<std::string, std::less<>> names_;
};

/// The body of `POST /analyze`. A single text is a string, because not every analyzer accepts a list. Invalid bytes are
/// sent as U+FFFD, one for each.
std::string write_analyze_request(std::span<const std::string_view> texts, const analyzer_settings& settings);

/// The findings of each text, in bytes, in any order, without low scores and ignored kinds. None if the response has
/// another form, a finding outside its text, or a kind that `kinds` does not store:
/// docs/reference/redaction.md#analyzer.
std::optional<std::vector<std::vector<sdk::detected_entity>>>
read_analyze_response(std::string_view body, std::span<const std::string_view> texts, const analyzer_settings& settings,
                      kind_names& kinds);

/// The text in pieces of at most 32 KiB, in order, because analyzers limit the length of a text. Neighbours overlap by
/// at least 512 bytes, so that each shorter finding is whole in one of them. A blank text has no piece.
std::vector<std::string_view> pieces_of(std::string_view text);

} // namespace verbatim::core::privacy

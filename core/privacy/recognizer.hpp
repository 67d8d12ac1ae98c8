#pragma once

#include "privacy/known_persons.hpp"
#include "privacy/lexicon.hpp"
#include "privacy/network.hpp"
#include "privacy/terms.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::privacy {

/// Finds personal data in texts by patterns with check digits, word lists and the words beside a name, in English,
/// French, Spanish, Arabic, Russian, Dutch and Ukrainian at once. The same texts always give the same findings. Costs a
/// few megabytes; made once, at start. [any thread] afterwards.
class recognizer
{
public:
    explicit recognizer(term_list terms = {});

    /// The findings of each text, in the order of `texts`; each list ordered by `begin` and free of overlaps: the
    /// longest finding stays, then the surer one, and of the other what it does not cover. A name that one text gives
    /// away is found in all of them; a part of it where it has a capital. Never inside invalid UTF-8, nor in
    /// placeholders. Time and memory grow with the texts, whatever they hold.
    std::vector<std::vector<sdk::detected_entity>> find_all(std::span<const std::string_view> texts) const;

    class search;

private:
    lexicon          words_;
    network_patterns network_;
    term_list        terms_;
};

/// What find_all does, taken apart, so that whoever has many texts can stop between any two steps: `hear` of all texts
/// in their order, then `settle`, then `find` of all texts, in any order and on any threads.
class recognizer::search
{
public:
    /// Both are borrowed.
    search(const recognizer& engine, std::span<const std::string_view> texts);

    void collect(std::size_t from, std::size_t to); ///< texts [from, to)
    void resolve();
    void find(std::size_t from, std::size_t to);

    std::vector<std::vector<sdk::detected_entity>> take() && { return std::move(findings_); }

private:
    const recognizer&                              engine_;
    std::span<const std::string_view>              texts_;
    std::vector<std::vector<sdk::detected_entity>> findings_;
    known_persons                                  persons_;
};

} // namespace verbatim::core::privacy

#pragma once

#include "privacy/known_persons.hpp"
#include "privacy/lexicon.hpp"
#include "privacy/network.hpp"
#include "privacy/normalized_text.hpp"
#include "privacy/terms.hpp"
#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::privacy {

/// Finds personal data by patterns with check digits, word lists and cues beside names, in English, French, Spanish,
/// Arabic, Russian, Dutch and Ukrainian together. Reads texts in normalized form (normalized_text.hpp). Deterministic.
/// Takes a few megabytes; constructed once, at start. [any thread] afterwards.
class recognizer
{
public:
    explicit recognizer(term_list terms = {});

    /// The findings of each text, in the order of `texts`, sorted by `begin` and without overlaps. A name found in one
    /// text is found in all, and its parts where they are capitalised. No finding contains invalid UTF-8 or a
    /// placeholder; a finding around such bytes is split. Time and memory are linear in the texts.
    std::vector<std::vector<sdk::detected_entity>> find_all(std::span<const std::string_view> texts) const;

    /// The e-mail addresses and the numbers with a valid checksum of each text, which is searched by itself and as if
    /// there were no other kinds.
    std::vector<std::vector<sdk::detected_entity>> find_verified(std::span<const std::string_view> texts) const;

    class search;

private:
    lexicon          words_;
    network_patterns network_;
    term_list        terms_;
};

/// The steps of find_all, so that a caller with many texts can stop between them: `collect` all texts in order, then
/// `resolve`, then `find` all texts, in any order and on any threads.
class recognizer::search
{
public:
    /// Borrows both.
    search(const recognizer& engine, std::span<const std::string_view> texts);

    void collect(std::size_t from, std::size_t to); ///< texts [from, to)
    void resolve();
    void find(std::size_t from, std::size_t to);

    std::vector<std::vector<sdk::detected_entity>> take() && { return std::move(findings_); }

private:
    void find_in(const normalized_text& normalized, const tokenized_text& words,
                 std::vector<sdk::detected_entity>& findings) const;

    const recognizer&                              engine_;
    std::span<const std::string_view>              texts_;
    std::vector<std::vector<sdk::detected_entity>> findings_; // until the end of `find`, in the normalized text
    known_persons                                  persons_;
    normalized_text                                last_normalized_; // of the text that was collected last
    tokenized_text                                 last_words_;
};

} // namespace verbatim::core::privacy

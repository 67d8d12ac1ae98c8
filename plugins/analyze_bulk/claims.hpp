#pragma once

#include "analysis_input.hpp"

#include "verbatim/feedback/redaction.hpp"

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

/// Statements of an analysis that the server can check without a model. A check that cannot decide finds nothing:
/// docs/reference/operations/analyze-bulk.md#checks-of-the-analysis.
namespace verbatim::analyze_bulk {

/// The ids of the records of a request, as a model reads them. Borrows their characters. Building takes about 0.1 µs an
/// id; reads are safe on any thread.
class record_ids
{
public:
    explicit record_ids(std::span<const std::string_view> ids);

    std::size_t size() const noexcept { return size_; } ///< records, equal ids counted again

    bool contains(std::string_view id) const { return ids_.contains(id); }

    /// Of a number that a double holds exactly.
    static constexpr std::size_t max_exact_digits = 15;

    /// Whether an id of at most max_exact_digits digits has this value.
    bool contains_number(double value) const { return numbers_.contains(value); }

    /// Whether a number without an id has as many digits as the ids have, and too many for a count or a year.
    bool has_form_of_numbers(std::string_view digits) const;

    /// Whether a word is built like an id: the same letters before the first digit, then digits, letters and marks in
    /// the same order, or a UUID if the ids are UUIDs. False for every word if the ids have many forms.
    bool has_form(std::string_view word) const;

private:
    std::size_t                          size_;
    std::unordered_set<std::string_view> ids_;
    std::unordered_set<double>           numbers_;
    std::size_t                          min_digits_ = 0; ///< of the ids that are numbers; 0 if there are none
    std::size_t                          max_digits_ = 0;
    std::set<std::string, std::less<>>   forms_;
};

/// The words of a text that have the form of an id and are none, and the ids of the examples in our prompts unless
/// records have them: each once, in order, the first 100 of at most 64 bytes.
std::vector<std::string> unknown_citations(std::string_view text, const record_ids& ids);

/// What the checks found wrong.
struct refuted_claims
{
    std::vector<std::string> unknown_ids;     ///< cited, but of no record
    std::vector<std::string> unknown_numbers; ///< that the counts do not hold; only with detail `themes`
    std::string              language;        ///< ISO 639 code of an answer that is not in the requested language
};

/// Ids that `analysis`, a text of a model, cites although no record has them. Words of the records and of the question
/// are no citations. Reads all contents if there is a suspicion.
std::vector<std::string> unknown_ids_in(std::string_view analysis, const record_ids& ids, const analysis_input& input);

/// The code of the language of `text` if it is certainly not the requested one, otherwise empty. Text in quotation
/// marks is not read, because quotes are in the language of their record.
std::string other_language_of(std::string_view text, const analysis_input& input);

/// A sentence for each kind of claim, each with a blank in front; empty without claims.
std::string sentences_about(const refuted_claims& claims, const analysis_input& input);

/// The sentences about an analysis with detail `text`. [call] [may wait]
sdk::task<std::string> check_claims(sdk::call& call, const analysis_input& input, const feedback::redaction& redaction,
                                    std::string_view analysis);

} // namespace verbatim::analyze_bulk

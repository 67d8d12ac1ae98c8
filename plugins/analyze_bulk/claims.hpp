#pragma once

#include "analysis_input.hpp"
#include "record_ids.hpp"

#include "verbatim/feedback/redaction.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Statements of an analysis that the server can check without a model. A check that cannot decide finds nothing:
/// docs/reference/operations/analyze-bulk.md#checks-of-the-analysis.
namespace verbatim::analyze_bulk {

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

#pragma once

#include "extractive/language.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::extractive {

struct named_count
{
    std::string name;
    std::size_t count = 0;
};

/// Counts by ISO week (`2026-W10`) or by month (`2026-03`); one unit in one report.
using timeline = std::map<std::string, std::size_t>;

/// A group of phrases that the same records hold.
struct theme
{
    std::string              name;
    std::vector<named_count> parts; ///< longer or kindred phrases inside it, most frequent first
    std::size_t              count = 0;
    std::vector<std::string> ids; ///< the first few
    timeline                 over_time;
    std::string              example;                  ///< one shortened sentence
    std::string              code;                     ///< a label that most of its records carry; may be empty
    bool                     matches_question = false; ///< shares words with the analyst's question
};

/// What was counted in some records: the content of an analysis, and of each partial one.
struct report
{
    std::size_t              records  = 0;
    std::size_t              partials = 0; ///< merged from that many; 0: counted from records
    timeline                 over_time;
    std::vector<theme>       themes;     ///< most frequent first, those asked for before the others
    std::vector<named_count> further;    ///< phrases that are no theme
    std::vector<named_count> ubiquitous; ///< words so common that they set nothing apart
    std::vector<named_count> question;   ///< words of the question, with the records that hold them
    std::vector<named_count> labels;     ///< existing codes
    std::vector<named_count> rising;     ///< labels of the trend grid; count in its second half
    std::vector<named_count> falling;
    std::size_t              trend_labels = 0; ///< labels in the trend grid
};

enum class trend
{
    unknown,
    steady,
    growing,
    falling,
};

/// How `part` moves against `whole` from the first half of the period to the second: growing or falling only when
/// the shares differ by more than chance explains (two standard errors). Unknown with fewer than two periods.
trend find_trend(const timeline& part, const timeline& whole);

/// The report as Markdown, its own words in `shown_in`. What read_report() reads back is the same counts, ids and
/// phrases.
std::string write_report(const report& content, language lang);

/// Reads Markdown made by write_report() in any language; none when `text` is something else. A cut end is tolerated.
std::optional<report> read_report(std::string_view text);

} // namespace verbatim::core::extractive

#pragma once

#include "verbatim/text_analysis/language.hpp"

#include <string_view>

namespace verbatim::text_analysis {

/// The fixed words of a report in one language. Counts follow their label, so that no plural is needed.
struct report_labels
{
    std::string_view overview;
    std::string_view records_read;
    std::string_view period;
    std::string_view themes;
    std::string_view themes_match; ///< heading of the themes that match the question
    std::string_view themes_other;
    std::string_view records;
    std::string_view of;
    std::string_view ids;
    std::string_view and_more;
    std::string_view example;
    std::string_view including;
    std::string_view over_time;
    std::string_view growing;
    std::string_view falling;
    std::string_view no_trend;  ///< no theme grows or declines
    std::string_view no_change; ///< no theme and no code grows or declines
    std::string_view further;  ///< phrases beyond the themes
    std::string_view question;
    std::string_view unanswered;    ///< no record holds a word of the question
    std::string_view words_missing; ///< words of the question that no record holds, if others are held
    std::string_view no_comparison; ///< the question asks for a comparison
    std::string_view comparison;    ///< the same, and the response has differences between groups
    std::string_view no_periods;    ///< the same, without dates
    std::string_view ubiquitous;    ///< words in nearly all records
    std::string_view labels;
    std::string_view mostly_coded;
    std::string_view theme_changes; ///< heading of the changes of themes over time
    std::string_view code_changes;
    std::string_view stepped_up; ///< like growing and falling, with the date of the change behind it
    std::string_view stepped_down;
    std::string_view peaking;
    std::string_view appeared;
    std::string_view vanished;
    std::string_view arrow; ///< between the counts of other periods and those of the periods of a change
    std::string_view trend_steady;
    std::string_view nothing_shared; ///< no two records have a phrase in common
    std::string_view no_words;
    std::string_view method; ///< the closing sentences on what was counted
};

const report_labels& report_labels_of(language lang) noexcept;

} // namespace verbatim::text_analysis

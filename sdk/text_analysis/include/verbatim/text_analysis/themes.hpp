#pragma once

#include "verbatim/text_analysis/corpus.hpp"
#include "verbatim/text_analysis/directions.hpp"
#include "verbatim/text_analysis/question.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::text_analysis {

struct named_count
{
    std::string name;
    std::size_t count = 0;
};

/// Counts by ISO week (`2026-W10`) or by month (`2026-03`); the same unit throughout a report.
using timeline = std::map<std::string, std::size_t>;

/// A narrower theme: the documents of a theme that hold its title.
struct sub_theme
{
    std::string title;      ///< one phrase
    std::string definition; ///< a shortened sentence with it
    std::size_t count = 0;
};

/// Phrases that documents share more often than chance explains, and the documents that hold one of them.
struct theme
{
    std::string              name;
    std::string              title;   ///< one or two phrases of one language that are central and distinctive
    std::vector<named_count> parts;   ///< phrases with other words than the name, most frequent first
    std::vector<std::string> phrases; ///< of which each document holds one, most frequent first
    std::size_t              count = 0;
    std::vector<std::string> ids; ///< of the first few documents
    timeline                 over_time;
    std::string              example;                  ///< a shortened sentence with the name
    std::string              definition;               ///< a shortened sentence with a phrase of the title
    std::vector<sub_theme>   sub_themes;               ///< in the language of the title, most documents first
    std::string              label;                    ///< the label of most of its documents; may be empty
    bool                     matches_question = false; ///< the question names it, or it adds documents to the answer
};

/// The counts of a corpus.
struct theme_report
{
    std::size_t              documents = 0;
    timeline                 over_time;
    std::vector<theme>       themes;     ///< of the question first; then groups by count, then single phrases
    std::vector<named_count> further;    ///< phrases beyond the themes
    std::vector<named_count> ubiquitous; ///< words so common that they distinguish nothing
    std::vector<named_count> question;   ///< words of the question, with the documents that hold them
    std::vector<std::string> missing;    ///< words of the question that no document holds
    std::vector<named_count> labels;
};

struct theme_options
{
    std::size_t                max_themes    = 12;
    std::size_t                max_if_needed = 0; ///< with more themes than `max_themes` fewer documents are in none
    const document_directions* directions    = nullptr; ///< of the documents; null: only words are compared
    std::optional<language>    title_language;          ///< of titles and definitions where a theme has records of it
};

/// Counts the phrases that documents share, with the dates and labels of the documents. The question may have no words.
/// With directions, phrases whose documents are about anything are no themes, and those about the same are
/// one. Time grows with the text times its logarithm, and with the square of the phrases, which are bounded. [any
/// thread]
theme_report count_themes(const corpus& corpus, const question& question, const tokenizer& tokenizer,
                          const theme_options& options = {});

/// Whether each document holds a word of the question. Of 12 documents or more, a word that more than 70 % of them hold
/// counts only if none of the other words is in any document: beside others it distinguishes nothing.
std::vector<bool> find_question(const corpus& corpus, const question& question);

} // namespace verbatim::text_analysis

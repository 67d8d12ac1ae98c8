#pragma once

#include "privacy/term_tree.hpp"
#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::privacy {

/// Words and phrases that an operator wants redacted wherever they stand and however they are written: names and places
/// they know. Case, accents, compatibility forms and what cannot be seen make no difference, nor do the signs between
/// words. Words are whole words where a script parts them; short prepositions that Arabic, Hebrew and Ethiopic write
/// onto a word are looked behind. Read once; afterwards any thread may ask.
class term_list
{
public:
    term_list() = default;

    /// `lines` holds one `KIND<TAB>text` a line; empty lines and lines that begin with `#` are skipped. KIND is
    /// [A-Z][A-Z_]*. Throws std::invalid_argument with one sentence that names the setting and the line, and never the
    /// line's content.
    explicit term_list(std::string_view lines);

    /// Appends what the text holds of them, each with score 1. The kinds live as long as this list.
    void find(const tokenized_text& text, std::vector<sdk::detected_entity>& findings) const;

private:
    void add(std::string_view line, std::size_t number);

    std::set<std::string, std::less<>> kinds_;
    std::vector<std::string_view>      kind_of_term_; // of kinds_; by the number of the term
    term_tree                          terms_;
};

/// The list of the file that ANONYMIZER_TERMS_PATH names; an empty one for an empty path. Throws std::exception
/// as above, also when the file cannot be read.
term_list read_terms(const std::filesystem::path& file);

} // namespace verbatim::core::privacy

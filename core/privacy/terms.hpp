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

/// The operator's terms: names and places to redact wherever they occur. Ignores case, accents, compatibility forms,
/// invisible code points and signs between words. Matches whole words where a script separates them, also after a
/// preposition that Arabic, Hebrew or Ethiopic joins to the word. [any thread]
class term_list
{
public:
    term_list() = default;

    /// One `KIND<TAB>text` per line, KIND being [A-Z][A-Z_]*; skips empty lines and lines that begin with `#`. Throws
    /// std::invalid_argument with the setting and the number of the line, never its content.
    explicit term_list(std::string_view lines);

    /// Appends the terms in the text, with score 1. Their kinds live as long as this list.
    void find(const tokenized_text& text, std::vector<sdk::detected_entity>& findings) const;

private:
    void add(std::string_view line, std::size_t number);

    std::set<std::string, std::less<>> kinds_;
    std::vector<std::string_view>      kind_of_term_; // of kinds_; by the number of the term
    term_tree                          terms_;
};

/// Reads the file of ANONYMIZER_TERMS_PATH; an empty path gives an empty list. Throws std::exception if the file cannot
/// be read or is invalid.
term_list read_terms(const std::filesystem::path& file);

} // namespace verbatim::core::privacy

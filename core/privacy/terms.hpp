#pragma once

#include "privacy/tokens.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::privacy {

/// Words and phrases that an operator wants redacted wherever they stand, in any case and with or without accents:
/// names and places they know. Read once; afterwards any thread may ask.
class term_list
{
public:
    term_list() = default;

    /// `lines` holds one `KIND<TAB>text` a line; empty lines and lines that begin with `#` are skipped. KIND is
    /// [A-Z][A-Z_]*. Throws std::invalid_argument with one sentence that names the setting and the line, and never the
    /// line's content.
    explicit term_list(std::string_view lines);

    /// Appends what the text holds of them, each with score 1. The kinds live as long as this list.
    void find(const scanned& text, std::vector<sdk::finding>& to) const;

private:
    struct term
    {
        std::vector<std::uint64_t> words;
        std::string_view           kind;
    };

    void add(std::string_view line, std::size_t number);

    std::set<std::string, std::less<>>         kinds_;
    std::map<std::uint64_t, std::vector<term>> terms_; // by first word, longest first
};

/// The list of the file that ANONYMIZER_TERMS_PATH names; an empty one for an empty path. Throws std::invalid_argument
/// as above, also when the file cannot be read.
term_list read_terms(const std::filesystem::path& file);

} // namespace verbatim::core::privacy

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Numbers in a text of a model, and whether the counts hold them.
namespace verbatim::analyze_bulk::themes {

/// A number as a text may mean it.
struct number_value
{
    double value    = 0;
    int    decimals = 0;
};

/// A number in a text, with digits of any script.
struct figure
{
    std::string text; ///< as written, with its percent sign

    /// What it may mean: `1.234` is 1234 or 1.234. A reading of several values is a list, as in `3,4,5`.
    std::vector<std::vector<number_value>> readings;

    bool percent = false;
    bool day     = false; ///< beside the name of a month
};

/// The numbers of a text that are claims: not those inside words, ids and placeholders, nor ordinals and the numbers of
/// list items.
std::vector<figure> figures_in(std::string_view text);

/// The numbers that a text about the counts may hold.
class known_figures
{
public:
    void add_count(std::size_t count) { counts_.insert(static_cast<double>(count)); }
    void add_share(std::size_t part, std::size_t whole);
    void add_day(std::chrono::sys_days day);
    void add_text(std::string_view text); ///< every number in it, such as that of a title
    void add_id(std::string_view id);     ///< of a record

    bool contains(const figure& figure) const;

    /// The figures of a text that are not known, each once, in order.
    std::vector<std::string> unknown_in(std::string_view text) const;

private:
    bool contains(const number_value& number, const figure& figure) const;
    bool is_share(const number_value& number) const;

    std::set<double>                   counts_;
    std::set<double>                   percentages_;
    std::set<double>                   years_;
    std::set<double>                   days_of_month_;
    std::set<std::string, std::less<>> ids_;
};

/// A sentence about the unknown figures of an analysis, in English; empty without any.
std::string unknown_figures_sentence(std::span<const std::string> figures);

} // namespace verbatim::analyze_bulk::themes

#pragma once

#include "claims.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <set>
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
struct written_number
{
    std::string text; ///< as written, with its percent sign

    /// What it may mean: `1.234` is 1234 or 1.234. A reading of several values is a list, as in `3,4,5`.
    std::vector<std::vector<number_value>> readings;

    bool percent = false;
    bool day     = false; ///< beside the name of a month
    bool cited   = false; ///< where records are cited: in brackets, after `such as` and the like, or in a list of such
};

/// The numbers of a text that are claims: not those inside words, ids and placeholders, nor ordinals and the numbers of
/// list items.
std::vector<written_number> written_numbers_in(std::string_view text);

/// The numbers that a text about the counts may hold. Borrows the ids.
class known_numbers
{
public:
    explicit known_numbers(const record_ids& ids)
        : ids_{ids}
    {}

    void add_count(std::size_t count) { counts_.insert(static_cast<double>(count)); }
    void add_share(std::size_t part, std::size_t whole);
    void add_day(std::chrono::sys_days day);
    void add_text(std::string_view text); ///< every number in it, such as that of a title

    bool contains(const written_number& written) const;

    /// The numbers of a text that are not known, each once, in order.
    std::vector<std::string> unknown_in(std::string_view text) const;

private:
    bool contains(const number_value& number, const written_number& written) const;
    bool is_share(const number_value& number) const;
    bool cites_records(const written_number& written) const;

    const record_ids& ids_;
    std::set<double>  counts_;
    std::set<double>  percentages_;
    std::set<double>  years_;
    std::set<double>  days_of_month_;
};

} // namespace verbatim::analyze_bulk::themes

#include "privacy/number_readers.hpp"

namespace verbatim::core::privacy {

namespace {

/// 405-550-9555, (405) 550-9555, 1 405 550 9555.
bool is_north_american(const digit_run& run, std::size_t groups)
{
    const bool long_form = groups == 4 && run.has_sizes({1, 3, 3, 4}) && run.digits(1) == "1";
    if (!long_form && !(groups == 3 && run.has_sizes({3, 3, 4}))) return false;
    const auto area = run.digits_of(long_form ? 1 : 0), office = run.digits_of(long_form ? 2 : 1);
    return area[0] >= '2' && office[0] >= '2';
}

/// National numbers with a leading zero, in groups of two or more digits or with the zero apart: 071 739 12 43,
/// 01.41.28.69.59, 0772123456, 0 712 345 678.
bool has_trunk_prefix(const digit_run& run, std::size_t groups)
{
    const auto digits = run.digits(groups);
    if (digits[0] != '0' || digits[1] == '0' || digits.size() > 11) return false;
    if (groups == 1) return digits.size() >= 9;
    if (digits.size() < 8 || (groups > 2 && run.separator(groups, 2) == 0)) return false;
    const bool separate_zero = run[0].size == 1;
    if (separate_zero && (groups < 3 || digits.size() < 9)) return false;
    for (std::size_t i = separate_zero ? 1 : 0; i != groups; ++i)
        if (run[i].size < 2) return false;
    return true;
}

/// 8 (912) 345-67-89.
bool is_post_soviet(const digit_run& run, std::size_t groups)
{
    return groups == 5 && run.has_sizes({1, 3, 3, 2, 2}) && (run.digits(1) == "8" || run.digits(1) == "7");
}

/// 2019-2020.
bool is_year_range(const digit_run& run)
{
    const auto is_year = [](std::string_view four) { return four.starts_with("19") || four.starts_with("20"); };
    return run.size() == 2 && run.has_sizes({4, 4}) && is_year(run.digits_of(0)) && is_year(run.digits_of(1));
}

/// 1 200 000.
bool is_amount(const digit_run& run, std::size_t groups)
{
    if (groups < 3 || run.digits(1)[0] == '0' || run[0].size > 3) return false;
    for (std::size_t i = 1; i != groups; ++i)
        if (run[i].size != 3) return false;
    return run.separator(groups) != 0;
}

/// European help lines, which are not personal.
bool is_public_line(std::string_view digits) { return digits.size() == 6 && digits.starts_with("116"); }

} // namespace

double phone_score(const digit_run& run, std::size_t groups, bool has_phone_cue)
{
    const auto digits = run.digits(groups);
    const auto count  = digits.size();
    if (count < 6 || count > 17) return 0;
    if (run.has_plus()) return count >= 8 && count <= 15 ? 0.95 : 0;
    if (digits.starts_with("00")) return digits[2] != '0' && count >= 10 ? 0.9 : 0;
    if (is_north_american(run, groups)) return 0.8;
    if (run.has_bracket() && count >= 9 && count <= 11) return 0.8;
    if (has_trunk_prefix(run, groups)) return has_phone_cue ? 0.9 : 0.75;
    if (is_post_soviet(run, groups)) return 0.85;
    if (!has_phone_cue || count > 13 || is_year_range(run) || is_public_line(digits)) return 0;
    return is_amount(run, groups) && count > 9 ? 0 : 0.7;
}

bool is_whole_phone(std::string_view digits, bool has_plus) noexcept
{
    const auto count = digits.size();
    if (has_plus) return count >= 8 && count <= 15;
    if (count == 11 && digits[0] == '8' && digits[1] == '9') return true; // mobile numbers in Russia
    if (count < 9 || digits[0] != '0') return false;
    return digits[1] == '0' ? digits[2] != '0' && count >= 10 && count <= 15 : count <= 11;
}

bool begins_with_phone(const digit_run& run, bool has_phone_cue)
{
    constexpr std::size_t min_digits = 7;
    for (std::size_t groups = 1; groups <= run.size(); ++groups)
        if (run.digits(groups).size() >= min_digits && phone_score(run, groups, has_phone_cue) != 0) return true;
    return false;
}

} // namespace verbatim::core::privacy

#include "privacy/phones.hpp"

namespace verbatim::core::privacy {

namespace {

/// 405-550-9555, (405) 550-9555, 1 405 550 9555.
bool north_american(const digit_run& run, std::size_t groups)
{
    const bool long_form = groups == 4 && run.shaped({1, 3, 3, 4}) && run.digits(1) == "1";
    if (!long_form && !(groups == 3 && run.shaped({3, 3, 4}))) return false;
    const auto area = run.digits_of(long_form ? 1 : 0), office = run.digits_of(long_form ? 2 : 1);
    return area[0] >= '2' && office[0] >= '2';
}

/// National numbers that begin with a zero, spelled in groups of two and more or with the zero by itself: 071 739 12
/// 43, 01.41.28.69.59, 0772123456, 0 712 345 678.
bool trunk_prefix(const digit_run& run, std::size_t groups)
{
    const auto digits = run.digits(groups);
    if (digits[0] != '0' || digits[1] == '0' || digits.size() > 11) return false;
    if (groups == 1) return digits.size() >= 9;
    if (digits.size() < 8 || (groups > 2 && run.separator(groups, 2) == 0)) return false;
    const bool apart = run[0].size == 1;
    if (apart && (groups < 3 || digits.size() < 9)) return false;
    for (std::size_t i = apart ? 1 : 0; i != groups; ++i)
        if (run[i].size < 2) return false;
    return true;
}

/// 8 (912) 345-67-89.
bool post_soviet(const digit_run& run, std::size_t groups)
{
    return groups == 5 && run.shaped({1, 3, 3, 2, 2}) && (run.digits(1) == "8" || run.digits(1) == "7");
}

/// 2019-2020.
bool years(const digit_run& run)
{
    const auto year = [](std::string_view four) { return four.starts_with("19") || four.starts_with("20"); };
    return run.size() == 2 && run.shaped({4, 4}) && year(run.digits_of(0)) && year(run.digits_of(1));
}

/// 1 200 000.
bool amount(const digit_run& run, std::size_t groups)
{
    if (groups < 3 || run.digits(1)[0] == '0' || run[0].size > 3) return false;
    for (std::size_t i = 1; i != groups; ++i)
        if (run[i].size != 3) return false;
    return run.separator(groups) != 0;
}

/// The help lines that all of Europe shares: they are nobody's.
bool public_line(std::string_view digits) { return digits.size() == 6 && digits.starts_with("116"); }

} // namespace

double phone_score(const digit_run& run, std::size_t groups, bool named)
{
    const auto digits = run.digits(groups);
    const auto count  = digits.size();
    if (count < 6 || count > 17) return 0;
    if (run.plus()) return count >= 8 && count <= 15 ? 0.95 : 0;
    if (digits.starts_with("00")) return digits[2] != '0' && count >= 10 ? 0.9 : 0;
    if (north_american(run, groups)) return 0.8;
    if (run.bracket() && count >= 9 && count <= 11) return 0.8;
    if (trunk_prefix(run, groups)) return named ? 0.9 : 0.75;
    if (post_soviet(run, groups)) return 0.85;
    if (!named || count > 13 || years(run) || public_line(digits)) return 0;
    return amount(run, groups) && count > 9 ? 0 : 0.7;
}

bool begins_with_phone(const digit_run& run, bool named)
{
    constexpr std::size_t shortest = 7;
    for (std::size_t groups = 1; groups <= run.size(); ++groups)
        if (run.digits(groups).size() >= shortest && phone_score(run, groups, named) != 0) return true;
    return false;
}

} // namespace verbatim::core::privacy

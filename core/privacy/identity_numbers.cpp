#include "privacy/number_readers.hpp"

#include "privacy/checksums.hpp"
#include "privacy/kinds.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

/// The separators before groups 1, 2, … of the run.
bool is_separated_by(const digit_run& run, std::string_view separators) noexcept
{
    for (std::size_t i = 0; i != separators.size(); ++i)
        if (run[i + 1].separator_before != separators[i]) return false;
    return true;
}

/// СНИЛС 112-233-445 95, the Belgian 85.07.30-033.28, CNIC 35202-1234567-1, SSS 34-1234567-8, NIT 900.373.115-3, IMEI.
std::optional<identity_number> find_by_form(const digit_run& run)
{
    const bool snils = run.has_sizes({3, 3, 3, 2}) && (is_separated_by(run, "-- ") || is_separated_by(run, "---"));
    if (snils && passes_snils(run.digits(4))) return identity_number{4, kind::insurance_id, 0.95};
    if (run.has_sizes({2, 2, 2, 3, 2}) && is_separated_by(run, "..-."))
        return identity_number{5, kind::national_id, 0.9};
    if (run.has_sizes({5, 7, 1}) && is_separated_by(run, "--")) return identity_number{3, kind::national_id, 0.9};
    if (run.has_sizes({2, 7, 1}) && is_separated_by(run, "--")) return identity_number{3, kind::insurance_id, 0.8};
    if (run.has_sizes({3, 3, 3, 1}) && is_separated_by(run, "..-") && passes_nit(run.digits(4)))
        return identity_number{4, kind::tax_id, 0.9};
    const auto digits    = run.digits(1);
    const bool allocated = digits.starts_with("35") || digits.starts_with("86") || digits.starts_with("01");
    if (run.has_sizes({15}) && allocated && passes_luhn(digits)) return identity_number{1, kind::device_id, 0.8};
    const bool printed = run.has_sizes({6, 2, 6, 1}) || run.has_sizes({2, 6, 6, 1});
    if (printed && run.separator(4) != 0 && passes_luhn(run.digits(4))) return identity_number{4, kind::device_id, 0.8};
    return {};
}

bool is_year_pair(const digit_run& run) noexcept
{
    const auto is_year = [](std::string_view four) { return four.starts_with("19") || four.starts_with("20"); };
    return run.size() == 2 && run.has_sizes({4, 4}) && is_year(run.digits_of(0)) && is_year(run.digits_of(1));
}

bool has_form(std::string_view word, std::string_view form) noexcept // 'A' a letter, '0' a digit, others themselves
{
    return std::ranges::equal(word, form, [](char c, char pattern) {
        if (pattern == 'A') return sdk::ascii::is_letter(c);
        if (pattern == '0') return sdk::ascii::is_digit(c);
        return sdk::ascii::to_upper(c) == pattern;
    });
}

} // namespace

bool has_issued_length(std::string_view kind, std::size_t size) noexcept
{
    const auto within = [size](std::size_t least, std::size_t most) { return size >= least && size <= most; };
    if (kind == kind::national_id) return within(6, 14) || size == 16 || size == 17;
    if (kind == kind::tax_id) return within(8, 14);
    if (kind == kind::insurance_id) return within(6, 16);
    if (kind == kind::refugee_id) return within(6, 14);
    return within(14, 17); // IMEI, also without its check digit
}

std::string_view identity_kind(const number_context& context) noexcept
{
    constexpr std::size_t reach = 5; // words
    if (context.distance > reach) return {};
    if (context.indicates(role::device)) return kind::device_id;
    if (context.indicates(role::refugee)) return kind::refugee_id;
    if (context.indicates(role::insurance)) return kind::insurance_id;
    if (context.indicates(role::taxpayer)) return kind::tax_id;
    if (context.indicates(role::national_id)) return kind::national_id;
    return {};
}

std::optional<identity_number> find_identity_number(const digit_run& run, const number_context& context)
{
    const auto kind = identity_kind(context);
    if (auto number = find_by_form(run))
    {
        if (!kind.empty()) number->kind = kind;
        return number;
    }
    if (kind.empty() || run.is_date() || is_year_pair(run)) return {};
    for (auto groups = run.size(); groups != 0; --groups)
        if (has_issued_length(kind, run.digits(groups).size())) return identity_number{groups, kind, 0.8};
    return {};
}

std::optional<sdk::detected_entity> read_identity_code(const tokenized_text& text, std::size_t at)
{
    const auto& code = text.tokens[at];
    const auto  word = text.text_of(code);
    if (has_form(word, "A000000000A") && (sdk::ascii::to_upper(word[0]) == 'A' || sdk::ascii::to_upper(word[0]) == 'P'))
        return sdk::detected_entity{.begin = code.begin, .end = code.end, .kind = kind::tax_id, .score = 0.9};
    if (!has_form(word, "00C00000") || code.before != gap::hyphen || at == 0) return {};
    const auto& office = text.tokens[at - 1];
    const bool  whole  = office.letters == 3 && (office.form == shape::number || office.form == shape::upper) &&
                       office.before != gap::hyphen && office.before != gap::none;
    if (!whole) return {};
    return sdk::detected_entity{.begin = office.begin, .end = code.end, .kind = kind::refugee_id, .score = 0.95};
}

namespace {

/// "My number is", "numéro : ", but not "the number of cases".
bool names_a_phone(const tokenized_text& text, std::size_t at) noexcept
{
    const bool counts = at + 1 < text.tokens.size() && (text.tokens[at + 1].roles & role::number_of) != 0;
    const bool owned  = at == 0 || (text.tokens[at - 1].roles & (role::ordinary | role::determiner | role::phone)) != 0;
    return owned && !counts;
}

} // namespace

number_context number_context_of(const tokenized_text& text, std::size_t first, std::size_t last)
{
    constexpr std::size_t words_before = 8, words_after = 4;

    number_context context;
    bool           numbered = false;
    for (std::size_t back = 1; back <= words_before && back <= first; ++back)
    {
        const auto  at   = first - back;
        const auto& word = text.tokens[at];
        const auto  cue  = word.cue & role::digit_context;
        if (cue == role::number)
        {
            numbered = numbered || names_a_phone(text, at);
            continue;
        }
        if (cue != 0)
        {
            context.nearest  = cue;
            context.distance = back;
            break;
        }
    }
    context.phone = context.indicates(role::phone) || (numbered && context.nearest == 0);
    for (auto at = last; !context.phone && context.nearest == 0 && at < last + words_after && at < text.tokens.size();
         ++at)
    {
        if (text.tokens[at].before >= gap::line) break;
        context.phone = (text.tokens[at].cue & role::phone) != 0;
    }
    return context;
}

} // namespace verbatim::core::privacy

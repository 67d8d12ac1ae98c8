#include "privacy/numbers.hpp"

#include "privacy/checksums.hpp"
#include "privacy/codes.hpp"
#include "privacy/digits.hpp"
#include "privacy/kinds.hpp"
#include "privacy/letters.hpp"
#include "privacy/number_context.hpp"
#include "privacy/phones.hpp"

#include <algorithm>
#include <optional>

namespace verbatim::core::privacy {

namespace {

/// Finds the kind of one run of digits, from the strongest evidence to the weakest.
class number_reader
{
public:
    /// `joined`: a phone number stands just before it, and a sign or a word such as "or" between them.
    number_reader(const scanned& text, std::size_t first, bool joined)
        : text_(text)
        , first_(first)
        , run_(text, first)
        , joined_(joined)
    {}

    std::optional<sdk::finding> read()
    {
        if (run_.size() == 0) return {};
        if (const auto groups = ip_groups()) return made(groups, kind::ip_address, 0.95);
        if (const auto groups = card_groups()) return made(groups, kind::credit_card, 1.0);
        near_ = context_of(text_, first_, first_ + run_.size());
        if (glued() || money()) return {};
        near_.phone = near_.phone || joined_;
        if (auto found = identity()) return found;
        if (auto found = health_number(near_.says(role::health_number))) return found;
        if (auto found = phone()) return found;
        return health_number(true);
    }

private:
    /// Part of something longer: Form-00017, A/123, #123, 1.2.3. Not where the word before it says what it is, as in
    /// "Tel.077…" and "SSN#…", nor where a whole phone number follows a sentence, a sign or a name: "call us!#077…",
    /// "Fatima-077…".
    bool glued() const noexcept
    {
        constexpr std::string_view joiners = "_/#=-.@\\~";
        if (joined_ || run_.begin() == 0 || run_.plus() || run_.bracket()) return false;
        const char sign = text_.text[run_.begin() - 1];
        const auto gap  = text_.tokens[first_].before;
        if (joiners.find(sign) == std::string_view::npos) return gap == gap::none || gap == gap::apostrophe;
        if (first_ == 0) return !near_.phone;

        const auto& word = text_.tokens[first_ - 1];
        if (word.form >= shape::number || gap == gap::none) return true;
        if ((word.cue & role::digit_context) != 0) return false;
        const bool numbered = (word.roles & role::record) != 0 || word.letters == 1 || word.form == shape::upper;
        if (sign == '#') return !near_.phone;
        if (numbered || sign == '_' || sign == '@' || sign == '\\') return true;
        return sign != '.' && phone_score(run_, run_.size(), false) == 0;
    }

    /// Beside a sign or a word that makes it an amount.
    bool money() const
    {
        constexpr std::string_view before_signs[] = {"$", "€", "£", "¥", "₦", "₴", "₽"};
        const auto                 end            = run_.end(run_.size());
        for (const auto sign : before_signs)
            if (text_.text.substr(0, run_.begin()).ends_with(sign) || text_.text.substr(end).starts_with(sign))
                return true;
        if (text_.text.substr(end).starts_with('%')) return true;
        const auto next = first_ + run_.size();
        return next < text_.tokens.size() && text_.tokens[next].before <= gap::space &&
               (text_.tokens[next].roles & role::quantity) != 0;
    }

    sdk::finding made(std::size_t groups, std::string_view what, double score) const
    {
        const bool signs = what == kind::phone_number; // "(405)", "+44"
        return {.begin = signs ? run_.begin() : text_.tokens[first_].begin,
                .end   = run_.end(groups),
                .kind  = what,
                .score = score};
    }

    /// Whether nothing that belongs to the number follows its first `groups` groups.
    bool ends_after(std::size_t groups) const
    {
        if (groups < run_.size()) return run_[groups].left == ' ';
        const auto rest = text_.text.substr(run_.end(groups));
        if (rest.size() < 2) return true;
        const bool more = kind_of(decode(rest, 1).value) == letter::digit;
        return !(more && (rest[0] == '-' || rest[0] == '.' || rest[0] == ':' || rest[0] == ','));
    }

    std::size_t ip_groups() const
    {
        if (run_.size() < 4 || run_.separator(4) != '.' || (run_.size() > 4 && run_[4].left == '.')) return 0;
        if (text_.tokens[first_].before == gap::dot || text_.tokens[first_].before == gap::none) return 0;
        for (std::size_t i = 0; i != 4; ++i)
        {
            const auto digits = run_.digits_of(i);
            if (digits.size() > 3 || (digits.size() == 3 && digits > "255")) return 0;
        }
        return 4;
    }

    static bool issues_cards(std::string_view digits) noexcept
    {
        const auto starts = [&](std::initializer_list<std::string_view> heads) {
            return std::ranges::any_of(heads, [&](auto head) { return digits.starts_with(head); });
        };
        switch (digits.size())
        {
        case 13: return starts({"4"});
        case 14: return starts({"30", "36", "38", "39"});
        case 15: return starts({"34", "37"});
        default: return starts({"4", "5", "6", "22", "23", "24", "25", "26", "27", "35"});
        }
    }

    std::size_t card_groups() const
    {
        if (text_.tokens[first_].before == gap::none) return 0;
        for (auto groups = run_.size(); groups != 0; --groups)
        {
            const auto digits = run_.digits(groups);
            if (digits.size() > 19) continue;
            if (digits.size() < 13) return 0;
            const auto left    = run_.separator(groups);
            const bool printed = groups == 1 || ((left == ' ' || left == '-' || left == '.') && run_[0].size == 4);
            if (printed && issues_cards(digits) && passes_luhn(digits)) return groups;
        }
        return 0;
    }

    /// Numbers that an office or a bank issued.
    std::optional<sdk::finding> identity() const
    {
        const auto digits = run_.digits(run_.size());
        if (run_.shaped({3, 2, 4}) && ends_after(3) && run_.separator(3) != 0)
        {
            const auto nine   = run_.digits(3);
            const bool spoken = run_.separator(3) == '-';
            if (is_itin(nine) && (spoken || near_.says(role::taxpayer))) return made(3, kind::us_itin, 0.85);
            if (is_ssn(nine) && (spoken || near_.says(role::social))) return made(3, kind::us_ssn, 0.85);
        }
        if (run_.size() == 1 && digits.size() == 9 && near_.says(role::taxpayer) && is_itin(digits))
            return made(1, kind::us_itin, 0.8);
        if (run_.size() == 1 && digits.size() == 9 && near_.says(role::social) && is_ssn(digits))
            return made(1, kind::us_ssn, 0.8);
        if (near_.says(role::passport) && run_.size() == 1 && digits.size() >= 6 && digits.size() <= 9)
            return made(1, kind::us_passport, 0.7);
        if (near_.says(role::driver) && digits.size() >= 6 && digits.size() <= 14)
            return made(run_.size(), kind::us_driver_license, 0.7);
        if (near_.says(role::bank) && digits.size() >= 8 && digits.size() <= 20 && !run_.is_date())
            return made(run_.size(), kind::us_bank_number, 0.7);
        return {};
    }

    static bool is_ssn(std::string_view nine) noexcept
    {
        return nine[0] != '9' && !nine.starts_with("000") && !nine.starts_with("666") && nine.substr(3, 2) != "00" &&
               nine.substr(5) != "0000";
    }

    static bool is_itin(std::string_view nine) noexcept
    {
        const auto middle = (nine[3] - '0') * 10 + (nine[4] - '0');
        return nine[0] == '9' && middle >= 50 && middle != 66 && middle != 67 && middle != 68 && middle != 69 &&
               middle != 89 && middle != 93;
    }

    /// A British health number: always beside its name, and by its check digit alone when the printed groups allow
    /// nothing else.
    std::optional<sdk::finding> health_number(bool asked) const
    {
        const bool named = near_.says(role::health_number);
        if (asked && run_.shaped({3, 3, 4}) && ends_after(3) && run_.separator(3) == ' ' && passes_nhs(run_.digits(3)))
            return made(3, kind::uk_nhs, named ? 0.9 : 0.6);
        if (run_.size() == 1 && named && passes_nhs(run_.digits(1))) return made(1, kind::uk_nhs, 0.9);
        return {};
    }

    std::optional<sdk::finding> phone() const
    {
        if (run_.is_date()) return {};
        for (std::size_t groups = 1; groups < run_.size(); ++groups)
            if (const auto score = phone_before_another(groups); score != 0)
                return made(groups, kind::phone_number, score);
        // A number that runs on after a blank may be a phone and then a count: "405-550-9555 2 times".
        for (auto groups = run_.size(); groups != 0; --groups)
        {
            if (!ends_after(groups)) continue;
            if (const auto score = phone_score(run_, groups, near_.phone); score != 0)
                return made(groups, kind::phone_number, score);
            if (groups > 1 && run_[groups - 1].left != ' ') break;
        }
        return {};
    }

    /// How sure the first groups are a number to which another is joined: 0772123456/0701234567, 0772123456-0701234567.
    double phone_before_another(std::size_t groups) const
    {
        const char sign = run_[groups].left;
        if (sign != '/' && sign != '-') return 0;
        const auto score = phone_score(run_, groups, near_.phone);
        const auto next  = first_ + groups;
        return score != 0 && begins_with_phone(digit_run(text_, next), near_.phone) ? score : 0;
    }

    const scanned& text_;
    std::size_t    first_;
    digit_run      run_;
    bool           joined_;
    number_context near_;
};

bool is_joint(gap between) noexcept
{
    return between == gap::hyphen || between == gap::comma || between == gap::other || between == gap::dot;
}

/// Whether the number `i` belongs to the phone number that ends before the token `last`: "… / …", "…, …", "… or …".
bool joins(const scanned& text, std::size_t last, std::size_t i) noexcept
{
    if (last == i) return is_joint(text.tokens[i].before);
    return i != 0 && last == i - 1 && text.tokens[last].letters <= 3 && text.tokens[last].form != shape::number &&
           text.tokens[last].before == gap::space && text.tokens[i].before == gap::space;
}

} // namespace

void find_numbers(const scanned& text, std::vector<sdk::finding>& to)
{
    std::size_t after = 0;                      // bytes before it are taken
    std::size_t phone = std::string_view::npos; // the token behind the last phone number
    for (std::size_t i = 0; i != text.tokens.size(); ++i)
    {
        const auto& one = text.tokens[i];
        if (one.begin < after)
        {
            if (phone == i) ++phone;
            continue;
        }
        if (one.form < shape::number) continue;
        auto found =
            one.form == shape::number ? number_reader(text, i, joins(text, phone, i)).read() : read_code(text, i);
        if (!found) continue;
        after = found->end;
        if (found->kind == kind::phone_number) phone = i + 1;
        to.push_back(std::move(*found));
    }
}

} // namespace verbatim::core::privacy

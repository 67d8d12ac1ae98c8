#include "privacy/numbers.hpp"

#include "privacy/checksums.hpp"
#include "privacy/digits.hpp"
#include "privacy/kinds.hpp"
#include "privacy/letters.hpp"
#include "privacy/lexicon.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace verbatim::core::privacy {

namespace {

/// What the words near a number say it is.
struct context
{
    std::uint64_t nearest = 0; ///< the roles of the nearest naming word before it
    bool          phone   = false;

    bool says(std::uint64_t roles) const noexcept { return (nearest & roles) != 0; }
};

/// "My number is", "numéro : ", but not "the number of cases".
bool names_a_phone(const scanned& text, std::size_t at) noexcept
{
    const bool counts = at + 1 < text.tokens.size() && (text.tokens[at + 1].roles & role::number_of) != 0;
    const bool owned  = at == 0 || (text.tokens[at - 1].roles & (role::ordinary | role::determiner | role::phone)) != 0;
    return owned && !counts;
}

context context_of(const scanned& text, std::size_t first, std::size_t last)
{
    constexpr std::size_t words_back = 8, words_on = 4;

    context found;
    bool    numbered = false;
    for (std::size_t back = 1; back <= words_back && back <= first; ++back)
    {
        const auto  at  = first - back;
        const auto& one = text.tokens[at];
        const auto  cue = one.cue & role::digit_context;
        if (cue == role::number)
        {
            numbered = numbered || names_a_phone(text, at);
            continue;
        }
        if (cue != 0)
        {
            found.nearest = cue;
            break;
        }
    }
    found.phone = found.says(role::phone) || (numbered && found.nearest == 0);
    for (auto at = last; !found.phone && found.nearest == 0 && at < last + words_on && at < text.tokens.size(); ++at)
    {
        if (text.tokens[at].before >= gap::line) break;
        found.phone = (text.tokens[at].cue & role::phone) != 0;
    }
    return found;
}

/// Finds the kind of one run of digits, from the strongest evidence to the weakest.
class number_reader
{
public:
    number_reader(const scanned& text, std::size_t first)
        : text_(text)
        , first_(first)
        , run_(text, first)
        , glued_(glued())
    {}

    std::optional<sdk::finding> read()
    {
        if (run_.size() == 0) return {};
        if (const auto groups = ip_groups()) return made(groups, kind::ip_address, 0.95);
        if (const auto groups = card_groups()) return made(groups, kind::credit_card, 1.0);
        if (glued_ || money()) return {};
        near_ = context_of(text_, first_, first_ + run_.size());
        if (auto found = identity()) return found;
        if (auto found = health_number(near_.says(role::health_number))) return found;
        if (auto found = phone()) return found;
        return health_number(true);
    }

private:
    /// Part of something longer: Form-00017, A/123, #123, 1.2.3.
    bool glued() const noexcept
    {
        if (run_.begin() == 0) return false;
        if (run_.plus() || run_.bracket()) return false;
        const auto before = text_.tokens[first_].before;
        if (before == gap::none || before == gap::hyphen || before == gap::dot || before == gap::apostrophe)
            return true;
        constexpr std::string_view joiners = "_/#=-.@\\~";
        return joiners.find(text_.text[run_.begin() - 1]) != std::string_view::npos;
    }

    /// Beside a sign or a word that makes it an amount.
    bool money() const
    {
        constexpr std::string_view before_signs[] = {"$", "€", "£", "¥", "₦", "₴", "₽", "#"};
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
            const bool printed = groups == 1 || ((left == ' ' || left == '-') && run_[0].size == 4);
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
        // A number that runs on after a blank may be a phone and then a count: "405-550-9555 2 times".
        for (auto groups = run_.size(); groups != 0; --groups)
        {
            if (!ends_after(groups)) continue;
            if (const auto score = phone_score(groups); score != 0) return made(groups, kind::phone_number, score);
            if (groups > 1 && run_[groups - 1].left != ' ') break;
        }
        return {};
    }

    double phone_score(std::size_t groups) const
    {
        const auto digits = run_.digits(groups);
        const auto count  = digits.size();
        if (count < 6 || count > 17) return 0;
        if (run_.plus()) return count >= 8 && count <= 15 ? 0.95 : 0;
        if (digits.starts_with("00")) return digits[2] != '0' && count >= 10 ? 0.9 : 0;
        if (north_american(groups)) return 0.8;
        if (run_.bracket() && count >= 9 && count <= 11) return 0.8;
        if (trunk_prefix(groups)) return near_.phone ? 0.9 : 0.75;
        if (post_soviet(groups)) return 0.85;
        if (near_.phone && count >= 6 && count <= 13 && !years() && !(amount(groups) && count > 9)) return 0.7;
        return 0;
    }

    /// 405-550-9555, (405) 550-9555, 1 405 550 9555.
    bool north_american(std::size_t groups) const
    {
        const bool long_form = groups == 4 && run_.shaped({1, 3, 3, 4}) && run_.digits(1) == "1";
        if (!long_form && !(groups == 3 && run_.shaped({3, 3, 4}))) return false;
        const auto area = run_.digits_of(long_form ? 1 : 0), office = run_.digits_of(long_form ? 2 : 1);
        return area[0] >= '2' && office[0] >= '2';
    }

    /// National numbers that begin with a zero, spelled in groups of two and more: 071 739 12 43, 01.41.28.69.59,
    /// 0772123456.
    bool trunk_prefix(std::size_t groups) const
    {
        const auto digits = run_.digits(groups);
        if (digits[0] != '0' || digits[1] == '0' || digits.size() > 11) return false;
        if (groups == 1) return digits.size() >= 9;
        if (digits.size() < 8 || (groups > 2 && run_.separator(groups, 2) == 0)) return false;
        for (std::size_t i = 0; i != groups; ++i)
            if (run_[i].size < 2) return false;
        return true;
    }

    /// 8 (912) 345-67-89.
    bool post_soviet(std::size_t groups) const
    {
        return groups == 5 && run_.shaped({1, 3, 3, 2, 2}) && (run_.digits(1) == "8" || run_.digits(1) == "7");
    }

    /// 2019-2020.
    bool years() const
    {
        const auto year = [](std::string_view four) { return four.starts_with("19") || four.starts_with("20"); };
        return run_.size() == 2 && run_.shaped({4, 4}) && year(run_.digits_of(0)) && year(run_.digits_of(1));
    }

    /// 1 200 000.
    bool amount(std::size_t groups) const
    {
        if (groups < 3 || run_.digits(1)[0] == '0' || run_[0].size > 3) return false;
        for (std::size_t i = 1; i != groups; ++i)
            if (run_[i].size != 3) return false;
        return run_.separator(groups) != 0;
    }

    const scanned& text_;
    std::size_t    first_;
    digit_run      run_;
    bool           glued_;
    context        near_;
};

/// An IBAN that begins with this token, its groups separated by single blanks or not at all.
std::optional<sdk::finding> read_iban(const scanned& text, const token& first)
{
    const auto length = iban_length(text.text.substr(first.begin, 2));
    if (length == 0) return {};
    std::string compact;
    auto        at    = first.begin;
    bool        blank = true;
    while (at < text.text.size() && compact.size() < static_cast<std::size_t>(length))
    {
        const auto c = decode(text.text, at);
        if (c.value < 0x80 && (kind_of(c.value) == letter::digit || kind_of(c.value) == letter::lower ||
                               kind_of(c.value) == letter::upper))
        {
            compact += static_cast<char>(c.value);
            blank = false;
        }
        else if (blank || !c.valid || (c.value != U' ' && c.value != U'-' && c.value != 0x00A0)) return {};
        else blank = true;
        at = c.next;
    }
    const bool cut = at < text.text.size() && kind_of(decode(text.text, at).value) != letter::none;
    if (cut || !passes_iban(compact)) return {};
    return sdk::finding{.begin = first.begin, .end = at, .kind = kind::iban_code, .score = 1.0};
}

/// What is written with letters and digits in one word.
std::optional<sdk::finding> read_coded(const scanned& text, std::size_t at)
{
    const auto& one  = text.tokens[at];
    const auto  word = text.text.substr(one.begin, one.end - one.begin);
    const auto  made = [&](std::string_view what, double score) {
        return sdk::finding{.begin = one.begin, .end = one.end, .kind = what, .score = score};
    };

    if (word.size() >= 4 && word[2] >= '0' && word[2] <= '9')
        if (auto iban = read_iban(text, one)) return iban;
    if (word.size() >= 26 && word.size() <= 90 && is_crypto_address(word)) return made(kind::crypto, 1.0);
    if (one.letters < 6 || one.letters > 18 || word.size() != one.letters || one.before == gap::hyphen) return {};

    const auto digits = std::ranges::count_if(word, [](char c) { return c >= '0' && c <= '9'; });
    if (passes_dea(word)) return made(kind::medical_license, 0.7);
    if (digits < 4) return {};
    const auto near = context_of(text, at, at + 1);
    if (near.says(role::passport) && word.size() <= 10) return made(kind::us_passport, 0.75);
    if (near.says(role::driver)) return made(kind::us_driver_license, 0.75);
    if (near.says(role::licence)) return made(kind::medical_license, 0.6);
    return {};
}

} // namespace

void find_numbers(const scanned& text, std::vector<sdk::finding>& to)
{
    std::size_t after = 0; // bytes before it are taken
    for (std::size_t i = 0; i != text.tokens.size(); ++i)
    {
        const auto& one = text.tokens[i];
        if (one.form < shape::number || one.begin < after) continue;
        auto found = one.form == shape::number ? number_reader(text, i).read() : read_coded(text, i);
        if (!found) continue;
        after = found->end;
        to.push_back(std::move(*found));
    }
}

} // namespace verbatim::core::privacy

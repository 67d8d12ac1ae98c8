#include "privacy/detectors.hpp"

#include "privacy/checksums.hpp"
#include "privacy/digit_run.hpp"
#include "privacy/kinds.hpp"
#include "privacy/letters.hpp"
#include "privacy/number_readers.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <optional>

namespace verbatim::core::privacy {

namespace {

/// Classifies one run of digits, from the strongest evidence to the weakest.
class number_reader
{
public:
    /// `after_phone`: a phone number stands just before it, with a sign or a word such as "or" between.
    number_reader(const tokenized_text& text, std::size_t first, bool after_phone)
        : text_(text)
        , first_(first)
        , run_(text, first)
        , after_phone_(after_phone)
    {}

    std::optional<sdk::detected_entity> find()
    {
        if (run_.size() == 0) return {};
        if (const auto groups = ip_groups()) return make_finding(groups, kind::ip_address, 0.95);
        if (auto finding = find_number_with_letters()) return finding;
        if (run_.digits(run_.size()).size() < min_digits) return {};
        if (const auto groups = card_groups()) return make_finding(groups, kind::credit_card, 1.0);
        context_ = number_context_of(text_, first_, first_ + run_.size());
        if (is_part_of_code() || is_amount()) return {};
        context_.phone = context_.phone || after_phone_ || is_in_contact_block();
        if (auto finding = find_us_number()) return finding;
        if (const auto number = find_identity_number(run_, context_); number && ends_after(number->groups))
            return make_finding(number->groups, number->kind, number->score);
        if (auto finding = find_health_number(context_.indicates(role::health_number))) return finding;
        if (auto finding = find_phone()) return finding;
        return find_health_number(true);
    }

    /// A number with a checksum, of the kinds that this class knows.
    std::optional<sdk::detected_entity> find_verified()
    {
        if (run_.digits(run_.size()).size() < min_verified_digits) return {};
        if (const auto groups = card_groups()) return make_finding(groups, kind::credit_card, 1.0);
        context_ = number_context_of(text_, first_, first_ + run_.size());
        if (is_part_of_code() || is_amount()) return {};
        return find_health_number(!context_.phone);
    }

private:
    static constexpr std::size_t min_digits          = 6;  // of any number but an IP address
    static constexpr std::size_t min_verified_digits = 10; // of an NHS number

    /// Part of a longer code: Form-00017, A/123, #123, 1.2.3. Not after a word that names the kind ("Tel.077…",
    /// "SSN#…"), nor for a whole phone number after a sentence, a sign or a name ("call us!#077…", "Fatima-077…").
    bool is_part_of_code() const noexcept
    {
        constexpr std::string_view joiners = "_/#=-.@\\~";
        if (after_phone_ || run_.begin() == 0 || run_.has_plus() || run_.has_bracket()) return false;
        const char sign = text_.text[run_.begin() - 1];
        const auto gap  = text_.tokens[first_].before;
        if (joiners.find(sign) == std::string_view::npos) return gap == gap::none || gap == gap::apostrophe;
        if (first_ == 0) return !context_.phone;

        const auto& word = text_.tokens[first_ - 1];
        if (word.form >= shape::number || gap == gap::none) return true;
        if ((word.cue & role::digit_context) != 0) return false;
        if (word.letters == 1 && sign == '-' && !identity_kind(context_).empty()) return false; // cédula V-12345678
        const bool numbered = (word.roles & role::record) != 0 || word.letters == 1 || word.form == shape::upper;
        if (sign == '#') return !context_.phone;
        if (numbered || sign == '_' || sign == '@' || sign == '\\') return true;
        return sign != '.' && phone_score(run_, run_.size(), false) == 0;
    }

    /// An identity number behind a word that names its kind, with up to four capitals before it or two behind:
    /// "ration card RC-118204", "NIF 12345-B".
    std::optional<sdk::detected_entity> find_number_with_letters()
    {
        const auto prefix = has_prefix() ? text_.tokens[first_ - 1].letters : std::size_t{0};
        const auto suffix = suffix_letters();
        if (prefix + suffix == 0) return {};
        const auto size = run_.digits(run_.size()).size() + prefix + suffix;
        context_        = number_context_of(text_, first_ - (prefix != 0 ? 1 : 0), first_ + run_.size());
        const auto kind = identity_kind(context_);
        if (kind.empty() || !has_issued_length(kind, size) || run_.is_date()) return {};
        auto finding = make_finding(run_.size(), kind, 0.8);
        if (prefix != 0) finding.begin = text_.tokens[first_ - 1].begin;
        if (suffix != 0) finding.end = text_.tokens[first_ + run_.size()].end;
        return finding;
    }

    /// Whether capitals that are no word stand directly before the number: "A-440183", "AB 418207".
    bool has_prefix() const noexcept
    {
        constexpr std::size_t max_letters = 4;
        if (first_ == 0 || run_.begin() == 0) return false;
        const auto& word    = text_.tokens[first_ - 1];
        const auto  between = text_.tokens[first_].before;
        const bool  capital = word.form == shape::upper || (word.form == shape::title && word.letters == 1);
        const bool  apart   = word.before != gap::hyphen && word.before != gap::none && word.before != gap::dot;
        if (!capital || !apart || word.letters > max_letters) return false;
        if (between == gap::hyphen) return true;
        return between == gap::space && word.letters > 1 && word.roles == 0 && word.cue == 0;
    }

    /// The number of letters that end the number: "55019-B".
    std::size_t suffix_letters() const noexcept
    {
        constexpr std::size_t max_letters = 2;
        const auto            next        = first_ + run_.size();
        if (next >= text_.tokens.size()) return 0;
        const auto& word    = text_.tokens[next];
        const bool  capital = word.form == shape::upper || word.form == shape::title;
        const bool  last    = next + 1 == text_.tokens.size() ||
                          (text_.tokens[next + 1].before != gap::hyphen && text_.tokens[next + 1].before != gap::none);
        return word.before == gap::hyphen && capital && word.letters <= max_letters && last ? word.letters : 0;
    }

    /// Beside a currency sign, a per cent sign or a quantity word.
    bool is_amount() const
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

    sdk::detected_entity make_finding(std::size_t groups, std::string_view kind, double score) const
    {
        const bool signs = kind == kind::phone_number; // "(405)", "+44"
        return {.begin = signs ? run_.begin() : text_.tokens[first_].begin,
                .end   = run_.end(groups),
                .kind  = kind,
                .score = score};
    }

    /// Whether the number can end after its first `groups` groups.
    bool ends_after(std::size_t groups) const
    {
        if (groups < run_.size()) return run_[groups].separator_before == ' ';
        const auto rest = text_.text.substr(run_.end(groups));
        if (rest.size() < 2) return true;
        const bool more = class_of(sdk::utf8::decode(rest, 1).value) == char_class::digit;
        return !(more && (rest[0] == '-' || rest[0] == '.' || rest[0] == ':' || rest[0] == ','));
    }

    std::size_t ip_groups() const
    {
        if (run_.size() < 4 || run_.separator(4) != '.' || (run_.size() > 4 && run_[4].separator_before == '.'))
            return 0;
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
        const auto starts = [&](std::initializer_list<std::string_view> prefixes) {
            return std::ranges::any_of(prefixes, [&](auto prefix) { return digits.starts_with(prefix); });
        };
        switch (digits.size())
        {
        case 12: return false;
        case 13: return starts({"4"});
        case 14: return starts({"30", "36", "38", "39"});
        case 15: return starts({"34", "37"});
        default: return starts({"4", "5", "6", "22", "23", "24", "25", "26", "27", "35"});
        }
    }

    /// A line of seven to nine digits near an e-mail address.
    bool is_in_contact_block() const
    {
        constexpr std::size_t reach = 100; // bytes
        const auto            last  = first_ + run_.size();
        const auto            count = run_.digits(run_.size()).size();
        if (text_.at_signs.empty() || count < 7 || count > 9 || text_.tokens[first_].before < gap::line ||
            (last < text_.tokens.size() && text_.tokens[last].before < gap::line))
            return false;
        const auto begin   = run_.begin() - std::min(run_.begin(), reach);
        const auto at_sign = std::ranges::lower_bound(text_.at_signs, begin);
        return at_sign != text_.at_signs.end() && *at_sign < run_.end(run_.size()) + reach;
    }

    /// A word for cards in the five words before the number.
    bool has_card_word() const noexcept
    {
        constexpr std::size_t words_before = 5;
        for (std::size_t back = 1; back <= words_before && back <= first_; ++back)
            if ((text_.tokens[first_ - back].cue & role::card) != 0) return true;
        return false;
    }

    std::size_t card_groups() const
    {
        if (text_.tokens[first_].before == gap::none) return 0;
        for (auto groups = run_.size(); groups != 0; --groups)
        {
            const auto digits = run_.digits(groups);
            if (digits.size() > 19) continue;
            if (digits.size() < 12) return 0;
            const auto left    = run_.separator(groups);
            const bool printed = groups == 1 || ((left == ' ' || left == '-' || left == '.') && run_[0].size == 4);
            if (printed && passes_luhn(digits) && (issues_cards(digits) || has_card_word())) return groups;
        }
        return 0;
    }

    /// Numbers issued by an authority of the US or a bank, and passports.
    std::optional<sdk::detected_entity> find_us_number() const
    {
        const auto digits = run_.digits(run_.size());
        if (run_.has_sizes({3, 2, 4}) && ends_after(3) && run_.separator(3) != 0)
        {
            const auto nine       = run_.digits(3);
            const bool hyphenated = run_.separator(3) == '-';
            if (is_itin(nine) && (hyphenated || context_.indicates(role::taxpayer)))
                return make_finding(3, kind::us_itin, 0.85);
            if (is_ssn(nine) && (hyphenated || context_.indicates(role::social_security)))
                return make_finding(3, kind::us_ssn, 0.85);
        }
        if (run_.size() == 1 && digits.size() == 9 && context_.indicates(role::taxpayer) && is_itin(digits))
            return make_finding(1, kind::us_itin, 0.8);
        if (run_.size() == 1 && digits.size() == 9 && context_.indicates(role::social_security) && is_ssn(digits))
            return make_finding(1, kind::us_ssn, 0.8);
        if (context_.indicates(role::passport) && run_.size() == 1 && digits.size() >= 6 && digits.size() <= 9)
            return make_finding(1, kind::us_passport, 0.7);
        if (context_.indicates(role::driver) && digits.size() >= 6 && digits.size() <= 14)
            return make_finding(run_.size(), kind::us_driver_license, 0.7);
        if (context_.indicates(role::bank) && digits.size() >= 8 && digits.size() <= 20 && !run_.is_date())
            return make_finding(run_.size(), kind::us_bank_number, 0.7);
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

    /// An NHS number: beside its name, or by check digit alone if it has the printed groups and `accept_shape`.
    std::optional<sdk::detected_entity> find_health_number(bool accept_shape) const
    {
        const bool named = context_.indicates(role::health_number);
        if (accept_shape && run_.has_sizes({3, 3, 4}) && ends_after(3) && run_.separator(3) == ' ' &&
            passes_nhs(run_.digits(3)))
            return make_finding(3, kind::uk_nhs, named ? 0.9 : 0.6);
        if (run_.size() == 1 && named && passes_nhs(run_.digits(1))) return make_finding(1, kind::uk_nhs, 0.9);
        return {};
    }

    std::optional<sdk::detected_entity> find_phone() const
    {
        if (run_.is_date()) return {};
        for (std::size_t groups = 1; groups < run_.size(); ++groups)
            if (const auto score = score_before_another_phone(groups); score != 0)
                return make_finding(groups, kind::phone_number, score);
        // Digits after a blank may be a count: "405-550-9555 2 times".
        for (auto groups = run_.size(); groups != 0; --groups)
        {
            if (!ends_after(groups)) continue;
            if (const auto score = phone_score(run_, groups, context_.phone); score != 0)
            {
                auto finding = make_finding(groups, kind::phone_number, score);
                finding.end  = end_with_extension(groups);
                return finding;
            }
            if (groups > 1 && run_[groups - 1].separator_before != ' ') break;
        }
        return {};
    }

    /// The end of the number with an extension that follows it: "x123", "ext. 44".
    std::size_t end_with_extension(std::size_t groups) const
    {
        constexpr std::size_t max_digits = 6;
        const auto&           tokens     = text_.tokens;
        const auto            next       = first_ + groups;
        const auto            end        = run_.end(groups);
        if (groups != run_.size() || next >= tokens.size() ||
            (tokens[next].before > gap::space && tokens[next].before != gap::comma))
            return end;
        const auto word = text_.text_of(tokens[next]);
        if (tokens[next].form == shape::coded)
        {
            const auto digits = word.find_first_of("0123456789");
            const bool letter = is_extension_word(word.substr(0, digits)) && word.size() - digits <= max_digits &&
                                std::ranges::all_of(word.substr(digits), sdk::ascii::is_digit);
            return letter ? tokens[next].end : end;
        }
        if (!is_extension_word(word) || next + 1 >= tokens.size() || tokens[next + 1].form != shape::number ||
            tokens[next + 1].letters > max_digits)
            return end;
        const auto between = tokens[next + 1].before;
        const bool joined =
            between == gap::space || between == gap::stop || between == gap::dot || between == gap::colon;
        return joined ? tokens[next + 1].end : end;
    }

    static bool is_extension_word(std::string_view word) noexcept
    {
        constexpr std::string_view words[] = {"x",         "X",         "ext",   "Ext", "EXT",     "extn",
                                              "extension", "Extension", "poste", "доб", "interno", "toestel"};
        return std::ranges::find(words, word) != std::end(words);
    }

    /// The score of the first groups as a phone number with another one joined: 0772123456/0701234567.
    double score_before_another_phone(std::size_t groups) const
    {
        const char sign = run_[groups].separator_before;
        if (sign != '/' && sign != '-') return 0;
        const auto score = phone_score(run_, groups, context_.phone);
        const auto next  = first_ + groups;
        return score != 0 && begins_with_phone(digit_run(text_, next), context_.phone) ? score : 0;
    }

    const tokenized_text& text_;
    std::size_t           first_;
    digit_run             run_;
    bool                  after_phone_;
    number_context        context_;
};

bool separates_phones(gap between) noexcept
{
    return between == gap::hyphen || between == gap::comma || between == gap::other || between == gap::dot;
}

/// Whether number `i` follows the phone number that ends before token `last` in a list: "… / …", "…, …", "… or …".
bool continues_phone_list(const tokenized_text& text, std::size_t last, std::size_t i) noexcept
{
    if (last == i) return separates_phones(text.tokens[i].before);
    return i != 0 && last == i - 1 && text.tokens[last].letters <= 3 && text.tokens[last].form != shape::number &&
           text.tokens[last].before == gap::space && text.tokens[i].before == gap::space;
}

} // namespace

void find_numbers(const tokenized_text& text, const lexicon& words, std::vector<sdk::detected_entity>& findings,
                  number_kinds kinds)
{
    std::size_t found_end        = 0;                      // bytes before it are taken
    std::size_t after_last_phone = std::string_view::npos; // the token behind the last phone number
    for (std::size_t i = 0; i != text.tokens.size(); ++i)
    {
        const auto& word = text.tokens[i];
        if (word.begin < found_end)
        {
            if (after_last_phone == i) ++after_last_phone;
            continue;
        }
        if (word.form < shape::number) continue;
        const auto read_number = [&] {
            number_reader reader{text, i, continues_phone_list(text, after_last_phone, i)};
            return kinds == number_kinds::verified ? reader.find_verified() : reader.find();
        };
        auto finding = word.form == shape::number ? read_number() : read_code(text, words, i);
        if (!finding) continue;
        found_end = finding->end;
        if (finding->kind == kind::phone_number) after_last_phone = i + 1;
        findings.push_back(std::move(*finding));
    }
}

} // namespace verbatim::core::privacy

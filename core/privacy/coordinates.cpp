#include "privacy/detectors.hpp"

#include "privacy/kinds.hpp"
#include "privacy/letters.hpp"
#include "privacy/lexicon.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <optional>

namespace verbatim::core::privacy {

namespace {

enum class axis
{
    unknown,
    latitude,
    longitude,
};

/// One angle: -1.2833, 36.8167° E, 1°17'03" S.
struct angle
{
    std::size_t begin = 0, end = 0;
    int         degrees     = 0;
    std::size_t decimals    = 0; ///< digits behind the point
    bool        has_minutes = false;
    axis        direction   = axis::unknown;
};

/// Reads one angle from left to right.
class angle_reader
{
public:
    angle_reader(std::string_view text, std::size_t at) noexcept
        : text_(text)
        , at_(at)
    {}

    std::optional<angle> read(bool accept_comma)
    {
        angle result{.begin = at_};
        if (auto sign = skip_sign()) at_ += sign;
        const auto first_digit = at_;
        const auto digits      = skip_digits();
        if (digits == 0 || digits > 3) return {};
        for (const char c : text_.substr(first_digit, digits)) result.degrees = result.degrees * 10 + (c - '0');
        result.decimals = skip_decimals(accept_comma);
        result.end      = at_;
        skip_blank();
        if (skip_any({"°", "˚"}))
        {
            result.end         = at_;
            result.has_minutes = skip_minutes();
            if (result.has_minutes) result.end = at_;
            at_ = result.end;
            skip_blank();
        }
        result.direction = skip_direction();
        if (result.direction != axis::unknown) result.end = at_;
        return result;
    }

private:
    std::size_t skip_sign() const noexcept
    {
        for (const std::string_view sign : {"-", "+", "−", "–"})
            if (text_.substr(at_).starts_with(sign)) return sign.size();
        return 0;
    }

    std::size_t skip_digits() noexcept
    {
        const auto begin = at_;
        while (at_ < text_.size() && sdk::ascii::is_digit(text_[at_])) ++at_;
        return at_ - begin;
    }

    std::size_t skip_decimals(bool accept_comma) noexcept
    {
        if (at_ + 1 >= text_.size() || !sdk::ascii::is_digit(text_[at_ + 1])) return 0;
        if (text_[at_] != '.' && !(accept_comma && text_[at_] == ',')) return 0;
        ++at_;
        return skip_digits();
    }

    void skip_blank() noexcept
    {
        if (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }

    bool skip_any(std::initializer_list<std::string_view> signs) noexcept
    {
        for (const auto sign : signs)
            if (text_.substr(at_).starts_with(sign))
            {
                at_ += sign.size();
                return true;
            }
        return false;
    }

    /// Minutes, and seconds if there are any.
    bool skip_minutes() noexcept
    {
        const auto skip_part = [this](std::initializer_list<std::string_view> signs) {
            const auto begin = at_;
            skip_blank();
            const auto digits = skip_digits();
            if (digits != 0) skip_decimals(true);
            skip_blank();
            if (digits != 0 && digits <= 2 && skip_any(signs)) return true;
            at_ = begin;
            return false;
        };
        if (!skip_part({"'", "′", "’", "ʹ"})) return false;
        skip_part({"\"", "″", "′′", "”", "''", "’’"});
        return true;
    }

    axis skip_direction() noexcept
    {
        if (at_ >= text_.size()) return axis::unknown;
        const auto letter = sdk::utf8::decode(text_, at_);
        const auto next =
            letter.end < text_.size() ? class_of(sdk::utf8::decode(text_, letter.end).value) : char_class::none;
        if (!letter.valid || next != char_class::none) return axis::unknown;
        constexpr std::u32string_view latitudes = U"NSСЮПшсю", longitudes = U"EWOЗВвз";
        if (latitudes.find(letter.value) != std::u32string_view::npos) return at_ = letter.end, axis::latitude;
        if (longitudes.find(letter.value) != std::u32string_view::npos) return at_ = letter.end, axis::longitude;
        return axis::unknown;
    }

    std::string_view text_;
    std::size_t      at_;
};

bool is_geographic(const angle& first, const angle& second) noexcept
{
    const bool swapped = first.direction == axis::longitude;
    const int  north = swapped ? second.degrees : first.degrees, east = swapped ? first.degrees : second.degrees;
    return north <= 90 && east <= 180;
}

/// The begin of the second angle of a pair, or `text.size()` if there is none.
std::size_t skip_pair_separator(std::string_view text, std::size_t at) noexcept
{
    constexpr std::string_view separators = " ,;/|\t";
    constexpr std::size_t      longest    = 3;
    const auto                 next       = std::min(text.find_first_not_of(separators, at), text.size());
    return next == at || next - at > longest ? text.size() : next;
}

class coordinate_search
{
public:
    coordinate_search(const tokenized_text& text, std::vector<sdk::detected_entity>& findings) noexcept
        : scanned_(text)
        , text_(text.text)
        , findings_(findings)
    {}

    void find()
    {
        for (std::size_t i = 0; i != scanned_.tokens.size(); ++i)
        {
            const auto& word = scanned_.tokens[i];
            if (word.before >= gap::other && text_.substr(0, word.begin).ends_with("///")) find_three_words(i, true);
            if ((word.cue & role::coordinate) != 0) find_three_words(i + 1, false);
            if (word.begin < found_end_ || word.end >= text_.size()) continue;
            const char next = text_[word.end];
            if (next == '+') find_plus_code(i);
            if (word.form == shape::number && word.letters <= 3 &&
                (next == '.' || next == ',' || static_cast<unsigned char>(next) >= 0x80))
                find_angles(i);
        }
    }

private:
    void add(std::size_t begin, std::size_t end, double score)
    {
        findings_.push_back({.begin = begin, .end = end, .kind = kind::coordinates, .score = score});
        found_end_ = end;
    }

    bool has_cue(std::size_t i) const noexcept
    {
        constexpr std::size_t reach = 4; // words
        for (std::size_t back = 1; back <= reach && back <= i; ++back)
            if ((scanned_.tokens[i - back].cue & role::coordinate) != 0) return true;
        return false;
    }

    /// With the sign before the number.
    std::size_t begin_of_angle(std::size_t i) const noexcept
    {
        const auto begin = scanned_.tokens[i].begin;
        for (const std::string_view sign : {"-", "+", "−", "–"})
            if (text_.substr(0, begin).ends_with(sign)) return begin - sign.size();
        return begin;
    }

    void find_angles(std::size_t i)
    {
        const auto before = scanned_.tokens[i].before;
        if (before == gap::dot || before == gap::none) return;
        const bool cue   = has_cue(i);
        const auto first = angle_reader(text_, begin_of_angle(i)).read(cue);
        if (!first || (first->decimals < 2 && !first->has_minutes)) return;
        const auto next   = skip_pair_separator(text_, first->end);
        const auto second = next == text_.size() ? std::nullopt : angle_reader(text_, next).read(cue);
        if (second && is_pair(*first, *second, cue)) add(first->begin, second->end, 0.95);
        else if (first->has_minutes && first->direction != axis::unknown) add(first->begin, first->end, 0.8);
        else if (cue && first->decimals >= 3 && first->degrees <= 180) add(first->begin, first->end, 0.8);
    }

    static bool is_pair(const angle& first, const angle& second, bool cue) noexcept
    {
        if (!is_geographic(first, second)) return false;
        const auto decimals = std::min(first.decimals, second.decimals);
        const bool crossed  = first.direction != axis::unknown && second.direction != axis::unknown &&
                             first.direction != second.direction;
        return (first.has_minutes && second.has_minutes) || decimals >= 4 || (decimals >= 2 && (cue || crossed));
    }

    /// 6GCRPR6C+8V, or PR6C+8V without the area.
    void find_plus_code(std::size_t i)
    {
        if (i + 1 == scanned_.tokens.size()) return;
        const auto &head = scanned_.tokens[i], &tail = scanned_.tokens[i + 1];
        const bool  joined = tail.begin == head.end + 1 && tail.letters >= 2 && tail.letters <= 3;
        if (!joined || (head.letters != 8 && head.letters != 6 && head.letters != 4)) return;
        constexpr std::string_view alphabet = "23456789CFGHJMPQRVWX";
        const auto in_alphabet = [&](char c) { return alphabet.find(sdk::ascii::to_upper(c)) != alphabet.npos; };
        const auto code        = text_.substr(head.begin, tail.end - head.begin);
        const bool valid       = std::ranges::all_of(code, [&](char c) { return c == '+' || in_alphabet(c); });
        const bool mixed =
            std::ranges::any_of(code, sdk::ascii::is_digit) && std::ranges::any_of(code, sdk::ascii::is_letter);
        if (valid && mixed) add(head.begin, tail.end, 0.9);
    }

    /// filled.count.soap: behind three slashes, or behind a word that announces it.
    void find_three_words(std::size_t first, bool has_slashes)
    {
        constexpr std::size_t min_letters = 3;
        if (first + 2 >= scanned_.tokens.size()) return;
        for (std::size_t n = 0; n != 3; ++n)
        {
            const auto& word = scanned_.tokens[first + n];
            if (word.letters < min_letters || word.form >= shape::number) return;
            if (n != 0 && word.before != gap::dot) return;
            if (!has_slashes && (word.form != shape::lower || word.before == gap::sentence)) return;
        }
        add(scanned_.tokens[first].begin, scanned_.tokens[first + 2].end, 0.9);
    }

    const tokenized_text&              scanned_;
    std::string_view                   text_;
    std::vector<sdk::detected_entity>& findings_;
    std::size_t                        found_end_ = 0;
};

} // namespace

void find_coordinates(const tokenized_text& text, std::vector<sdk::detected_entity>& findings)
{
    coordinate_search(text, findings).find();
}

} // namespace verbatim::core::privacy

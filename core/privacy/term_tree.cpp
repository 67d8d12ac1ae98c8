#include "privacy/term_tree.hpp"

#include "privacy/letters.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

constexpr std::size_t max_gap = 4; // code points: a comma and a blank, a line's end and what begins the next

bool is_hangul(char32_t c) noexcept
{
    return (c >= 0xAC00 && c < 0xD7A4) || (c >= 0x1100 && c < 0x1200) || (c >= 0x3131 && c < 0x318F);
}

/// Vowels and final consonants of decomposed Hangul.
bool continues_syllable(char32_t c) noexcept { return c >= 0x1160 && c < 0x1200; }

/// Whether a word may end between two adjacent letters, and so a gap may be written there.
bool is_word_boundary(char32_t last, char32_t next) noexcept
{
    const auto left = class_of(last), right = class_of(next);
    if (left == char_class::unspaced || right == char_class::unspaced || changes_script(left, right)) return true;
    return (left == char_class::digit) != (right == char_class::digit);
}

std::uint64_t key_of(std::uint32_t node_index, char32_t letter) noexcept
{
    return (std::uint64_t{node_index} << 21U) + letter; // a code point has 21 bits
}

} // namespace

/// Walks over a text or a term, letter by letter.
class term_tree::letter_cursor
{
public:
    enum class step : std::uint8_t
    {
        letter, ///< a code point with folded letters
        sign,   ///< belongs to no word
        none,   ///< an accent or an invisible code point
        end     ///< end of the text, or invalid UTF-8
    };

    letter_cursor(std::string_view text, std::size_t at)
        : text_(text)
        , next_(at)
    {}

    step advance()
    {
        at_ = next_;
        if (at_ >= text_.size()) return step::end;
        const auto c = sdk::utf8::decode(text_, at_);
        if (!c.valid) return step::end;
        value_ = c.value;
        next_  = c.end;
        kind_  = class_of(value_);
        if (kind_ == char_class::none) return step::sign;
        size_ = 0;
        fold(value_, [this](char32_t folded) { letters_[size_++] = folded; });
        return size_ == 0 ? step::none : step::letter;
    }

    char32_t        value() const noexcept { return value_; }
    char_class      kind() const noexcept { return kind_; }
    std::size_t     begin() const noexcept { return at_; }
    std::size_t     end() const noexcept { return next_; }
    const char32_t* letters_begin() const noexcept { return letters_.data(); }
    const char32_t* letters_end() const noexcept { return letters_.data() + size_; }

private:
    std::string_view        text_;
    std::size_t             at_ = 0, next_ = 0;
    char32_t                value_ = 0;
    char_class              kind_  = char_class::none;
    std::array<char32_t, 4> letters_{};
    std::size_t             size_ = 0;
};

term_tree::add_result term_tree::add(std::string_view term, std::uint32_t number)
{
    std::vector<char32_t> letters;
    term_end              end{.number = number};
    letter_cursor         cursor(term, 0);
    char32_t              last      = 0;
    bool                  separated = false;
    for (auto step = cursor.advance(); step != letter_cursor::step::end; step = cursor.advance())
    {
        // Some writers put a blank in place of an invisible joiner, such as the Persian one or the soft hyphen.
        separated = separated || step == letter_cursor::step::sign ||
                    (step == letter_cursor::step::none && !is_visible_mark(cursor.value()));
        if (step != letter_cursor::step::letter) continue;
        const auto gap_allowed =
            cursor.kind() != char_class::mark && (separated || is_word_boundary(last, cursor.value()));
        if (!letters.empty() && gap_allowed) end.allowed_gaps.push_back(static_cast<std::uint16_t>(letters.size()));
        letters.insert(letters.end(), cursor.letters_begin(), cursor.letters_end());
        if (letters.size() > max_letters) return add_result::too_long;
        separated = false;
        if (cursor.kind() != char_class::mark) last = cursor.value();
    }
    if (letters.empty()) return add_result::empty;

    std::uint32_t node_index = 0;
    auto          next_gap   = end.allowed_gaps.begin();
    for (std::size_t i = 0; i != letters.size(); ++i)
    {
        if (next_gap != end.allowed_gaps.end() && *next_gap == i)
        {
            nodes_[node_index].gap_allowed = true;
            ++next_gap;
        }
        node_index = add_child(node_index, letters[i]);
    }
    if (nodes_[node_index].term_ends < 0)
    {
        nodes_[node_index].term_ends = static_cast<std::int32_t>(term_ends_.size());
        term_ends_.emplace_back();
    }
    term_ends_[static_cast<std::size_t>(nodes_[node_index].term_ends)].push_back(std::move(end));
    return add_result::added;
}

std::optional<term_tree::match> term_tree::longest_at(std::string_view text, std::size_t at) const
{
    struct candidate
    {
        std::int32_t term_ends;
        std::size_t  end, gaps;
    };
    std::vector<candidate> candidates; // longer and longer
    gap_positions          gaps;
    letter_cursor          cursor(text, at);
    std::uint32_t          node_index = 0;
    std::size_t            depth = 0, end = at, signs = 0;
    char32_t               last           = 0;
    const auto             note_candidate = [&](bool may_end) {
        if (may_end && nodes_[node_index].term_ends >= 0)
            candidates.push_back({nodes_[node_index].term_ends, end, gaps.size()});
    };
    const auto longest_match = [&]() -> std::optional<match> {
        for (; !candidates.empty(); candidates.pop_back())
        {
            gaps.resize(candidates.back().gaps);
            for (const auto& term_end_here : term_ends_[static_cast<std::size_t>(candidates.back().term_ends)])
                if (std::ranges::includes(term_end_here.allowed_gaps, gaps))
                    return match{.end = candidates.back().end, .number = term_end_here.number};
        }
        return {};
    };

    for (;;)
    {
        const auto step = cursor.advance();
        if (step == letter_cursor::step::none)
        {
            if (cursor.begin() == end && is_visible_mark(cursor.value())) end = cursor.end();
            continue;
        }
        if (step != letter_cursor::step::letter)
        {
            if (signs == 0) note_candidate(true);
            if (step == letter_cursor::step::end || !nodes_[node_index].gap_allowed || ++signs > max_gap)
                return longest_match();
            continue;
        }
        if (signs != 0) gaps.push_back(static_cast<std::uint16_t>(depth));
        else if (depth != 0)
            note_candidate(cursor.kind() != char_class::mark && !continues_syllable(cursor.value()) &&
                           (is_word_boundary(last, cursor.value()) || (is_hangul(last) && is_hangul(cursor.value()))));
        signs = 0;
        for (const auto* folded = cursor.letters_begin(); folded != cursor.letters_end(); ++folded, ++depth)
        {
            node_index = child(node_index, *folded);
            if (node_index == 0) return longest_match();
        }
        end = cursor.end();
        if (cursor.kind() != char_class::mark) last = cursor.value();
    }
}

std::uint32_t term_tree::child(std::uint32_t parent_index, char32_t letter) const noexcept
{
    const auto& parent = nodes_[parent_index];
    if (parent.first_letter == letter) return parent.first_child;
    if (!parent.has_more_children) return 0;
    const auto edge = edges_.find(key_of(parent_index, letter));
    return edge == edges_.end() ? 0 : edge->second;
}

std::uint32_t term_tree::add_child(std::uint32_t parent_index, char32_t letter)
{
    if (const auto existing = child(parent_index, letter); existing != 0) return existing;
    const auto created = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    auto& parent = nodes_[parent_index];
    if (parent.first_child == 0)
    {
        parent.first_child  = created;
        parent.first_letter = letter;
        return created;
    }
    parent.has_more_children = true;
    edges_.emplace(key_of(parent_index, letter), created);
    return created;
}

} // namespace verbatim::core::privacy

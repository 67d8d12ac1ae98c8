#include "privacy/term_tree.hpp"

#include "privacy/letters.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

constexpr std::size_t widest_gap = 4; // code points: a comma and a blank, a line's end and what begins the next

bool is_hangul(char32_t c) noexcept
{
    return (c >= 0xAC00 && c < 0xD7A4) || (c >= 0x1100 && c < 0x1200) || (c >= 0x3131 && c < 0x318F);
}

/// The second and third part of a syllable that is written in parts.
bool continues_syllable(char32_t c) noexcept { return c >= 0x1160 && c < 0x1200; }

/// Whether a word may end after `last` although `next` follows at once, or a gap may stand where none is written.
bool parts(char32_t last, char32_t next) noexcept
{
    const auto left = kind_of(last), right = kind_of(next);
    if (left == letter::alone || right == letter::alone || changes_script(left, right)) return true;
    return (left == letter::digit) != (right == letter::digit);
}

std::uint64_t key_of(std::uint32_t from, char32_t letter) noexcept
{
    return (std::uint64_t{from} << 21U) + letter; // a letter is never 0, so a key is not
}

std::size_t slot_of(std::uint64_t key) noexcept
{
    const auto mixed = key * 0x9E3779B97F4A7C15;
    return static_cast<std::size_t>(mixed ^ (mixed >> 32U));
}

} // namespace

/// Follows a text, or a term, letter by letter.
class term_tree::reading
{
public:
    enum class step : std::uint8_t
    {
        letter, ///< one code point that has folded letters
        sign,   ///< what belongs to no word
        none,   ///< an accent or something that cannot be seen
        end     ///< of the text, or a byte that is not UTF-8
    };

    reading(std::string_view text, std::size_t at)
        : text_(text)
        , next_(at)
    {}

    step take()
    {
        at_ = next_;
        if (at_ >= text_.size()) return step::end;
        const auto c = decode(text_, at_);
        if (!c.valid) return step::end;
        value_ = c.value;
        next_  = c.next;
        kind_  = kind_of(value_);
        if (kind_ == letter::none) return step::sign;
        size_ = 0;
        fold(value_, [this](char32_t one) { letters_[size_++] = one; });
        return size_ == 0 ? step::none : step::letter;
    }

    char32_t        value() const noexcept { return value_; }
    letter          kind() const noexcept { return kind_; }
    std::size_t     begin() const noexcept { return at_; }
    std::size_t     end() const noexcept { return next_; }
    const char32_t* letters_begin() const noexcept { return letters_.data(); }
    const char32_t* letters_end() const noexcept { return letters_.data() + size_; }

private:
    std::string_view        text_;
    std::size_t             at_ = 0, next_ = 0;
    char32_t                value_ = 0;
    letter                  kind_  = letter::none;
    std::array<char32_t, 4> letters_{};
    std::size_t             size_ = 0;
};

term_tree::added term_tree::add(std::string_view term, std::uint32_t number)
{
    std::vector<char32_t> letters;
    ending                made{.open = {}, .number = number};
    reading               one(term, 0);
    char32_t              last   = 0;
    bool                  broken = false;
    for (auto step = one.take(); step != reading::step::end; step = one.take())
    {
        // What cannot be seen may be a place where some write a blank: the joiner of Persian, the soft hyphen.
        broken = broken || step == reading::step::sign || (step == reading::step::none && !is_drawn_mark(one.value()));
        if (step != reading::step::letter) continue;
        const auto open = one.kind() != letter::mark && (broken || parts(last, one.value()));
        if (!letters.empty() && open) made.open.push_back(static_cast<std::uint16_t>(letters.size()));
        letters.insert(letters.end(), one.letters_begin(), one.letters_end());
        if (letters.size() > longest_term) return added::too_long;
        broken = false;
        if (one.kind() != letter::mark) last = one.value();
    }
    if (letters.empty()) return added::empty;

    std::uint32_t at   = 0;
    auto          open = made.open.begin();
    for (std::size_t i = 0; i != letters.size(); ++i)
    {
        if (open != made.open.end() && *open == i)
        {
            nodes_[at].gap = true;
            ++open;
        }
        at = grown(at, letters[i]);
    }
    if (nodes_[at].endings < 0)
    {
        nodes_[at].endings = static_cast<std::int32_t>(ends_.size());
        ends_.emplace_back();
    }
    ends_[static_cast<std::size_t>(nodes_[at].endings)].push_back(std::move(made));
    return added::in;
}

std::optional<term_tree::match> term_tree::longest_at(std::string_view text, std::size_t at) const
{
    struct candidate
    {
        std::int32_t endings;
        std::size_t  end, gaps;
    };
    std::vector<candidate> all; // longer and longer
    joints                 gaps;
    reading                one(text, at);
    std::uint32_t          place = 0;
    std::size_t            depth = 0, end = at, signs = 0;
    char32_t               last = 0;
    const auto             note = [&](bool may_end) {
        if (may_end && nodes_[place].endings >= 0) all.push_back({nodes_[place].endings, end, gaps.size()});
    };
    const auto longest = [&]() -> std::optional<match> {
        for (; !all.empty(); all.pop_back())
        {
            gaps.resize(all.back().gaps);
            for (const auto& each : ends_[static_cast<std::size_t>(all.back().endings)])
                if (std::ranges::includes(each.open, gaps)) return match{.end = all.back().end, .number = each.number};
        }
        return {};
    };

    for (;;)
    {
        const auto step = one.take();
        if (step == reading::step::none)
        {
            if (one.begin() == end && is_drawn_mark(one.value())) end = one.end();
            continue;
        }
        if (step != reading::step::letter)
        {
            if (signs == 0) note(true);
            if (step == reading::step::end || !nodes_[place].gap || ++signs > widest_gap) return longest();
            continue;
        }
        if (signs != 0) gaps.push_back(static_cast<std::uint16_t>(depth));
        else if (depth != 0)
            note(one.kind() != letter::mark && !continues_syllable(one.value()) &&
                 (parts(last, one.value()) || (is_hangul(last) && is_hangul(one.value()))));
        signs = 0;
        for (const auto* each = one.letters_begin(); each != one.letters_end(); ++each, ++depth)
        {
            place = child(place, *each);
            if (place == 0) return longest();
        }
        end = one.end();
        if (one.kind() != letter::mark) last = one.value();
    }
}

std::uint32_t term_tree::child(std::uint32_t from, char32_t letter) const noexcept
{
    const auto& parent = nodes_[from];
    if (parent.first_letter == letter) return parent.first;
    if (!parent.branches) return 0;
    const auto key = key_of(from, letter);
    for (auto at = slot_of(key);; ++at)
    {
        const auto& one = edges_[at & (edges_.size() - 1)];
        if (one.key == key || one.key == 0) return one.to;
    }
}

std::uint32_t term_tree::grown(std::uint32_t from, char32_t letter)
{
    if (const auto there = child(from, letter); there != 0) return there;
    const auto fresh = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    auto& parent = nodes_[from];
    if (parent.first == 0)
    {
        parent.first        = fresh;
        parent.first_letter = letter;
        return fresh;
    }
    parent.branches = true;
    if (++branches_ * 2 > edges_.size())
    {
        std::vector<edge> old(std::max<std::size_t>(256, edges_.size() * 2));
        old.swap(edges_);
        for (const auto& one : old)
            if (one.key != 0) link(one.key, one.to);
    }
    link(key_of(from, letter), fresh);
    return fresh;
}

void term_tree::link(std::uint64_t key, std::uint32_t to) noexcept
{
    auto at = slot_of(key);
    while (edges_[at & (edges_.size() - 1)].key != 0) ++at;
    edges_[at & (edges_.size() - 1)] = {.key = key, .to = to};
}

} // namespace verbatim::core::privacy

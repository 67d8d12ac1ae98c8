#include "privacy/recognizer.hpp"

#include "privacy/addresses.hpp"
#include "privacy/groups.hpp"
#include "privacy/letters.hpp"
#include "privacy/numbers.hpp"
#include "privacy/places.hpp"

#include <algorithm>
#include <map>

namespace verbatim::core::privacy {

namespace {

/// Whether [begin, end) of the text holds a byte that is not UTF-8 or touches a placeholder.
bool is_barred(const scanned& text, const sdk::finding& one)
{
    const auto bad = std::ranges::lower_bound(text.invalid, one.begin);
    if (bad != text.invalid.end() && *bad < one.end) return true;
    const auto held =
        std::ranges::upper_bound(text.placeholders, one.begin, {}, [](const auto& range) { return range.second; });
    return held != text.placeholders.end() && held->first < one.end;
}

/// Without what is not of a word at either end.
sdk::finding trimmed(std::string_view text, sdk::finding one)
{
    const auto of_word = [&](std::size_t at) { return kind_of(decode(text, at).value) != letter::none; };
    while (one.begin < one.end && !of_word(one.begin)) one.begin = decode(text, one.begin).next;
    while (one.begin < one.end && !of_word(before(text, one.end))) one.end = before(text, one.end);
    return one;
}

/// Decides between findings that overlap, and appends what stays: the longest, then the surest, then the first. What
/// the winner leaves of a loser stays found: where "A B" and "B C D" overlap, A must not come to light.
void settle(std::string_view text, std::span<sdk::finding> rivals, std::vector<sdk::finding>& to)
{
    std::ranges::sort(rivals, [](const sdk::finding& a, const sdk::finding& b) {
        const auto length_a = a.end - a.begin, length_b = b.end - b.begin;
        if (length_a != length_b) return length_a > length_b;
        if (a.score != b.score) return a.score > b.score;
        return a.begin != b.begin ? a.begin < b.begin : a.kind < b.kind;
    });
    std::map<std::size_t, sdk::finding> kept; // by begin
    for (const auto& one : rivals)
    {
        auto next = kept.upper_bound(one.begin);
        auto from = next == kept.begin() ? one.begin : std::max(one.begin, std::prev(next)->second.end);
        while (from < one.end)
        {
            const auto until = next == kept.end() ? one.end : std::min(one.end, next->first);
            auto       part  = one;
            part.begin       = from;
            part.end         = until;
            if (part != one) part = trimmed(text, part);
            if (part.begin < part.end) kept.emplace_hint(next, part.begin, part);
            if (until == one.end) break;
            from = next->second.end;
            ++next;
        }
    }
    for (const auto& [begin, one] : kept) to.push_back(one);
}

/// Puts the findings in order and parts those that overlap.
void untangle(std::string_view text, std::vector<sdk::finding>& all)
{
    std::ranges::sort(all, {}, &sdk::finding::begin);
    std::vector<sdk::finding> apart;
    apart.reserve(all.size());
    for (std::size_t first = 0; first != all.size();)
    {
        auto last = first + 1;
        for (auto end = all[first].end; last != all.size() && all[last].begin < end; ++last)
            end = std::max(end, all[last].end);
        if (last - first == 1) apart.push_back(all[first]);
        else settle(text, std::span(all).subspan(first, last - first), apart);
        first = last;
    }
    all = std::move(apart);
}

} // namespace

recognizer::recognizer(term_list terms)
    : terms_(std::move(terms))
{}

std::vector<std::vector<sdk::finding>> recognizer::find_all(std::span<const std::string_view> texts) const
{
    search one{*this, texts};
    one.hear(0, texts.size());
    one.settle();
    one.find(0, texts.size());
    return std::move(one).take();
}

recognizer::search::search(const recognizer& with, std::span<const std::string_view> texts)
    : with_{with}
    , texts_{texts}
    , all_(texts.size())
{}

void recognizer::search::hear(std::size_t from, std::size_t to)
{
    std::vector<phrase_found> phrases;
    scanned                   text;
    for (auto i = from; i != to; ++i)
    {
        scan(texts_[i], text);
        with_.words_.annotate(text.tokens, phrases);
        undo_declension(with_.words_, text);
        with_.network_.find(text, all_[i]);
        find_numbers(text, all_[i]);
        find_places(text, phrases, all_[i]);
        find_addresses(text, all_[i]);
        find_groups(text, phrases, all_[i]);
        with_.terms_.find(text, all_[i]);
        people_.hear(i, text, all_[i]);
        std::erase_if(all_[i], [&](const auto& one) { return is_barred(text, one); });
    }
}

void recognizer::search::settle() { people_.settle(all_); }

void recognizer::search::find(std::size_t from, std::size_t to)
{
    scanned text; // taking the texts apart again costs less than keeping all their words
    for (auto i = from; i != to; ++i)
    {
        if (!people_.nobody())
        {
            scan(texts_[i], text);
            people_.find(text, all_[i]);
            std::erase_if(all_[i], [&](const auto& one) { return is_barred(text, one); });
        }
        untangle(texts_[i], all_[i]);
    }
}

} // namespace verbatim::core::privacy

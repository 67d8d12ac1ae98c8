#include "privacy/recognizer.hpp"

#include "privacy/addresses.hpp"
#include "privacy/groups.hpp"
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

/// Keeps of overlapping findings the longest, then the surest, then the first, and puts the rest in order.
void untangle(std::vector<sdk::finding>& all)
{
    if (all.size() < 2) return;
    std::ranges::sort(all, [](const sdk::finding& a, const sdk::finding& b) {
        const auto length_a = a.end - a.begin, length_b = b.end - b.begin;
        if (length_a != length_b) return length_a > length_b;
        if (a.score != b.score) return a.score > b.score;
        return a.begin != b.begin ? a.begin < b.begin : a.kind < b.kind;
    });
    std::map<std::size_t, sdk::finding> kept; // by begin
    for (const auto& one : all)
    {
        const auto next = kept.lower_bound(one.begin);
        if (next != kept.end() && next->first < one.end) continue;
        if (next != kept.begin() && std::prev(next)->second.end > one.begin) continue;
        kept.emplace_hint(next, one.begin, one);
    }
    all.clear();
    for (const auto& [begin, one] : kept) all.push_back(one);
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
        untangle(all_[i]);
    }
}

} // namespace verbatim::core::privacy

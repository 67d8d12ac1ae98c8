#include "privacy/recognizer.hpp"

#include "privacy/addresses.hpp"
#include "privacy/groups.hpp"
#include "privacy/letters.hpp"
#include "privacy/normalized_text.hpp"
#include "privacy/numbers.hpp"
#include "privacy/places.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <map>

namespace verbatim::core::privacy {

namespace {

/// Without signs and blanks at its ends.
sdk::detected_entity trimmed(std::string_view text, sdk::detected_entity finding)
{
    const auto is_word_part = [&](std::size_t at) {
        return class_of(sdk::utf8::decode(text, at).value) != char_class::none;
    };
    while (finding.begin < finding.end && !is_word_part(finding.begin))
        finding.begin = sdk::utf8::decode(text, finding.begin).end;
    while (finding.begin < finding.end && !is_word_part(sdk::utf8::previous_code_point(text, finding.end)))
        finding.end = sdk::utf8::previous_code_point(text, finding.end);
    return finding;
}

/// The first invalid byte or placeholder of the input in [from, end), or `end` twice.
std::pair<std::size_t, std::size_t> next_excluded(const tokenized_text& text, std::size_t from, std::size_t end)
{
    std::pair next{end, end};
    if (const auto invalid = std::ranges::lower_bound(text.invalid, from);
        invalid != text.invalid.end() && *invalid < end)
        next = {*invalid, *invalid + 1};
    const auto placeholder =
        std::ranges::upper_bound(text.placeholders, from, {}, [](const auto& range) { return range.second; });
    if (placeholder != text.placeholders.end() && placeholder->first < next.first) next = *placeholder;
    return next;
}

/// Splits findings that contain invalid UTF-8 or touch a placeholder of the input; those bytes are in no finding.
void exclude_bytes(const tokenized_text& text, std::vector<sdk::detected_entity>& findings)
{
    if (text.invalid.empty() && text.placeholders.empty()) return;
    std::vector<sdk::detected_entity> parts;
    for (const auto& finding : findings)
        for (auto from = finding.begin; from < finding.end;)
        {
            const auto [excluded_begin, excluded_end] = next_excluded(text, from, finding.end);
            auto part                                 = finding;
            part.begin                                = from;
            part.end                                  = std::max(from, excluded_begin);
            if (part != finding) part = trimmed(text.text, part);
            if (part.begin < part.end) parts.push_back(part);
            from = excluded_end;
        }
    findings = std::move(parts);
}

/// Resolves a group of overlapping findings. The longest wins, then the highest score, then the first. The part of a
/// loser that the winner does not cover stays a finding: of "A B" and "B C D", A stays redacted.
void resolve_overlaps(std::string_view text, std::span<sdk::detected_entity> overlapping,
                      std::vector<sdk::detected_entity>& result)
{
    std::ranges::sort(overlapping, [](const sdk::detected_entity& a, const sdk::detected_entity& b) {
        const auto length_a = a.end - a.begin, length_b = b.end - b.begin;
        if (length_a != length_b) return length_a > length_b;
        if (a.score != b.score) return a.score > b.score;
        return a.begin != b.begin ? a.begin < b.begin : a.kind < b.kind;
    });
    const auto covers_all = [&](const sdk::detected_entity& longest) {
        return std::ranges::all_of(overlapping, [&](const sdk::detected_entity& finding) {
            return longest.begin <= finding.begin && finding.end <= longest.end;
        });
    };
    if (covers_all(overlapping.front()))
    {
        result.push_back(overlapping.front());
        return;
    }
    std::map<std::size_t, sdk::detected_entity> accepted; // by begin
    for (const auto& finding : overlapping)
    {
        auto next = accepted.upper_bound(finding.begin);
        auto from = next == accepted.begin() ? finding.begin : std::max(finding.begin, std::prev(next)->second.end);
        while (from < finding.end)
        {
            const auto until = next == accepted.end() ? finding.end : std::min(finding.end, next->first);
            auto       part  = finding;
            part.begin       = from;
            part.end         = until;
            if (part != finding) part = trimmed(text, part);
            if (part.begin < part.end) accepted.emplace_hint(next, part.begin, part);
            if (until == finding.end) break;
            from = next->second.end;
            ++next;
        }
    }
    for (const auto& [begin, finding] : accepted) result.push_back(finding);
}

/// Sorts the findings and resolves overlaps.
void separate_overlaps(std::string_view text, std::vector<sdk::detected_entity>& findings)
{
    std::ranges::sort(findings, {}, &sdk::detected_entity::begin);
    std::vector<sdk::detected_entity> separated;
    separated.reserve(findings.size());
    for (std::size_t first = 0; first != findings.size();)
    {
        auto last = first + 1;
        for (auto end = findings[first].end; last != findings.size() && findings[last].begin < end; ++last)
            end = std::max(end, findings[last].end);
        if (last - first == 1) separated.push_back(findings[first]);
        else resolve_overlaps(text, std::span(findings).subspan(first, last - first), separated);
        first = last;
    }
    findings = std::move(separated);
}

} // namespace

recognizer::recognizer(term_list terms)
    : terms_(std::move(terms))
{}

std::vector<std::vector<sdk::detected_entity>> recognizer::find_all(std::span<const std::string_view> texts) const
{
    search pass{*this, texts};
    pass.collect(0, texts.size());
    pass.resolve();
    pass.find(0, texts.size());
    return std::move(pass).take();
}

recognizer::search::search(const recognizer& engine, std::span<const std::string_view> texts)
    : engine_{engine}
    , texts_{texts}
    , findings_(texts.size())
{}

void recognizer::search::collect(std::size_t from, std::size_t to)
{
    std::vector<phrase_match> phrases;
    normalized_text           normalized;
    tokenized_text            text;
    for (auto i = from; i != to; ++i)
    {
        normalized.assign(texts_[i]);
        tokenize(normalized.text(), text);
        engine_.words_.annotate(text.tokens, phrases);
        undo_declension(engine_.words_, text);
        engine_.network_.find(text, findings_[i]);
        find_numbers(text, findings_[i]);
        find_places(text, phrases, findings_[i]);
        find_addresses(text, findings_[i]);
        find_groups(text, phrases, findings_[i]);
        engine_.terms_.find(text, findings_[i]);
        persons_.collect(i, text, findings_[i]);
        exclude_bytes(text, findings_[i]);
    }
}

void recognizer::search::resolve() { persons_.resolve(findings_); }

void recognizer::search::find(std::size_t from, std::size_t to)
{
    normalized_text normalized;
    tokenized_text  text; // taking the texts apart again costs less than keeping all their words
    for (auto i = from; i != to; ++i)
    {
        normalized.assign(texts_[i]);
        if (!persons_.empty())
        {
            tokenize(normalized.text(), text);
            persons_.find(text, findings_[i]);
            exclude_bytes(text, findings_[i]);
        }
        separate_overlaps(normalized.text(), findings_[i]);
        normalized.map_to_original(findings_[i]);
    }
}

} // namespace verbatim::core::privacy

#include "privacy/overlaps.hpp"

#include "privacy/letters.hpp"

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
byte_range next_excluded(std::span<const std::size_t> invalid, std::span<const byte_range> placeholders,
                         std::size_t from, std::size_t end)
{
    byte_range next{end, end};
    if (const auto byte = std::ranges::lower_bound(invalid, from); byte != invalid.end() && *byte < end)
        next = {*byte, *byte + 1};
    const auto placeholder =
        std::ranges::upper_bound(placeholders, from, {}, [](const auto& range) { return range.second; });
    if (placeholder != placeholders.end() && placeholder->first < next.first) next = *placeholder;
    return next;
}

std::vector<std::size_t> invalid_bytes(std::string_view text)
{
    std::vector<std::size_t> invalid;
    for (std::size_t at = 0; at != text.size();)
    {
        const auto c = sdk::utf8::decode(text, at);
        if (!c.valid) invalid.push_back(at);
        at = c.end;
    }
    return invalid;
}

std::vector<byte_range> find_placeholders(std::string_view text)
{
    std::vector<byte_range> placeholders;
    for (auto at = text.find_first_of("<&"); at != text.npos; at = text.find_first_of("<&", at))
    {
        const auto end = placeholder_end(text, at);
        if (end != at) placeholders.emplace_back(at, end);
        at = std::max(end, at + 1);
    }
    return placeholders;
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

} // namespace

void exclude_bytes(std::string_view text, std::span<const std::size_t> invalid,
                   std::span<const byte_range> placeholders, std::vector<sdk::detected_entity>& findings)
{
    if (invalid.empty() && placeholders.empty()) return;
    std::vector<sdk::detected_entity> parts;
    for (const auto& finding : findings)
        for (auto from = finding.begin; from < finding.end;)
        {
            const auto [excluded_begin, excluded_end] = next_excluded(invalid, placeholders, from, finding.end);
            auto part                                 = finding;
            part.begin                                = from;
            part.end                                  = std::max(from, excluded_begin);
            if (part != finding) part = trimmed(text, part);
            if (part.begin < part.end) parts.push_back(part);
            from = excluded_end;
        }
    findings = std::move(parts);
}

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

std::vector<sdk::detected_entity> unite(std::string_view text, std::vector<sdk::detected_entity> findings,
                                        std::vector<sdk::detected_entity> further)
{
    if (further.empty()) return findings;
    exclude_bytes(text, invalid_bytes(text), find_placeholders(text), further);
    findings.insert(findings.end(), further.begin(), further.end());
    separate_overlaps(text, findings);
    return findings;
}

} // namespace verbatim::core::privacy

#include "verbatim/feedback/record_fields.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/metadata.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace verbatim::feedback {

namespace {

using entities = std::vector<sdk::detected_entity>;

/// The texts to search: the ids, then the lines.
struct search_texts
{
    std::vector<std::string_view>      ids;
    std::map<std::string, std::size_t> lines; ///< labels, and values behind their key; where the value begins
    std::uint64_t                      first_number = 0;

    std::vector<std::string_view> all() const
    {
        auto texts = ids;
        texts.reserve(ids.size() + lines.size());
        for (const auto& [line, value_begin] : lines) texts.push_back(line);
        return texts;
    }
};

/// A key may name the kind of its value: `nhs: 9434765919`.
search_texts gather(const record_fields& fields)
{
    search_texts texts;
    for (const auto* record : fields.records)
    {
        texts.ids.push_back(record->id);
        for (const auto& [key, value] : metadata_values(record->metadata, fields.metadata))
            texts.lines.emplace(key + ": " + value, key.size() + 2);
    }
    for (const auto label : fields.labels) texts.lines.emplace(on_one_line(label), 0);
    const auto exclude_numbers = [&](std::string_view text) {
        texts.first_number = std::max(texts.first_number, first_free_number(text));
    };
    for (const auto id : texts.ids) exclude_numbers(id);
    for (const auto& [line, value_begin] : texts.lines) exclude_numbers(line);
    return texts;
}

/// Whether one random number in about ten passes the checksum.
bool has_weak_checksum(const sdk::detected_entity& finding)
{
    constexpr std::string_view kinds[]{"CREDIT_CARD", "MEDICAL_LICENSE", "UK_NHS"};
    return std::ranges::find(kinds, finding.kind) != std::end(kinds);
}

/// Equal for the ids of a series, such as `FB-0017` and `AC-2390`.
std::string shape_of(std::string_view id)
{
    std::string shape{id};
    for (char& c : shape)
    {
        if (sdk::ascii::is_digit(c)) c = '0';
        if (sdk::ascii::is_letter(c)) c = 'a';
    }
    return shape;
}

/// Of a long series of ordinary numbers every tenth passes a weak checksum. Drops such findings unless more than half
/// of the ids of the same shape have one.
void drop_chance_findings(std::span<const std::string_view> ids, std::span<entities> findings)
{
    struct series
    {
        std::size_t size    = 0;
        std::size_t passing = 0;
    };
    std::map<std::string, series> by_shape;
    const auto passes = [&](std::size_t n) { return std::ranges::any_of(findings[n], has_weak_checksum); };
    for (std::size_t n = 0; n != ids.size(); ++n)
        if (passes(n)) ++by_shape[shape_of(ids[n])].passing;
    if (by_shape.empty()) return;
    for (const auto id : ids)
        if (const auto entry = by_shape.find(shape_of(id)); entry != by_shape.end()) ++entry->second.size;
    for (std::size_t n = 0; n != ids.size(); ++n)
    {
        if (!passes(n)) continue;
        const auto& series = by_shape.at(shape_of(ids[n]));
        if (2 * series.passing <= series.size) std::erase_if(findings[n], has_weak_checksum);
    }
}

/// The findings as offsets in the part of the text that begins at `value_begin`.
entities moved_to_value(entities findings, std::size_t value_begin)
{
    std::erase_if(findings, [&](const sdk::detected_entity& finding) { return finding.end <= value_begin; });
    for (auto& finding : findings)
    {
        finding.begin = std::max(finding.begin, value_begin) - value_begin;
        finding.end -= value_begin;
    }
    return findings;
}

/// `findings` has a list for each of texts.all().
field_findings to_fields(const search_texts& texts, std::vector<entities> findings)
{
    field_findings fields;
    const auto     id_findings = std::span{findings}.first(texts.ids.size());
    drop_chance_findings(texts.ids, id_findings);
    for (std::size_t n = 0; n != texts.ids.size(); ++n)
    {
        if (id_findings[n].empty()) continue;
        auto whole  = id_findings[n].front();
        whole.begin = 0;
        whole.end   = texts.ids[n].size();
        fields.try_emplace(std::string{texts.ids[n]}, entities{whole});
    }
    for (auto finding = findings.begin() + static_cast<std::ptrdiff_t>(texts.ids.size());
         const auto& [line, value_begin] : texts.lines)
    {
        auto value_findings = moved_to_value(std::move(*finding++), value_begin);
        if (value_findings.empty()) continue;
        auto& known = fields[line.substr(value_begin)];
        if (known.size() < value_findings.size()) known = std::move(value_findings); // a key may name another kind
    }
    return fields;
}

} // namespace

std::size_t bytes_of(const record_fields& fields)
{
    std::size_t bytes = fields.records.size() * sizeof(record);
    for (const auto* record : fields.records)
    {
        if (bytes > max_inline_bytes) break;
        bytes += record->id.size() + metadata_bytes(record->metadata, fields.metadata, max_inline_bytes);
    }
    return bytes;
}

sdk::task<detected_fields> detect_in_fields(sdk::call& call, const record_fields& fields)
{
    const auto bytes = bytes_of(fields);
    const auto list  = [&] { return gather(fields); };
    const auto texts = co_await compute_if_large(call, bytes, list);
    const auto all   = texts.all();
    if (all.empty()) co_return detected_fields{};

    auto findings = co_await call.anonymizer().detect_verified(all);
    if (findings.size() != all.size())
        throw sdk::programming_error{"the anonymizer returned findings for another number of texts"};
    const auto assign               = [&] { return to_fields(texts, std::move(findings)); };
    auto       fields_with_findings = co_await compute_if_large(call, bytes, assign);
    co_return detected_fields{std::move(fields_with_findings), texts.first_number};
}

} // namespace verbatim::feedback

#include "privacy/analyzer_codec.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace verbatim::core::privacy {

namespace json = boost::json;

namespace {

constexpr std::size_t max_kinds       = 1000;
constexpr std::size_t max_kind_length = 64;
constexpr std::size_t max_piece_bytes = 32 * 1024;
constexpr std::size_t overlap_bytes   = 512;
constexpr std::size_t max_word_bytes  = 256; ///< a longer word may be cut

/// The text with U+FFFD for each invalid byte, so that code points keep their numbers.
json::string valid_utf8(std::string_view text)
{
    if (sdk::utf8::is_valid(text)) return json::string{text};
    json::string result;
    for (std::size_t at = 0; at != text.size();)
    {
        const auto c = sdk::utf8::decode(text, at);
        result.append(c.valid ? text.substr(at, c.end - at) : std::string_view{"\xEF\xBF\xBD"});
        at = c.end;
    }
    return result;
}

/// The byte at which each code point begins, and the size of the text. An invalid byte counts as a code point.
std::vector<std::size_t> code_point_offsets(std::string_view text)
{
    std::vector<std::size_t> offsets;
    for (std::size_t at = 0; at != text.size(); at = sdk::utf8::decode(text, at).end) offsets.push_back(at);
    offsets.push_back(text.size());
    return offsets;
}

std::optional<std::size_t> byte_offset(const json::value* position, std::span<const std::size_t> offsets)
{
    const auto* number = position ? position->if_int64() : nullptr;
    if (!number || *number < 0 || static_cast<std::uint64_t>(*number) >= offsets.size()) return std::nullopt;
    return offsets[static_cast<std::size_t>(*number)];
}

std::optional<double> read_score(const json::value* score)
{
    if (!score || !score->is_number()) return std::nullopt;
    const auto number = score->to_number<double>();
    return number >= 0 && number <= 1 ? std::optional{number} : std::nullopt;
}

std::optional<sdk::detected_entity> read_finding(const json::value& value, std::span<const std::size_t> offsets,
                                                 kind_names& kinds)
{
    const auto* object = value.if_object();
    if (!object) return std::nullopt;
    const auto  begin = byte_offset(object->if_contains("start"), offsets);
    const auto  end   = byte_offset(object->if_contains("end"), offsets);
    const auto  score = read_score(object->if_contains("score"));
    const auto* type  = object->if_contains("entity_type");
    if (!begin || !end || *begin >= *end || !score || !type || !type->is_string()) return std::nullopt;
    const auto kind = kinds.store(type->get_string());
    if (!kind) return std::nullopt;
    return sdk::detected_entity{.begin = *begin, .end = *end, .kind = *kind, .score = *score};
}

std::optional<std::vector<sdk::detected_entity>> read_findings(const json::value& value, std::string_view text,
                                                               const analyzer_settings& settings, kind_names& kinds)
{
    const auto* list = value.if_array();
    if (!list) return std::nullopt;
    const auto                        offsets = code_point_offsets(text);
    std::vector<sdk::detected_entity> findings;
    for (const auto& element : *list)
    {
        const auto finding = read_finding(element, offsets, kinds);
        if (!finding) return std::nullopt;
        const bool ignored = std::ranges::find(settings.ignored_kinds, finding->kind) != settings.ignored_kinds.end();
        if (!ignored && finding->score >= settings.min_score) findings.push_back(*finding);
    }
    return findings;
}

/// The last place up to `limit`, which is within the text, where it may be cut: after a blank if one is near, else
/// before a code point.
std::size_t cut_before(std::string_view text, std::size_t limit)
{
    const auto blank = text.find_last_of(" \t\r\n", limit - 1);
    if (blank != text.npos && limit - blank <= max_word_bytes) return blank + 1;
    auto cut = limit;
    while (limit - cut < 3 && sdk::utf8::is_continuation(text[cut])) --cut;
    return cut;
}

} // namespace

std::optional<std::string_view> kind_names::store(std::string_view name)
{
    const bool is_name = !name.empty() && name.size() <= max_kind_length &&
                         std::ranges::all_of(name, [](char c) { return sdk::ascii::is_upper(c) || c == '_'; });
    if (!is_name) return std::nullopt;
    const std::scoped_lock lock{mutex_};
    if (const auto known = names_.find(name); known != names_.end()) return *known;
    if (names_.size() == max_kinds) return std::nullopt;
    return *names_.emplace(name).first;
}

std::string write_analyze_request(std::span<const std::string_view> texts, const analyzer_settings& settings)
{
    json::array list;
    for (const auto text : texts) list.emplace_back(valid_utf8(text));
    auto text = texts.size() == 1 ? std::move(list.front()) : json::value(std::move(list));
    return json::serialize(json::value{
        {"text", std::move(text)}, {"language", settings.language}, {"score_threshold", settings.min_score}});
}

std::optional<std::vector<std::vector<sdk::detected_entity>>>
read_analyze_response(std::string_view body, std::span<const std::string_view> texts, const analyzer_settings& settings,
                      kind_names& kinds)
{
    boost::system::error_code failure;
    const auto                response = json::parse(body, failure);
    if (failure || !response.is_array()) return std::nullopt;

    std::vector<std::vector<sdk::detected_entity>> result;
    const auto                                     add = [&](const json::value& list, std::string_view text) {
        auto findings = read_findings(list, text, settings, kinds);
        if (findings) result.push_back(std::move(*findings));
        return findings.has_value();
    };
    if (texts.size() == 1) return add(response, texts.front()) ? std::optional{std::move(result)} : std::nullopt;

    const auto& lists = response.get_array();
    if (lists.size() != texts.size()) return std::nullopt;
    for (std::size_t n = 0; n != texts.size(); ++n)
        if (!add(lists[n], texts[n])) return std::nullopt;
    return result;
}

std::vector<std::string_view> pieces_of(std::string_view text)
{
    std::vector<std::string_view> pieces;
    if (sdk::utf8::is_blank(text)) return pieces;
    while (text.size() > max_piece_bytes)
    {
        const auto end = cut_before(text, max_piece_bytes);
        pieces.push_back(text.substr(0, end));
        text.remove_prefix(cut_before(text, end - overlap_bytes));
    }
    pieces.push_back(text);
    return pieces;
}

} // namespace verbatim::core::privacy

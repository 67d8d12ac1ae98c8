#include "dimensions/dimension.hpp"

#include "prompts.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

#include <array>
#include <charconv>

namespace verbatim::analyze_bulk::dimensions {

namespace {

constexpr std::array<sdk::literal, max_dimensions> letters{"A", "B", "C", "D", "E"};

/// Calls `visit` with each text of a dimension.
template <class Dimension, class Visit>
void for_each_text(Dimension& dimension, Visit visit)
{
    for (auto* text : {&dimension.title, &dimension.definition, &dimension.proposition}) visit(*text);
    for (auto& value : dimension.values)
    {
        for (auto* text : {&value.title, &value.definition}) visit(*text);
        for (auto& example : value.examples) visit(example);
    }
}

std::optional<value_reference> find_label(std::span<const dimension> dimensions, std::string_view label)
{
    if (label.size() < 2) return std::nullopt;
    const char   letter = sdk::ascii::to_upper(label.front());
    value_number value  = 0;
    const auto   end    = label.data() + label.size();
    const auto   read   = std::from_chars(label.data() + 1, end, value);
    if (read.ec != std::errc{} || read.ptr != end || letter < 'A') return std::nullopt;
    const auto position = static_cast<std::size_t>(letter - 'A');
    if (position >= dimensions.size() || value > dimensions[position].values.size()) return std::nullopt;
    return value_reference{.dimension = position, .value = value};
}

sdk::prompt_text label_text(std::size_t dimension, value_number value)
{
    sdk::prompt_text label{letters[dimension]};
    label += sdk::prompt_text{value};
    return label;
}

/// What a message shows of values besides their titles.
enum class value_detail
{
    definitions_and_examples,
    definitions,
    none,
};

sdk::prompt_text block_of(std::span<const dimension> dimensions, const feedback::redaction& redaction,
                          value_detail detail)
{
    const auto       shown = [&](const std::string& text) { return redaction.completion_text(text); };
    sdk::prompt_text text;
    for (std::size_t d = 0; d != dimensions.size(); ++d)
    {
        const auto& dimension = dimensions[d];
        if (d != 0) text += "\n";
        text += letters[d];
        text += ": ";
        text += shown(dimension.title);
        add_line(text, "definition", shown(dimension.definition));
        add_line(text, "proposition", shown(dimension.proposition));
        for (std::size_t v = 0; v != dimension.values.size(); ++v)
        {
            const auto& value = dimension.values[v];
            text += "\n";
            text += label_text(d, v + 1);
            text += ": ";
            text += shown(value.title);
            if (detail != value_detail::none) add_line(text, "definition", shown(value.definition));
            if (detail == value_detail::definitions_and_examples)
                for (const auto& example : value.examples) add_line(text, "example", shown(example));
        }
        text += "\n";
        text += label_text(d, 0);
        text += ": unclear";
    }
    return feedback::tagged("dimensions", text);
}

} // namespace

std::string label_of(std::size_t dimension, value_number value)
{
    return std::string{letters[dimension].view()} + std::to_string(value);
}

std::optional<value_reference> find_value(std::span<const dimension> dimensions, std::string_view name)
{
    name = sdk::utf8::trimmed(name);
    if (const auto labelled = find_label(dimensions, name)) return labelled;
    const auto is_name = [&](std::string_view text) { return sdk::ascii::equals_ignoring_case(text, name); };
    if (is_name(unclear_id)) return dimensions.size() == 1 ? std::optional{value_reference{}} : std::nullopt;

    std::optional<value_reference> named;
    for (std::size_t d = 0; d != dimensions.size(); ++d)
        for (std::size_t v = 0; v != dimensions[d].values.size(); ++v)
        {
            const auto& value = dimensions[d].values[v];
            if (!is_name(value.id) && !is_name(value.title)) continue;
            if (named) return std::nullopt;
            named = {.dimension = d, .value = v + 1};
        }
    return named;
}

std::vector<std::string_view> texts_of(std::span<const dimension> dimensions)
{
    std::vector<std::string_view> texts;
    for (const auto& dimension : dimensions)
        for_each_text(dimension, [&](std::string_view text) { texts.push_back(text); });
    return texts;
}

std::vector<dimension> redacted(std::span<const dimension> dimensions, const feedback::redaction& redaction,
                                std::size_t first_text)
{
    std::vector<dimension> result{dimensions.begin(), dimensions.end()};
    for (auto& dimension : result)
        for_each_text(dimension, [&](std::string& text) {
            text = feedback::on_one_line(redaction.unescaped_text(first_text++).text());
        });
    return result;
}

sdk::prompt_text dimension_block(std::span<const dimension> dimensions, const feedback::redaction& redaction,
                                 std::size_t max_characters)
{
    for (const auto detail : {value_detail::definitions_and_examples, value_detail::definitions})
        if (auto block = block_of(dimensions, redaction, detail);
            sdk::estimation_length(block.text()) <= max_characters)
            return block;
    return block_of(dimensions, redaction, value_detail::none);
}

} // namespace verbatim::analyze_bulk::dimensions

#include "model_output.hpp"

#include "verbatim/feedback/completion_fields.hpp"
#include "verbatim/feedback/list_output.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <unordered_set>
#include <utility>

namespace verbatim::assign_codes {

namespace json = boost::json;

namespace {

/// The whole numbers of the array, without duplicates, all below `count`.
std::vector<std::size_t> positions_in(const json::array& elements, std::size_t count)
{
    std::vector<std::size_t>        positions;
    std::unordered_set<std::size_t> seen;
    for (const auto& element : elements)
    {
        const auto number = feedback::whole_number(element);
        if (!number || *number < 0 || std::cmp_greater_equal(*number, count)) continue;
        const auto position = static_cast<std::size_t>(*number);
        if (seen.insert(position).second) positions.push_back(position);
    }
    return positions;
}

/// The same; none if elements exist, but no position among them.
std::optional<std::vector<std::size_t>> existing_positions(const json::array& elements, std::size_t count)
{
    auto positions = positions_in(elements, count);
    if (positions.empty() && !elements.empty()) return std::nullopt;
    return positions;
}

} // namespace

void declare(sdk::schema_builder& schema, code_selection& selection)
{
    schema.name("CodeSelection", "Options that fit the record.");
    schema.field("selected", selection.selected, "Numbers of the options, best first; empty if none fits.");
}

std::optional<std::vector<std::size_t>> parse_selection(std::string_view output, std::size_t count)
{
    const feedback::list_output parsed{output};
    const auto*                 elements = parsed.list("selected");
    return elements ? existing_positions(*elements, count) : std::nullopt;
}

void declare(sdk::schema_builder& schema, level_score& score)
{
    schema.name("CodeLevelScore", "How well one level of a code fits the record.");
    schema.field("score", score.score, "From 0, does not fit, to 1, fits without doubt.");
    schema.field("explanation", score.explanation, "One sentence in English on why.");
}

std::optional<level_score> parse_level_score(std::string_view output)
{
    const feedback::completion_fields fields{output, {"score", "explanation"}};
    const auto                        score       = fields.number({"score"});
    auto                              explanation = fields.text({"explanation"});
    if (!score || !(*score >= 0 && *score <= 1)) return std::nullopt;
    return level_score{*score, explanation.value_or("The judge gave no explanation.")};
}

void declare(sdk::schema_builder& schema, record_selection& selection)
{
    schema.name("RecordSelection", "Options that fit a record.");
    schema.field("record", selection.record, "Number of the record.");
    schema.field("selected", selection.selected, "Numbers of the options, best first; empty if none fits.");
}

void declare(sdk::schema_builder& schema, bulk_selection& selection)
{
    schema.name("BulkSelection", "Options that fit each record.");
    schema.field("records", selection.records, "One object for each record.");
}

std::vector<std::optional<std::vector<std::size_t>>> parse_bulk_selection(std::string_view output, std::size_t records,
                                                                          std::size_t options)
{
    std::vector<std::optional<std::vector<std::size_t>>> picks(records);
    feedback::for_each_numbered(output, "records", "record", records,
                                [&](const json::object& object, std::size_t record) {
                                    const auto* selected = object.if_contains("selected");
                                    if (selected && selected->is_array())
                                        picks[record] = existing_positions(selected->get_array(), options);
                                });
    return picks;
}

void declare(sdk::schema_builder& schema, item_scores& scores)
{
    schema.name("ItemScores", "How well each level of a code fits its record.");
    schema.field("item", scores.item, "Number of the item.");
    schema.field("levels", scores.levels, "One object for each level of the code, from the broadest.");
}

void declare(sdk::schema_builder& schema, bulk_scores& scores)
{
    schema.name("BulkScores", "How well the levels of codes fit their records.");
    schema.field("scores", scores.scores, "One object for each item.");
}

std::vector<std::vector<level_score>> parse_bulk_scores(std::string_view output, std::size_t items)
{
    std::vector<std::vector<level_score>> scores(items);
    const auto                            read = [&](const json::object& object, std::size_t item) {
        const auto* levels = feedback::array_member(object, "levels");
        if (!levels) return;
        for (const auto& level : *levels)
        {
            auto score = parse_level_score(json::serialize(level));
            if (!score) return;
            scores[item].push_back(std::move(*score));
        }
    };
    feedback::for_each_numbered(output, "scores", "item", items, read);
    return scores;
}

} // namespace verbatim::assign_codes

namespace verbatim::assign_codes::longest {

namespace {

/// Bytes that the judges of all levels read. A judge reads the levels above its own too.
std::size_t size_of(const option& path)
{
    std::size_t whole = 0;
    std::size_t shown = 0;
    for (const auto* node : path.path)
    {
        shown += node->name.size();
        for (const auto text : codebook::meaning_of(*node)) shown += text.size();
        whole += shown;
    }
    return whole;
}

} // namespace

std::vector<std::int64_t> picks(std::span<const option> options, std::size_t limit)
{
    std::vector<std::pair<std::size_t, std::size_t>> sizes;
    for (const auto& option : options) sizes.emplace_back(option.path.size(), size_of(option));
    std::vector<std::int64_t> positions(options.size());
    std::iota(positions.begin(), positions.end(), std::int64_t{0});
    std::ranges::stable_sort(positions, std::ranges::greater{},
                             [&](std::int64_t n) { return sizes[static_cast<std::size_t>(n)]; });
    positions.resize(std::min(limit, positions.size()));
    return positions;
}

level_score score() { return {.score = 1.0, .explanation = "It is."}; }

} // namespace verbatim::assign_codes::longest

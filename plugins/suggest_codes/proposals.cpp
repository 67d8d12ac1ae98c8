#include "proposals.hpp"

#include "verbatim/feedback/explanation.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/model_json.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace verbatim::suggest_codes {

namespace {

/// The numbers below `count`, each once, ascending; counts the others.
std::vector<std::size_t> existing_numbers(const std::vector<std::int64_t>& numbers, std::size_t count,
                                          std::size_t& dropped)
{
    std::set<std::size_t> result;
    for (const auto number : numbers)
        if (number < 0 || static_cast<std::uint64_t>(number) >= count ||
            !result.insert(static_cast<std::size_t>(number)).second)
            ++dropped;
    return {result.begin(), result.end()};
}

/// Placeholders stay in all texts: a code is for many records, and its texts outlive the request.
feedback::response_text display_text(std::string_view text) { return feedback::displayed_explanation(text); }

feedback::response_text display_name(std::string_view text)
{
    const auto line = display_text(text).on_one_line();
    return sdk::utf8::first_code_points(sdk::utf8::trimmed(line.text()), max_proposed_name);
}

std::optional<std::size_t> parent_of(const model_code& code, const reference_lists& lists, std::size_t& dropped)
{
    if (code.parent == -1) return std::nullopt;
    const bool exists = code.parent >= 0 && static_cast<std::uint64_t>(code.parent) < lists.can_be_parent.size();
    if (exists && lists.can_be_parent[static_cast<std::size_t>(code.parent)])
        return static_cast<std::size_t>(code.parent);
    ++dropped;
    return std::nullopt;
}

void merge(std::vector<std::size_t>& target, const std::vector<std::size_t>& source)
{
    std::vector<std::size_t> both;
    std::ranges::set_union(target, source, std::back_inserter(both));
    target = std::move(both);
}

bool are_same(const proposal& left, const proposal& right)
{
    return left.parent == right.parent && sdk::ascii::equals_ignoring_case(left.name.text(), right.name.text());
}

} // namespace

void declare(sdk::schema_builder& schema, model_code& code)
{
    schema.name("CodeProposal", "A new code.");

    schema.field("name", code.name, "A short name.");
    schema.field("definition", code.definition, "What the code means.");
    schema.field("inclusion", code.inclusion, "Which records get the code.");
    schema.field("parent", code.parent, "Number of the existing code above it, or -1.");
    schema.field("records", code.records, "Numbers of the records that it fits.");
    schema.field("similar", code.similar, "Numbers of existing codes with a similar meaning.");
}

void declare(sdk::schema_builder& schema, model_codes& codes)
{
    schema.name("CodeProposals", "New codes for records.");
    schema.field("codes", codes.codes, "The codes; empty if no topic needs one.");
}

std::optional<model_codes> parse_codes(std::string_view output) { return feedback::read_output<model_codes>(output); }

bool names_records(const model_codes& output, std::size_t records)
{
    const auto exists = [&](std::int64_t number) { return number >= 0 && std::cmp_less(number, records); };
    return output.codes.empty() || std::ranges::any_of(output.codes, [&](const model_code& code) {
               return std::ranges::any_of(code.records, exists);
           });
}

proposals check_codes(const model_codes& output, const reference_lists& lists, std::size_t max_codes)
{
    proposals result;
    for (const auto& code : output.codes)
    {
        auto&    dropped = result.dropped_references;
        proposal checked{.name       = display_name(code.name),
                         .definition = display_text(code.definition),
                         .inclusion  = display_text(code.inclusion),
                         .parent     = parent_of(code, lists, dropped),
                         .records    = existing_numbers(code.records, lists.records, dropped),
                         .similar    = existing_numbers(code.similar, lists.can_be_parent.size(), dropped)};
        if (const auto same =
                std::ranges::find_if(result.codes, [&](const proposal& earlier) { return are_same(earlier, checked); });
            same != result.codes.end())
        {
            merge(same->records, checked.records);
            merge(same->similar, checked.similar);
            continue;
        }
        if (checked.name.empty() || checked.records.empty() || result.codes.size() == max_codes) ++result.dropped_codes;
        else result.codes.push_back(std::move(checked));
    }
    return result;
}

} // namespace verbatim::suggest_codes

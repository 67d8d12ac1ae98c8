#include "operation.hpp"

#include "code_index.hpp"
#include "prompts.hpp"
#include "proposals.hpp"

#include "verbatim/codebook/framework_file.hpp"
#include "verbatim/feedback/complete.hpp"
#include "verbatim/feedback/json_size.hpp"
#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/json_text.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>
#include <utility>

namespace verbatim::suggest_codes {

namespace {

/// Of a proposed code, as JSON.
constexpr std::size_t max_overlap_bytes = 200u << 10;

/// Collects ids until the lists of a response have this many bytes as JSON.
class id_collector
{
public:
    void add(const feedback::record& record, record_list& target)
    {
        ++target.count;
        const auto bytes = feedback::json_size(record.id) + 3;
        if (bytes > left_)
        {
            ++target.omitted;
            return;
        }
        left_ -= bytes;
        target.ids.push_back(record.id);
    }

private:
    std::size_t left_ = std::size_t{8} << 20;
};

std::vector<std::string> names_of(const codebook::option& option)
{
    std::vector<std::string> names;
    for (const auto* node : option.path) names.push_back(node->name);
    return names;
}

/// Bytes as JSON.
std::size_t size_of(const overlap& overlap)
{
    constexpr std::size_t members = 80;
    std::size_t           bytes   = members + feedback::json_size(overlap.id);
    for (const auto& name : overlap.names) bytes += feedback::json_size(name) + 3;
    return bytes;
}

/// The three most similar codes, and those that the model names, as long as they have max_overlap_bytes.
std::vector<overlap> overlaps_of(const proposal& code, const std::vector<codebook::option>& options, code_index& index)
{
    constexpr std::size_t most           = 3;
    constexpr double      min_similarity = 0.1;

    std::vector<double> similarities(options.size());
    std::vector<bool>   is_listed(options.size());
    const auto          nearest = index.nearest(code.name.text(), code.definition.text() + " " + code.inclusion.text());
    for (const auto& [option, similarity] : nearest) similarities[option] = similarity;
    for (std::size_t n = 0; n != std::min(most, nearest.size()); ++n)
        is_listed[nearest[n].option] = nearest[n].similarity >= min_similarity;
    for (const auto option : code.similar) is_listed[option] = true;

    std::vector<overlap> overlaps;
    for (std::size_t n = 0; n != options.size(); ++n)
        if (is_listed[n])
            overlaps.push_back({.id             = options[n].path.back()->id,
                                .names          = names_of(options[n]),
                                .similarity     = std::round(similarities[n] * 100) / 100,
                                .named_by_model = std::ranges::binary_search(code.similar, n)});
    std::ranges::stable_sort(overlaps, std::ranges::greater{}, &overlap::similarity);
    std::size_t bytes = 0;
    const auto  end   = std::ranges::find_if(
           overlaps, [&](const overlap& entry) { return (bytes += size_of(entry)) > max_overlap_bytes; });
    overlaps.erase(end, overlaps.end());
    return overlaps;
}

response make_response(const proposals& proposals, const std::vector<const feedback::record*>& records,
                       const std::vector<codebook::option>& options)
{
    response response{.dropped_codes = proposals.dropped_codes, .dropped_references = proposals.dropped_references};

    code_index        index{options};
    id_collector      ids;
    std::vector<bool> is_assigned(records.size());
    for (const auto& code : proposals.codes)
    {
        auto& entry      = response.proposed_codes.emplace_back();
        entry.name       = code.name;
        entry.definition = code.definition;
        entry.inclusion  = code.inclusion;
        entry.overlaps   = overlaps_of(code, options, index);
        if (code.parent)
        {
            entry.parent_id    = options[*code.parent].path.back()->id;
            entry.parent_names = names_of(options[*code.parent]);
        }
        for (const auto record : code.records)
        {
            ids.add(*records[record], entry.records);
            is_assigned[record] = true;
        }
    }
    for (std::size_t n = 0; n != records.size(); ++n)
        if (!is_assigned[n]) ids.add(*records[n], response.unassigned);
    return response;
}

} // namespace

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("SuggestCodesSettings", "Settings of suggest-codes.");
    codebook::framework_setting(schema, settings.framework_path);
}

operation::operation(std::optional<codebook::framework> default_framework)
    : default_framework_{std::move(default_framework)}
    , system_{prompts::system()}
{}

sdk::descriptor operation::describe() const
{
    return {.name    = "suggest_codes",
            .path    = "/v1/suggest-codes",
            .summary = "Propose new codes for records that no code fits",
            .description =
                "Reads records that nothing in the coding framework fits, and proposes codes with a definition, "
                "criteria, a place in the framework and their records. The server computes how far each proposal "
                "overlaps existing codes. Nothing is applied: a person decides on each proposal.",
            .tag               = "Bulk Inference",
            .usage_label       = "suggest_codes",
            .deadline          = std::chrono::seconds{120},
            .max_output_tokens = 8'192,
            .open_members      = std::vector<std::string>{}};
}

sdk::task<response> operation::run(sdk::call& call, const request& request) const
{
    const auto records = feedback::with_content(request.records);
    if (records.empty()) co_return response{};
    const auto& codes =
        codebook::framework_of(request.coding_levels, default_framework_ ? &*default_framework_ : nullptr);

    std::vector<codebook::option> options;
    sdk::prompt_text              framework;
    const std::function<void()>   write = [&, limits = call.model().limits()] {
        // The list of codes may be far longer than the framework, so its length is checked first.
        constexpr sdk::literal advice{"send a shorter list of codes"};
        feedback::check_budget(system_.estimation_length() + codebook::formatted_length(codes), limits, advice);
        options   = codebook::flatten(codes);
        framework = prompts::framework(codebook::format_options(options));
    };
    co_await call.compute(write);

    std::optional<model_codes> output;
    feedback::prompt           prompt;
    prompt.system = system_;
    for (const auto* record : records) prompt.redacted.push_back(record->content);
    prompt.unredacted = codebook::texts_in(options);
    prompt.user       = [&](const feedback::redaction& redaction) {
        return prompts::message(framework, redaction, request.max_codes);
    };
    prompt.advice_if_too_large = sdk::literal{"send fewer records, or a shorter list of codes"};
    prompt.shared_prefix       = framework.text().size();
    prompt.output_schema       = &feedback::output_schema_of<model_codes>("code_proposals");
    prompt.parse               = [&](std::string_view text) {
        output = parse_codes(text);
        return output && names_records(*output, records.size());
    };
    prompt.offline = [&](const feedback::redaction& redaction) {
        return sdk::to_json(offline::propose(redaction, options, request.max_codes));
    };
    co_await feedback::complete(call, prompt);

    response                    response;
    const std::function<void()> check = [&] {
        reference_lists lists{.records = records.size()};
        for (const auto& option : options) lists.can_be_parent.push_back(option.path.size() < codebook::max_levels);
        response = make_response(check_codes(output.value(), lists, request.max_codes), records, options);
    };
    co_await call.compute(check);
    call.note("dropped_codes", static_cast<std::int64_t>(response.dropped_codes));
    call.note("dropped_references", static_cast<std::int64_t>(response.dropped_references));
    co_return response;
}

} // namespace verbatim::suggest_codes

#include "operations.hpp"

#include "prompts.hpp"
#include "summary.hpp"
#include "wire.hpp"

#include "verbatim/feedback/hyperlinks.hpp"
#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/pretty_output.hpp"
#include "verbatim/sdk/call.hpp"

#include <array>
#include <utility>

namespace verbatim::summarize {

namespace {

template <class Reply>
std::string pretty(std::string_view label, std::string_view head, const Reply& given, feedback::label_language labels)
{
    return feedback::pretty_output({.head_label    = label,
                                    .head          = std::string{head},
                                    .quality_score = given.quality_score,
                                    .title         = given.title,
                                    .text          = given.summary},
                                   labels);
}

std::string joined(const std::vector<std::string>& ids)
{
    std::string all;
    for (std::size_t n = 0; n != ids.size(); ++n) all.append(n == 0 ? "" : ", ").append(ids[n]);
    return all;
}

} // namespace

sdk::descriptor of_one::describe() const
{
    return {.name         = "summarize",
            .path         = "/v1/summarize",
            .summary      = "Summarize one feedback record",
            .description  = "A title and a few lines in the language of the record, scored by a second model call. A "
                            "record without content is answered with empty texts.",
            .tag          = "Inference",
            .usage_label  = "summarize",
            .deadline     = std::chrono::seconds{120},
            .asks         = sdk::type_of<one_request>(),
            .answers      = sdk::type_of<one_reply>(),
            .refuses      = {sdk::errc::analysis_unavailable},
            .open_members = std::vector<std::string>{}};
}

sdk::task<sdk::reply> of_one::run(sdk::call& call)
{
    const auto& one = call.asked<one_request>().record;
    one_reply   given{.id = one.id, .title = {}, .summary = {}, .quality_score = 0.0, .pretty_output = {}};
    if (!one.content.empty())
    {
        auto language = feedback::detect_language(one.content);
        if (language) language = feedback::language_name(*language);
        const auto       system = prompts::of_one(language);
        const std::array kept{&one};

        auto found          = co_await summarize(call, corpus::one, kept, system);
        given.title         = std::move(found.title);
        given.summary       = std::move(found.text);
        given.quality_score = found.quality_score;
    }
    given.pretty_output = pretty("Feedback-ID", given.id, given, feedback::label_language::english);
    co_return sdk::ok(given);
}

sdk::descriptor of_many::describe() const
{
    return {.name    = "summarize_bulk",
            .path    = "/v1/summarize-bulk",
            .summary = "Summarize many feedback records together",
            .description =
                "One title and the themes of all records, the most frequent first, scored by a second model call. "
                "Records without content are left out. Record ids in the summary become links when a base URL is "
                "given.",
            .tag          = "Bulk Inference",
            .usage_label  = "summarize_aggregate",
            .deadline     = std::chrono::seconds{120},
            .asks         = sdk::type_of<many_request>(),
            .answers      = sdk::type_of<many_reply>(),
            .refuses      = {sdk::errc::analysis_unavailable},
            .open_members = std::vector<std::string>{}};
}

sdk::task<sdk::reply> of_many::run(sdk::call& call)
{
    const auto& asked    = call.asked<many_request>();
    const auto  kept     = feedback::with_content(asked.records);
    const auto  language = feedback::sanitized_language(asked.output_language.value_or(""));
    const auto  labels   = feedback::labels_in(call, language);
    if (const auto dropped = asked.records.size() - kept.size(); dropped != 0)
        call.log_line().write(sdk::severity::info, "empty records dropped", {{"count", dropped}});

    many_reply given{.ids = {}, .title = {}, .summary = {}, .quality_score = 0.0, .pretty_output = {}};
    for (const auto* one : kept) given.ids.push_back(one->id);
    if (!kept.empty())
    {
        const auto system   = prompts::of_many(language);
        auto       found    = co_await summarize(call, corpus::many, kept, system);
        given.title         = std::move(found.title);
        given.summary       = feedback::with_links(found.text, asked.crm_base_url.value_or(""), kept);
        given.quality_score = found.quality_score;
    }
    given.pretty_output = pretty("IDs", joined(given.ids), given, labels);
    co_return sdk::ok(given);
}

} // namespace verbatim::summarize

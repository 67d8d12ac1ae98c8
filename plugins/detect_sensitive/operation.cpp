#include "operation.hpp"

#include "finding.hpp"
#include "prompts.hpp"
#include "wire.hpp"

#include "verbatim/feedback/ask.hpp"
#include "verbatim/feedback/envelope.hpp"
#include "verbatim/feedback/form.hpp"
#include "verbatim/feedback/unicode.hpp"
#include "verbatim/sdk/call.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace verbatim::detect_sensitive {

namespace {

constexpr std::string_view nothing_found = "No sensitive content detected.";

} // namespace

operation::operation(const settings& chosen)
    : shown_metadata_{chosen.metadata.shown()}
    , system_{prompts::detection()}
{}

sdk::descriptor operation::describe() const
{
    return {.name    = "detect_sensitive",
            .path    = "/v1/detect-sensitive",
            .summary = "Find out whether a feedback record needs confidential handling",
            .description =
                "Names the types of sensitive content that a record holds, and why. The model is told to name a type "
                "when in doubt: what is found is for a person to look at. A record without content holds none.",
            .tag          = "Inference",
            .usage_label  = "detect_sensitive",
            .deadline     = std::chrono::seconds{120},
            .asks         = sdk::type_of<request>(),
            .answers      = sdk::type_of<reply>(),
            .open_members = shown_metadata_};
}

sdk::task<sdk::reply> operation::run(sdk::call& call)
{
    const auto& one = call.asked<request>().record;
    reply       given{.id = one.id};
    if (one.content.empty())
    {
        given.explanation = feedback::no_content;
        co_return sdk::ok(given);
    }

    std::optional<finding> found;
    const auto             metadata = feedback::metadata_lines(one.metadata, shown_metadata_);
    feedback::question     question;
    question.system = system_;
    question.texts  = {one.content};
    question.beside = {one.id, metadata};
    question.user   = [&](const feedback::redaction& names) {
        return feedback::record_block(one, names.text(0), shown_metadata_);
    };
    question.form = &feedback::form_of<finding>("sensitivity");
    question.fits = [&](std::string_view said) {
        found = read_finding(said);
        return found.has_value();
    };
    const auto answer = co_await feedback::ask(call, question);

    given.types        = std::move(found.value().types);
    given.is_sensitive = !given.types.empty();
    given.explanation  = answer.names.restore(found->explanation);
    if (!given.is_sensitive && feedback::blank(given.explanation)) given.explanation = nothing_found;
    co_return sdk::ok(given);
}

} // namespace verbatim::detect_sensitive

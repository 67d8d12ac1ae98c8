#include "summary.hpp"

#include "verbatim/feedback/ask.hpp"
#include "verbatim/feedback/envelope.hpp"
#include "verbatim/feedback/form.hpp"
#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/loose_reply.hpp"
#include "verbatim/feedback/unicode.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <utility>

namespace verbatim::summarize {

namespace {

struct reply_text
{
    std::string title;
    std::string summary;
};
struct record_reply : reply_text
{};
struct bulk_reply : reply_text
{};

void say_members(sdk::declaration& wire, reply_text& given)
{
    wire.gives("title", given.title, "3 to 5 words.");
    wire.gives("summary", given.summary, "Short lines, each beginning with a hyphen.");
}

void declare(sdk::declaration& wire, record_reply& given)
{
    wire.is("RecordSummary", "What one record says.");
    say_members(wire, given);
}

void declare(sdk::declaration& wire, bulk_reply& given)
{
    wire.is("BulkSummary", "What many records say together.");
    say_members(wire, given);
}

const sdk::reply_form& form_for(corpus how)
{
    return how == corpus::one ? feedback::form_of<record_reply>("record_summary")
                              : feedback::form_of<bulk_reply>("bulk_summary");
}

/// Nothing where it is absent or null, as where it is empty; none for another type.
std::optional<std::string> text_of(const boost::json::object& from, std::string_view member)
{
    const auto* value = from.if_contains(member);
    if (!value || value->is_null()) return std::string{};
    if (const auto* text = value->if_string()) return std::string{*text};
    return std::nullopt;
}

} // namespace

std::optional<summary> read_summary(std::string_view reply)
{
    boost::system::error_code failure;
    const auto                value  = boost::json::parse(feedback::json_in(reply), failure);
    const auto*               object = failure ? nullptr : value.if_object();
    if (!object) return std::nullopt;
    auto title = text_of(*object, "title");
    auto text  = text_of(*object, "summary");
    if (!title || !text) return std::nullopt;
    return summary{.title = std::move(*title), .text = std::move(*text), .quality_score = {}};
}

sdk::task<summary> summarize(sdk::call& call, corpus how, std::span<const feedback::record* const> kept,
                             const sdk::outbound& system)
{
    std::optional<summary> said;
    feedback::question     question;
    question.system = system;
    question.form   = &form_for(how);
    for (const auto* one : kept)
    {
        question.texts.push_back(one->content);
        question.beside.push_back(one->id);
    }
    question.user = [&](const feedback::redaction& names) {
        auto records = feedback::record_blocks(kept, names);
        return how == corpus::one ? std::move(records) : feedback::tagged("feedback_records", records);
    };
    question.fits = [&](std::string_view reply) {
        said = read_summary(reply);
        return said.has_value();
    };
    const auto answer = co_await feedback::ask(call, question);

    auto& found = said.value();
    if (feedback::blank(found.title) || feedback::blank(found.text))
        throw sdk::error{sdk::errc::analysis_unavailable, "blank title or summary"};

    const auto source  = feedback::record_blocks(kept, answer.names);
    const auto shown   = answer.names.said(found.text);
    const auto verdict = co_await feedback::judge_summary(call, source, shown);
    feedback::log_failure(call, verdict);

    co_return summary{.title         = answer.names.restore(found.title),
                      .text          = answer.names.restore(found.text),
                      .quality_score = verdict.score};
}

} // namespace verbatim::summarize

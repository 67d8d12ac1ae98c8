#include "verbatim/testing/scripted_llm.hpp"

#include "model_outputs.hpp"

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include <stdexcept>
#include <utility>

namespace verbatim::testing {

scripted_llm& scripted_llm::reply(std::string text)
{
    script_.emplace_back(std::move(text));
    return *this;
}

scripted_llm& scripted_llm::reply_for(std::string_view output_schema, std::string text)
{
    by_schema_.insert_or_assign(std::string{output_schema}, std::move(text));
    return *this;
}

scripted_llm& scripted_llm::fail(sdk::errc error)
{
    script_.emplace_back(sdk::error{error});
    return *this;
}

scripted_llm& scripted_llm::fail_call(std::size_t n, sdk::errc error)
{
    by_number_.insert_or_assign(n, sdk::error{error});
    return *this;
}

scripted_llm& scripted_llm::reply_to_call(std::size_t n, std::string text)
{
    by_number_.insert_or_assign(n, std::move(text));
    return *this;
}

scripted_llm& scripted_llm::cancel_call(std::size_t n)
{
    cancelled_from_ = n;
    return *this;
}

scripted_llm& scripted_llm::auto_reply()
{
    auto_reply_ = true;
    return *this;
}

scripted_llm& scripted_llm::reply_offline()
{
    reply_offline_ = true;
    return *this;
}

scripted_llm& scripted_llm::set_limits(sdk::token_limits limits)
{
    limits_ = limits;
    return *this;
}

std::optional<scripted_llm::scripted_reply> scripted_llm::find_reply(const sdk::chat_request& request, std::size_t n)
{
    if (const auto numbered = by_number_.find(n); numbered != by_number_.end()) return numbered->second;
    if (request.output_schema)
        if (const auto matching = by_schema_.find(request.output_schema->name); matching != by_schema_.end())
            return matching->second;
    if (script_.empty()) return std::nullopt;
    auto reply = std::move(script_.front());
    script_.pop_front();
    return reply;
}

namespace {

/// JSON made from the schema. Where its references are of no use to the operation, the operation's own longest reply.
std::string automatic_json(const sdk::chat_request& request)
{
    auto reply = generated_json(request.output_schema->json_schema);
    if (!request.longest) return reply;
    constexpr std::size_t max_characters = 2'000;
    auto                  read           = reply;
    return sdk::check_reply(request, read).fits ? reply : request.longest(max_characters);
}

} // namespace

scripted_llm::scripted_reply scripted_llm::next_reply(const sdk::chat_request& request, std::size_t n)
{
    if (auto reply = find_reply(request, n)) return std::move(*reply);
    if (reply_offline_ && request.offline) return request.offline();
    if (!auto_reply_) throw std::logic_error{"call " + std::to_string(n) + " has no reply in the script"};
    if (request.output_schema) return automatic_json(request);
    // docs/reference/prompts.md#shared-prefix
    return request.user.text().ends_with("<task>\nscore\n</task>") ? R"({"quality_score": 0.5})" : generated_text();
}

sdk::task<sdk::result<sdk::completion>> scripted_llm::try_complete(const sdk::chat_request& request)
{
    const auto n = requests_.size();
    requests_.push_back({request.system.text(), request.user.text(),
                         request.output_schema ? std::string{request.output_schema->name} : std::string{},
                         request.output_schema ? std::string{request.output_schema->json_schema} : std::string{}});
    if (cancelled_from_ && n >= *cancelled_from_)
        throw boost::system::system_error{boost::asio::error::operation_aborted};

    auto reply = next_reply(request, n);
    if (!reply) co_return std::move(reply).error();
    if (!request.output_schema && reply->find_first_not_of(" \t\r\n") == reply->npos)
        co_return sdk::error{sdk::errc::llm_error};
    auto reading = sdk::check_reply(request, *reply);
    if (!reading.fits)
    {
        sdk::error rejected{sdk::errc::llm_error};
        rejected.cause = sdk::failure_cause::unreadable;
        co_return rejected;
    }
    co_return sdk::completion{.text              = std::move(*reply),
                              .model             = "scripted",
                              .prompt_tokens     = 1,
                              .completion_tokens = 1,
                              .repairs           = std::move(reading.repairs)};
}

} // namespace verbatim::testing

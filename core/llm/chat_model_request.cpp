#include "llm/chat_model_request.hpp"

#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::llm {

namespace {

/// In tokens: providers add the roles of messages, and instructions for structured output.
constexpr std::size_t added_by_provider = 1'024;

/// The share of a context that outputs get.
constexpr std::size_t output_share(std::size_t context) { return context / 4; }

} // namespace

chat_model_request::chat_model_request(const connection_list& connections, const sdk::chat_request& request,
                                       std::size_t chars_per_token, std::size_t max_output_tokens)
    : connections_{connections}
    , request_{request}
    , chars_per_token_{chars_per_token}
    , max_output_tokens_{max_output_tokens}
{}

sdk::task<attempt_result> chat_model_request::attempt(std::size_t connection, caller_ids ids, attempt_time time)
{
    connection_              = connection;
    const auto context_limit = output_share(connections_.state(connection).context_tokens);
    return connections_[connection].complete(request(), ids, time, {max_output_tokens_, context_limit});
}

std::optional<sdk::failure_cause> chat_model_request::rejection(const attempt_result& result)
{
    using enum sdk::failure_cause;
    has_response_       = true;
    reported_input_     = result.tokens.input;
    reply_              = request_.output_schema ? without_repeats(result.text) : clean_text(result.text);
    rejected_           = std::nullopt;
    const bool repeats  = std::ranges::count(reply_.repairs, sdk::reply_repair::repetition) != 0;
    const bool is_short = result.truncated && !repeats && (request_.output_schema || sdk::utf8::is_blank(result.text));
    if (is_short && !allows_text_after_value()) return truncated;
    if (reported_input_ &&
        connections_.state(connection_)
            .token_counts.is_prompt_cut(*reported_input_, estimate_tokens(characters(), chars_per_token_),
                                        request_.system.text(), request_.user.text()))
        return prompt_cut;
    if (auto problem = problem_of_reply(result.is_reasoning))
    {
        if (is_short && !reads_prefix()) return truncated;
        if (repeats) problem->insert(0, "The answer repeats itself. ");
        const auto& shown = repeats ? reply_.text : result.text;
        rejected_ =
            sdk::rejected_reply{std::string{sdk::utf8::truncated(shown, max_rejected_bytes)}, std::move(*problem)};
        return is_short ? truncated : unreadable;
    }
    reply_.truncated |= result.truncated && !request_.output_schema;
    return std::nullopt;
}

bool chat_model_request::accepts_cut(const attempt_result& result)
{
    rejected_ = std::nullopt;
    reply_    = {.text = result.text, .truncated = true};
    return reads_prefix() && !problem_of_reply();
}

bool chat_model_request::ask_again()
{
    if (!rejected_) return false;
    if (!repeated_) repeated_ = request_;
    repeated_->rejected = std::exchange(rejected_, std::nullopt);
    return true;
}

std::size_t chat_model_request::characters() const
{
    if (!characters_)
        characters_ = sdk::expected_length(request_.system.text()) + sdk::expected_length(request_.user.text());
    auto characters = *characters_;
    if (const auto& rejected = request().rejected)
        characters += sdk::expected_length(rejected->text) + sdk::expected_length(rejected->problem);
    return characters;
}

std::size_t chat_model_request::bytes() const
{
    const auto  schema = request_.output_schema ? *request_.output_schema : sdk::output_schema{};
    std::size_t bytes  = added_by_provider + request_.system.text().size() + request_.user.text().size() +
                        schema.name.size() + schema.json_schema.size();
    if (const auto& rejected = request().rejected) bytes += rejected->text.size() + rejected->problem.size();
    return bytes;
}

std::optional<std::string> chat_model_request::problem_of_reply(bool is_reasoning)
{
    if (!request_.output_schema && sdk::utf8::is_blank(reply_.text)) return "The answer is empty.";
    if (!request_.output_schema && is_reasoning) return "The answer holds reasoning and no answer.";
    auto reading = sdk::check_reply(request_, reply_.text);
    if (!reading.fits) return std::move(reading.problem);
    reply_.repairs.insert(reply_.repairs.end(), reading.repairs.begin(), reading.repairs.end());
    return std::nullopt;
}

} // namespace verbatim::core::llm

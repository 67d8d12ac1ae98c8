#include "verbatim/feedback/complete.hpp"

#include "verbatim/feedback/tokens.hpp"

#include <span>
#include <utility>

namespace verbatim::feedback {

namespace {

std::size_t bytes_of(const prompt_texts& texts)
{
    std::size_t bytes = bytes_of(texts.fields);
    for (const auto text : texts.redacted) bytes += text.size();
    for (const auto text : texts.unredacted) bytes += text.size();
    return bytes;
}

/// Checks the limit before redacting: a message that is too large costs no search for personal data.
sdk::task<redaction> redact_within_budget(sdk::call& call, const prompt_texts& texts,
                                          std::span<const prompt_messages> prompts)
{
    const auto phase = call.phase("anonymise");
    redaction  names{texts.redacted};
    const auto check = [&, limits = call.model().limits()] {
        for (const auto& messages : prompts)
        {
            const auto characters = messages.system.estimation_length() + characters_of(messages.user(names));
            check_budget(characters, limits, texts.advice_if_too_large);
        }
    };
    co_await compute_if_large(call, bytes_of(texts) * prompts.size(), check);

    if (texts.anonymize) names = co_await redact(call, texts.redacted, texts.unredacted, texts.fields);
    co_return names;
}

sdk::task<sdk::completion> output_of(sdk::call& call, const prompt_texts& texts, const redaction& names,
                                     const prompt_messages& messages)
{
    sdk::chat_request request{
        .system = messages.system, .user = {}, .output_schema = messages.output_schema, .accept = messages.parse};
    const auto write      = [&] { return messages.user(names); };
    request.user          = co_await compute_if_large(call, bytes_of(texts), write);
    request.longest       = messages.longest;
    request.shared_prefix = messages.shared_prefix;
    if (messages.offline) request.offline = [&] { return messages.offline(names); };
    if (!request.output_schema) request.expected = request.offline;

    co_return co_await call.model().complete(request);
}

} // namespace

sdk::task<completion> complete(sdk::call& call, const prompt& prompt)
{
    const prompt_messages& messages = prompt;
    const std::span        prompts{&messages, 1};
    auto                   names  = co_await redact_within_budget(call, prompt, prompts);
    const auto             phase  = call.phase("complete");
    auto                   output = co_await output_of(call, prompt, names, messages);
    co_return completion{std::move(output.text), std::move(names), output.truncated};
}

sdk::task<sdk::result<completion>> try_complete(sdk::call& call, const prompt& prompt)
{
    std::optional<sdk::error> failure;
    try
    {
        co_return co_await complete(call, prompt);
    }
    catch (const sdk::error& error)
    {
        failure = error;
    }
    co_return std::move(*failure);
}

sdk::task<completions> complete_all(sdk::call& call, const prompt_group& group, std::size_t limit)
{
    auto                     names = co_await redact_within_budget(call, group, group.prompts);
    const auto               phase = call.phase("complete");
    std::vector<std::string> texts(group.prompts.size());

    const std::function<sdk::task<>(std::size_t)> complete_prompt = [&](std::size_t n) -> sdk::task<> {
        auto output = co_await output_of(call, group, names, group.prompts[n]);
        texts[n]    = std::move(output.text);
    };
    co_await sdk::for_each_bounded(texts.size(), limit, complete_prompt);
    co_return completions{std::move(texts), std::move(names)};
}

} // namespace verbatim::feedback

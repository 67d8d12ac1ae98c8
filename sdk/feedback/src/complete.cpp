#include "verbatim/feedback/complete.hpp"

#include "verbatim/feedback/call_outcomes.hpp"
#include "verbatim/feedback/item_batches.hpp"
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

/// The errors of the messages that exceed the token limit with these texts, in the order of the prompts.
std::vector<std::optional<sdk::error>> size_errors(const redaction& names, const prompt_texts& texts,
                                                   std::span<const prompt_messages> prompts,
                                                   const sdk::token_limits&         limits)
{
    std::vector<std::optional<sdk::error>> errors;
    for (const auto& messages : prompts) try
        {
            const auto characters = messages.system.estimation_length() + characters_of(messages.user(names));
            check_budget(characters, limits, texts.advice_if_too_large);
            errors.emplace_back();
        }
        catch (const sdk::error& too_large)
        {
            errors.emplace_back(too_large);
        }
    return errors;
}

sdk::task<std::vector<std::optional<sdk::error>>> size_errors(sdk::call& call, const prompt_texts& texts,
                                                              std::span<const prompt_messages> prompts)
{
    const redaction originals{texts.redacted};
    const auto check = [&, limits = call.model().limits()] { return size_errors(originals, texts, prompts, limits); };
    co_return co_await compute_if_large(call, bytes_of(texts) * prompts.size(), check);
}

/// Checks the limit before redacting: a message that is too large costs no search for personal data.
sdk::task<redaction> redact_within_budget(sdk::call& call, const prompt_texts& texts,
                                          std::span<const prompt_messages> prompts)
{
    const auto phase  = call.phase("anonymise");
    const auto errors = co_await size_errors(call, texts, prompts);
    for (const auto& error : errors)
        if (error) throw *error;
    if (!texts.anonymize) co_return redaction{texts.redacted};
    co_return co_await redact(call, texts.redacted, texts.unredacted, texts.fields);
}

sdk::task<sdk::result<sdk::completion>> output_of(sdk::call& call, const prompt_texts& texts, const redaction& names,
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

    co_return co_await call.model().try_complete(request);
}

/// The output; throws the error.
sdk::completion value_of(sdk::result<sdk::completion> output)
{
    if (!output) throw output.error();
    return std::move(*output);
}

/// The results of the prompts of one group.
class group_run
{
public:
    /// The references are borrowed.
    group_run(sdk::call& call, const prompt_group& group, const redaction& names,
              std::vector<std::optional<sdk::error>> size_errors)
        : call_{call}
        , group_{group}
        , names_{names}
        , errors_{std::move(size_errors)}
        , texts_(group.prompts.size())
    {}

    sdk::task<> run(std::size_t limit)
    {
        std::vector<std::size_t> sent;
        for (std::size_t n = 0; n != errors_.size(); ++n)
            if (!errors_[n]) sent.push_back(n);
        const std::function<sdk::task<>(std::size_t)> step = [&](std::size_t n) { return complete(sent[n]); };
        co_await for_each_batch(sent.size(), limit, outcomes_, step);
    }

    std::vector<sdk::result<std::string>> take_results()
    {
        std::vector<sdk::result<std::string>> results;
        for (std::size_t n = 0; n != texts_.size(); ++n)
            if (errors_[n]) results.emplace_back(std::move(*errors_[n]));
            else results.emplace_back(std::move(texts_[n]));
        return results;
    }

private:
    sdk::task<> complete(std::size_t n)
    {
        errors_[n] = outcomes_.common_failure();
        if (errors_[n]) co_return;
        auto output = co_await output_of(call_, group_, names_, group_.prompts[n]);
        if (output) texts_[n] = std::move(output->text);
        else errors_[n] = output.error();
        outcomes_.add(errors_[n]);
    }

    sdk::call&                             call_;
    const prompt_group&                    group_;
    const redaction&                       names_;
    std::vector<std::optional<sdk::error>> errors_;
    std::vector<std::string>               texts_;
    call_outcomes                          outcomes_;
};

} // namespace

sdk::task<completion> complete(sdk::call& call, const prompt& prompt)
{
    const prompt_messages& messages = prompt;
    const std::span        prompts{&messages, 1};
    auto                   names  = co_await redact_within_budget(call, prompt, prompts);
    const auto             phase  = call.phase("complete");
    auto                   result = co_await output_of(call, prompt, names, messages);
    auto                   output = value_of(std::move(result));
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

sdk::task<sdk::result<sdk::completion>> try_complete_again(sdk::call& call, const prompt_texts& texts,
                                                           const redaction& names, const prompt_messages& messages)
{
    const std::span prompts{&messages, 1};
    auto            errors = co_await size_errors(call, texts, prompts);
    if (errors.front()) co_return std::move(*errors.front());
    const auto phase = call.phase("complete");
    co_return co_await output_of(call, texts, names, messages);
}

sdk::task<completions> complete_all(sdk::call& call, const prompt_group& group, std::size_t limit)
{
    auto                     names = co_await redact_within_budget(call, group, group.prompts);
    const auto               phase = call.phase("complete");
    std::vector<std::string> texts(group.prompts.size());

    const std::function<sdk::task<>(std::size_t)> complete_prompt = [&](std::size_t n) -> sdk::task<> {
        auto result = co_await output_of(call, group, names, group.prompts[n]);
        texts[n]    = value_of(std::move(result)).text;
    };
    co_await sdk::for_each_bounded(texts.size(), limit, complete_prompt);
    co_return completions{std::move(texts), std::move(names)};
}

sdk::task<completion_results> try_complete_all(sdk::call& call, const prompt_group& group, std::size_t limit)
{
    auto      anonymising = call.phase("anonymise");
    auto      errors      = co_await size_errors(call, group, group.prompts);
    redaction names{group.redacted};
    if (group.anonymize) names = co_await redact(call, group.redacted, group.unredacted, group.fields);
    anonymising.reset();

    const auto phase = call.phase("complete");
    group_run  run{call, group, names, std::move(errors)};
    co_await run.run(limit);
    auto texts = run.take_results();
    co_return completion_results{std::move(texts), std::move(names)};
}

} // namespace verbatim::feedback

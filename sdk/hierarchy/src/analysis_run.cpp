#include "verbatim/hierarchy/analysis_run.hpp"

#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/text.hpp"

#include <utility>

namespace verbatim::hierarchy {

sdk::task<sdk::prompt_text> analysis_run::message(std::span<const std::size_t> records,
                                                  const message_function&      write) const
{
    constexpr std::size_t tags  = 64; // bytes of a block besides its content
    std::size_t           bytes = records.size() * tags;
    for (const auto at : records) bytes += input.records[at]->content.size();
    const auto write_records = [&] { return write(records); };
    co_return co_await feedback::compute_if_large(call, concurrency * bytes, write_records);
}

sdk::task<sdk::result<sdk::completion>> analysis_run::complete(const sdk::chat_request& request, std::size_t max_bytes)
{
    const auto characters = request.system.estimation_length() + feedback::characters_of(request.user);
    const auto limits     = call.model().limits();
    if (auto too_large = feedback::over_budget(characters, limits)) co_return std::move(*too_large);

    usage += {.calls = 1, .estimated_tokens = feedback::estimated_tokens(characters, limits)};
    auto completion = co_await call.model().try_complete(request);
    if (!completion) co_return completion;
    usage.add_tokens(*completion);
    completion->text.resize(sdk::utf8::truncated(completion->text, max_bytes).size());
    completion->text.shrink_to_fit();
    co_return completion;
}

std::size_t error_counts::total() const noexcept
{
    std::size_t sum = 0;
    for (const auto& [name, count] : counts_) sum += count;
    return sum;
}

std::string error_counts::to_string() const
{
    std::string text;
    for (const auto& [name, count] : counts_)
        text.append(text.empty() ? "" : ",").append(name).append(":").append(std::to_string(count));
    return text;
}

} // namespace verbatim::hierarchy

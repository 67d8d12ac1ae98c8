#include "recording_model.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>
#include <utility>

namespace verbatim::testing {

namespace asio = boost::asio;

namespace {

sdk::task<> hang()
{
    asio::steady_timer never{co_await asio::this_coro::executor, std::chrono::steady_clock::time_point::max()};
    co_await never.async_wait(asio::use_awaitable);
}

} // namespace

call_kind kind_of(const received_request& conversation)
{
    const bool of_parts = conversation.user.find("<partial_analyses>") != std::string::npos;
    if (conversation.user.find("_to_score>\n") != std::string::npos)
        return of_parts ? call_kind::whole_judge : call_kind::chunk_judge;
    return of_parts ? call_kind::reduce : call_kind::map;
}

std::vector<std::string> texts_in(std::string_view message)
{
    constexpr std::string_view opening = "<text>";
    constexpr std::string_view closing = "</text>";
    std::vector<std::string>   texts;
    for (auto at = message.find(opening); at != message.npos; at = message.find(opening, at))
    {
        at += opening.size();
        texts.emplace_back(message.substr(at, message.find(closing, at) - at));
    }
    return texts;
}

std::vector<received_request> recording_model::of_kind(call_kind kind) const
{
    std::vector<received_request> matching;
    std::ranges::copy_if(conversations, std::back_inserter(matching),
                         [&](const received_request& conversation) { return kind_of(conversation) == kind; });
    return matching;
}

sdk::result<std::string> recording_model::answer_to(const received_request& conversation)
{
    const auto kind = kind_of(conversation);
    const auto n    = counts_[kind]++;
    if (const auto custom = answers.find(kind); custom != answers.end()) return custom->second(conversation, n);
    switch (kind)
    {
    case call_kind::map: return "part " + std::to_string(n);
    case call_kind::reduce: return "all " + std::to_string(n);
    case call_kind::chunk_judge: return std::string{R"({"quality_score":0.5})"};
    case call_kind::whole_judge: return std::string{R"({"quality_score":0.8,"uncertainty_explanation":"Good."})"};
    }
    return sdk::error{sdk::errc::internal_error};
}

sdk::task<sdk::result<sdk::completion>> recording_model::try_complete(const sdk::chat_request& request)
{
    const auto n = conversations.size();
    conversations.push_back({request.system.text(),
                             request.user.text(),
                             request.output_schema ? std::string{request.output_schema->name} : std::string{},
                             {}});
    const auto conversation = conversations.back();
    times.push_back(request.time);

    max_in_flight = std::max(max_in_flight, ++in_flight);
    if (n == hang_at)
    {
        if (on_hang) on_hang();
        co_await hang();
    }
    co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
    --in_flight;

    auto reply = answer_to(conversation);
    if (!reply) co_return std::move(reply).error();
    if (!sdk::check_reply(request, *reply).fits) co_return sdk::error{sdk::errc::llm_error};
    co_return sdk::completion{.text              = std::move(*reply),
                              .model             = "reader",
                              .prompt_tokens     = 5,
                              .completion_tokens = 2,
                              .truncated         = truncates && truncates(conversation)};
}

sdk::task<sdk::result<sdk::vectors>> first_letter_embedder::try_embed(std::span<const sdk::prompt_text> inputs,
                                                                      std::size_t                       limit)
{
    max_concurrency = limit;
    for (const auto& text : inputs) texts.push_back(text.text());
    if (on_hang)
    {
        on_hang();
        co_await hang();
    }
    if (failure) co_return sdk::error{*failure};

    constexpr std::size_t letters = 32;
    sdk::vectors          vectors{inputs.size(), letters};
    for (std::size_t n = 0; n != inputs.size(); ++n)
    {
        if (inputs[n].text().empty()) continue;
        std::array<float, letters> row{};
        row[static_cast<unsigned char>(inputs[n].text().front()) % letters] = 1;
        vectors.set(n, row);
    }
    co_return vectors;
}

} // namespace verbatim::testing

#include "reading_model.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>
#include <utility>

namespace verbatim::testing {

namespace asio = boost::asio;

namespace {

sdk::task<> for_ever()
{
    asio::steady_timer never{co_await asio::this_coro::executor, std::chrono::steady_clock::time_point::max()};
    co_await never.async_wait(asio::use_awaitable);
}

} // namespace

asked_for kind_of(const heard& one)
{
    const bool of_parts = one.user.find("<partial_analyses>") != std::string::npos;
    if (one.form == "analysis_judge") return of_parts ? asked_for::whole_judge : asked_for::chunk_judge;
    return of_parts ? asked_for::reduce : asked_for::map;
}

std::vector<std::string> texts_in(std::string_view message)
{
    constexpr std::string_view opening = "<text>";
    constexpr std::string_view closing = "</text>";
    std::vector<std::string>   found;
    for (auto at = message.find(opening); at != message.npos; at = message.find(opening, at))
    {
        at += opening.size();
        found.emplace_back(message.substr(at, message.find(closing, at) - at));
    }
    return found;
}

std::vector<heard> reading_model::of(asked_for kind) const
{
    std::vector<heard> some;
    std::ranges::copy_if(all, std::back_inserter(some), [&](const heard& one) { return kind_of(one) == kind; });
    return some;
}

sdk::result<std::string> reading_model::answer_to(const heard& one)
{
    const auto kind = kind_of(one);
    const auto n    = counted_[kind]++;
    if (const auto own = answers.find(kind); own != answers.end()) return own->second(one, n);
    switch (kind)
    {
    case asked_for::map: return "part " + std::to_string(n);
    case asked_for::reduce: return "all " + std::to_string(n);
    case asked_for::chunk_judge: return std::string{R"({"quality_score":0.5,"uncertainty_explanation":"So so."})"};
    case asked_for::whole_judge: return std::string{R"({"quality_score":0.8,"uncertainty_explanation":"Good."})"};
    }
    return sdk::error{sdk::errc::internal_error};
}

sdk::task<sdk::result<sdk::completion>> reading_model::try_complete(const sdk::conversation& what)
{
    const auto n = all.size();
    all.push_back({what.system.text(), what.user.text(), what.form ? std::string{what.form->name} : std::string{}, {}});
    const auto mine = all.back();

    most_busy = std::max(most_busy, ++busy);
    if (n == never)
    {
        if (waits_at_last) waits_at_last();
        co_await for_ever();
    }
    co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
    --busy;

    auto said = answer_to(mine);
    if (!said) co_return std::move(said).error();
    if (what.fits && !what.fits(*said)) co_return sdk::error{sdk::errc::llm_error};
    co_return sdk::completion{.text = std::move(*said), .model = "reader", .prompt_tokens = 5, .completion_tokens = 2};
}

sdk::task<sdk::result<sdk::vectors>> first_letters::try_embed(std::span<const sdk::outbound> given, std::size_t limit)
{
    at_once = limit;
    for (const auto& one : given) texts.push_back(one.text());
    if (waits)
    {
        waits();
        co_await for_ever();
    }
    if (fails) co_return sdk::error{*fails};

    constexpr std::size_t letters = 32;
    sdk::vectors          made{given.size(), letters};
    for (std::size_t n = 0; n != given.size(); ++n)
    {
        if (given[n].text().empty()) continue;
        std::array<float, letters> row{};
        row[static_cast<unsigned char>(given[n].text().front()) % letters] = 1;
        made.set(n, row);
    }
    co_return made;
}

} // namespace verbatim::testing

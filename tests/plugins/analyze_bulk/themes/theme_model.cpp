#include "theme_model.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace verbatim::testing {

namespace asio = boost::asio;

namespace {

constexpr std::array<std::string_view, 3> words{"water", "food", "road"};

std::string kind_of(const received_request& request)
{
    return request.output_schema.empty() ? "analysis" : request.output_schema;
}

std::string assignments(const received_request& request)
{
    std::vector<std::string> entries;
    const auto               bodies = records_in(request.user);
    for (std::size_t n = 0; n != bodies.size(); ++n)
    {
        std::vector<std::string> themes;
        for (std::size_t w = 0; w != words.size(); ++w)
            if (bodies[n].find(words[w]) != std::string::npos) themes.push_back("T" + std::to_string(w + 1));
        entries.push_back(assignment_entry(n + 1, themes));
    }
    return assignment_output(entries);
}

} // namespace

std::vector<std::string> records_in(std::string_view message)
{
    std::vector<std::string> bodies;
    for (auto at = message.find("<record number="); at != message.npos; at = message.find("<record number=", at))
    {
        at             = message.find('\n', at) + 1;
        const auto end = message.find("\n</record>", at);
        bodies.emplace_back(message.substr(at, end - at));
    }
    return bodies;
}

std::string assignment_entry(std::size_t number, const std::vector<std::string>& themes)
{
    std::string list;
    for (const auto& theme : themes) list += (list.empty() ? "\"" : ",\"") + theme + "\"";
    return R"({"record":)" + std::to_string(number) + R"(,"themes":[)" + list + "]}";
}

std::string assignment_output(const std::vector<std::string>& entries)
{
    std::string list;
    for (const auto& entry : entries) list += (list.empty() ? "" : ",") + entry;
    return R"({"assignments":[)" + list + R"(],"quotes":[]})";
}

std::string perfect_answer(const received_request& request)
{
    if (request.output_schema == "theme_candidates")
        return R"({"themes":[{"title":"Water","definition":"Water is far.","records":[1]}]})";
    if (request.output_schema == "theme_list")
        return R"({"themes":[{"title":"Water","definition":"Water is far.","inclusion":"Wells and pumps.","sub_themes":[]},)"
               R"({"title":"Food","definition":"Food is dear.","inclusion":"Markets.","sub_themes":[]},)"
               R"({"title":"Roads","definition":"Roads are bad.","inclusion":"Bridges.","sub_themes":[]}]})";
    if (request.output_schema == "theme_assignments") return assignments(request);
    if (request.output_schema == "analysis_judge") return R"({"quality_score":0.8,"uncertainty_explanation":"Good."})";
    return "Water is the main theme.";
}

std::vector<received_request> theme_model::of_kind(std::string_view kind) const
{
    std::vector<received_request> matching;
    std::ranges::copy_if(requests, std::back_inserter(matching),
                         [&](const received_request& request) { return kind_of(request) == kind; });
    return matching;
}

sdk::task<sdk::result<sdk::completion>> theme_model::try_complete(const sdk::chat_request& request)
{
    requests.push_back({request.system.text(),
                        request.user.text(),
                        request.output_schema ? std::string{request.output_schema->name} : std::string{},
                        {}});
    const auto received = requests.back();
    const auto kind     = kind_of(received);
    const auto n        = counts_[kind]++;
    co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);

    const auto               custom = answers.find(kind);
    sdk::result<std::string> reply =
        custom == answers.end() ? sdk::result<std::string>{perfect_answer(received)} : custom->second(received, n);
    if (!reply) co_return std::move(reply).error();
    if (!sdk::check_reply(request, *reply).fits) co_return sdk::error{sdk::errc::llm_error};
    co_return sdk::completion{
        .text = std::move(*reply), .model = "themes", .prompt_tokens = 5, .completion_tokens = 2, .truncated = false};
}

} // namespace verbatim::testing

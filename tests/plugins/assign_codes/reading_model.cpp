#include "reading_model.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace json = boost::json;
using namespace verbatim;

namespace {

/// The parts of `text` between two marks.
std::vector<std::string> parts(std::string_view text, std::string_view begin, std::string_view end)
{
    std::vector<std::string> result;
    for (auto at = text.find(begin); at != text.npos; at = text.find(begin, at))
    {
        at += begin.size();
        const auto stop = text.find(end, at);
        result.emplace_back(text.substr(at, stop - at));
    }
    return result;
}

std::string path_in(std::string_view message)
{
    std::string path;
    for (const auto& line : parts(message, "Code level ", "\n"))
        if (const auto colon = line.find(": "); colon != line.npos)
            path += (path.empty() ? "" : ">") + line.substr(colon + 2);
    return path;
}

json::array to_json(const std::vector<std::size_t>& positions)
{
    json::array list;
    for (const auto position : positions) list.push_back(position);
    return list;
}

json::object to_json(double score, std::string_view path)
{
    return {{"score", score}, {"explanation", "About " + std::string{path} + "."}};
}

} // namespace

/// The scores of the levels of a code down to the first without one.
json::array reading_model::levels_of(std::string_view text, std::string_view code) const
{
    json::array levels;
    std::string path;
    for (const auto& line : parts(code, "Code level ", "\n"))
    {
        path += (path.empty() ? "" : ">") + line.substr(line.find(": ") + 2);
        const auto value = score(text, path);
        if (!value) break;
        levels.push_back(to_json(*value, path));
    }
    return levels;
}

sdk::task<sdk::result<sdk::completion>> reading_model::try_complete(const sdk::chat_request& request)
{
    const auto call = messages.size();
    messages.push_back(request.user.text());
    schemas.emplace_back(request.output_schema->name);
    prefixes.push_back(request.shared_prefix);
    most_at_once = std::max(most_at_once, ++waiting_);
    for (int turns = 0; turns != 3; ++turns) co_await boost::asio::post(boost::asio::use_awaitable);
    --waiting_;
    if (failure)
        if (auto error = failure(call)) co_return std::move(*error);

    const std::string_view message{request.user.text()};
    const auto             texts = parts(message, "<text>", "</text>");
    json::value            answer;
    if (schemas[call] == "code_pick")
    {
        if (const auto positions = pick(texts.at(0))) answer = json::object{{"selected", to_json(*positions)}};
    }
    else if (schemas[call] == "code_picks")
    {
        json::array records;
        const auto  numbered = parts(message, "<feedback_record number=\"", "</feedback_record>");
        for (std::size_t n = 0; n != numbered.size(); ++n)
            if (const auto positions = pick(std::string_view{numbered[n]}.substr(numbered[n].find('>') + 1)))
                records.push_back(json::object{{"record", n}, {"selected", to_json(*positions)}});
        answer = json::object{{"records", records}};
    }
    else if (schemas[call] == "code_judge")
    {
        const auto path = path_in(message);
        if (const auto value = score(texts.at(0), path)) answer = to_json(*value, path);
    }
    else
    {
        json::array scores;
        const auto  codes = parts(message, "<code number=\"", "</code>");
        for (const auto& record : parts(message, "<feedback_record>", "</feedback_record>"))
            for (const auto& item : parts(record, "<item number=\"", "</item>"))
            {
                const auto code   = static_cast<std::size_t>(std::stoi(item.substr(item.find('>') + 1)));
                auto       levels = levels_of(parts(record, "<text>", "</text>").at(0), codes.at(code));
                if (!levels.empty())
                    scores.push_back(json::object{{"item", std::stoi(item)}, {"levels", std::move(levels)}});
            }
        answer = json::object{{"scores", scores}};
    }
    sdk::completion completion{.text = json::serialize(answer), .model = {}};
    if (request.accept && !request.accept(completion.text)) co_return sdk::error{sdk::errc::llm_error};
    co_return completion;
}

#include "verbatim/feedback/loose_reply.hpp"

#include "verbatim/feedback/unicode.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace verbatim::feedback {

namespace json = boost::json;

namespace {

std::string lower(std::string_view name)
{
    std::string small{name};
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return small;
}

/// Without white space and Markdown's marks for emphasis, lists and headings at its ends.
std::string_view undressed(std::string_view text)
{
    constexpr std::string_view dress = " \t\r\n*_#`";
    const auto                 begin = text.find_first_not_of(dress);
    if (begin == text.npos) return {};
    return text.substr(begin, text.find_last_not_of(dress) + 1 - begin);
}

} // namespace

std::string_view unfenced(std::string_view reply)
{
    const auto open = reply.find("```");
    if (open == reply.npos) return reply;
    const auto line = reply.find('\n', open);
    if (line == reply.npos) return reply;
    const auto close = reply.find("```", line);
    return reply.substr(line + 1, close == reply.npos ? close : close - line - 1);
}

std::optional<double> lone_number(std::string_view text)
{
    auto bare = undressed(text);
    if (bare.starts_with('+')) bare.remove_prefix(1);
    double     number{};
    const auto read = std::from_chars(bare.data(), bare.data() + bare.size(), number);
    if (read.ec != std::errc{} || read.ptr != bare.data() + bare.size() || !std::isfinite(number)) return std::nullopt;
    return number;
}

loose_reply::loose_reply(std::string_view reply, std::initializer_list<std::string_view> names)
{
    if (!take_object(unfenced(reply), names)) take_lines(unfenced(reply), names);
}

bool loose_reply::take_object(std::string_view text, std::span<const std::string_view> names)
{
    boost::system::error_code failure;
    const auto                parsed = json::parse(trimmed(text), failure);
    if (failure || !parsed.is_object()) return false;
    for (const auto& [key, value] : parsed.get_object())
    {
        auto name = lower(key);
        if (std::ranges::find(names, name) == names.end()) continue;
        if (const auto* said = value.if_string())
        {
            if (const auto number = lone_number(*said)) numbers_[name] = *number;
            texts_[std::move(name)] = trimmed(*said);
        }
        else if (value.is_number())
        {
            if (const auto number = value.to_number<double>(); std::isfinite(number))
                numbers_[std::move(name)] = number;
        }
    }
    return true;
}

void loose_reply::take_lines(std::string_view reply, std::span<const std::string_view> names)
{
    std::string* open = nullptr;
    while (!reply.empty())
    {
        const auto end  = reply.find('\n');
        const auto line = reply.substr(0, end);
        reply.remove_prefix(end == reply.npos ? reply.size() : end + 1);

        auto label = undressed(line.substr(0, line.find(':')));
        if (label.starts_with("- ")) label = undressed(label.substr(2));
        const auto name = lower(label);
        if (line.find(':') != line.npos && std::ranges::find(names, name) != names.end())
        {
            open  = &texts_[name];
            *open = line.substr(line.find(':') + 1);
        }
        else if (open) open->append("\n").append(line);
    }
    for (auto& [name, said] : texts_)
    {
        said = undressed(said);
        if (const auto number = lone_number(said.substr(0, said.find('\n')))) numbers_[name] = *number;
    }
}

std::optional<double> loose_reply::number(std::initializer_list<std::string_view> names) const
{
    for (const auto name : names)
        if (const auto place = numbers_.find(name); place != numbers_.end()) return place->second;
    return std::nullopt;
}

std::optional<std::string> loose_reply::text(std::initializer_list<std::string_view> names) const
{
    for (const auto name : names)
        if (const auto place = texts_.find(name); place != texts_.end() && !blank(place->second)) return place->second;
    return std::nullopt;
}

} // namespace verbatim::feedback

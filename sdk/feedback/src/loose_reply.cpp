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

/// Past the word that names a language behind an opening fence: "json".
std::string_view without_language(std::string_view fenced)
{
    const auto end = std::ranges::find_if_not(fenced, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '+';
    });
    if (end == fenced.end() || std::string_view{" \t\r\n{["}.find(*end) == std::string_view::npos) return fenced;
    return fenced.substr(static_cast<std::size_t>(end - fenced.begin()));
}

bool is_fence(std::string_view line)
{
    line = trimmed(line);
    return line.starts_with("```") || line.starts_with("~~~");
}

bool is_object_or_array(std::string_view text)
{
    if (!text.starts_with('{') && !text.starts_with('[')) return false;
    boost::system::error_code failure;
    json::parse(text, failure);
    return !failure;
}

} // namespace

std::string_view json_in(std::string_view reply)
{
    const auto whole = trimmed(reply);
    if (is_object_or_array(whole)) return whole;

    constexpr int most = 8; // a reply of nothing but fences is not read again for each
    auto          open = whole.find_first_of("`~");
    for (int tried = 0; open != whole.npos && tried != most; open = whole.find_first_of("`~", open))
    {
        const auto behind = std::min(whole.find_first_not_of(whole[open], open), whole.size());
        const auto fence  = whole.substr(open, behind - open);
        open              = behind;
        if (fence.size() < 3) continue;

        ++tried;
        const auto inside = without_language(whole.substr(behind));
        // A fence ends with the next one, or else with the last, since a text in it may hold one too.
        for (const auto end : {inside.find(fence), inside.rfind(fence)})
            if (const auto content = trimmed(inside.substr(0, end)); is_object_or_array(content)) return content;
    }
    return whole;
}

std::optional<double> lone_number(std::string_view text)
{
    auto bare = undressed(text);
    if (bare.starts_with('+')) bare.remove_prefix(1);
    double     number{};
    const auto read = std::from_chars(bare.data(), bare.data() + bare.size(), number);
    if (read.ec != std::errc{} || read.ptr != bare.data() + bare.size() || !std::isfinite(number)) return std::nullopt;
    return number + 0.0; // -0 is 0
}

loose_reply::loose_reply(std::string_view reply, std::initializer_list<std::string_view> names)
{
    if (!take_object(json_in(reply), names)) take_lines(reply, names);
}

bool loose_reply::take_object(std::string_view text, std::span<const std::string_view> names)
{
    boost::system::error_code failure;
    const auto                parsed = json::parse(text, failure);
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
                numbers_[std::move(name)] = number + 0.0;
        }
    }
    return true;
}

void loose_reply::take_lines(std::string_view reply, std::span<const std::string_view> names)
{
    std::string* open   = nullptr;
    bool         fenced = false; // what is said is, by a fence that began before any label
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
        else if (!open && is_fence(line)) fenced = true;
        else if (fenced && is_fence(line)) open = nullptr;
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

#include "gateway/page_reply.hpp"

#include <algorithm>
#include <charconv>

namespace verbatim::core::gateway {

namespace {

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Takes the part before the next `separator` off the text.
std::string_view cut(std::string_view& text, char separator)
{
    const auto part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    return trimmed(part);
}

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

bool same_word(std::string_view left, std::string_view right)
{
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](char a, char b) { return lower(a) == lower(b); });
}

/// The weight behind `;q=`, 1 without one; 0 for what cannot be read.
double weight(std::string_view parameters)
{
    while (!parameters.empty())
    {
        auto       value = cut(parameters, ';');
        const auto name  = cut(value, '=');
        if (!same_word(name, "q")) continue;
        double number = 0;
        std::from_chars(value.data(), value.data() + value.size(), number);
        return number;
    }
    return 1;
}

/// How much a client likes a coding. What it does not name counts as `*`; without that, nothing but plain bytes is
/// taken.
double liking(std::string_view accept_encoding, std::string_view coding)
{
    double of_any = -1;
    while (!accept_encoding.empty())
    {
        auto       rest = cut(accept_encoding, ',');
        const auto name = cut(rest, ';');
        if (same_word(name, coding)) return weight(rest);
        if (name == "*") of_any = weight(rest);
    }
    return of_any >= 0 ? of_any : 0;
}

const http::encoded* best(const http::page& one, std::string_view accept_encoding)
{
    const http::encoded* found = nullptr;
    double               most  = 0;
    for (const auto& choice : one.also)
        if (const auto liked = liking(accept_encoding, choice.coding); liked > most)
        {
            found = &choice;
            most  = liked;
        }
    return found;
}

/// Weakly, as RFC 9110 asks of If-None-Match.
bool names(std::string_view if_none_match, std::string_view tag)
{
    while (!if_none_match.empty())
    {
        auto one = cut(if_none_match, ',');
        if (one == "*") return true;
        if (one.starts_with("W/")) one.remove_prefix(2);
        if (one == tag) return true;
    }
    return false;
}

} // namespace

http::response page_reply(const http::page& one, const http::request_head& asked)
{
    http::response reply;
    reply.content_type = one.content_type;
    reply.shared_body  = one.body;
    reply.headers      = one.headers;
    reply.head_only    = asked.method == "HEAD";
    if (one.version.empty()) return reply;

    const auto* chosen = best(one, asked.accept_encoding);
    if (!one.also.empty()) reply.headers.emplace_back("Vary", "Accept-Encoding");
    if (chosen)
    {
        reply.shared_body = chosen->body;
        reply.headers.emplace_back("Content-Encoding", std::string{chosen->coding});
    }
    auto tag = '"' + one.version + (chosen ? "-" + std::string{chosen->coding} : "") + '"';
    if (names(asked.if_none_match, tag))
    {
        reply.status      = 304;
        reply.shared_body = nullptr;
    }
    reply.headers.emplace_back("ETag", std::move(tag));
    return reply;
}

} // namespace verbatim::core::gateway

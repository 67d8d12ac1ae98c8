#include "http/reply_head.hpp"

#include <boost/assert.hpp>
#include <boost/beast/http/status.hpp>

#include <charconv>

namespace verbatim::core::http {

namespace {

void append_number(std::size_t number, std::string& to)
{
    char       digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    to.append(digits, end);
}

void append_field(std::string_view name, std::string_view value, std::string& to)
{
    BOOST_ASSERT_MSG(value.find_first_of("\r\n") == value.npos, "a header's value is made by us and has no line end");
    to.append(name).append(": ").append(value).append("\r\n");
}

} // namespace

std::string_view body_of(const response& what) noexcept
{
    return what.shared_body ? std::string_view{*what.shared_body} : std::string_view{what.body};
}

bool has_body(int status) noexcept { return status >= 200 && status != 204 && status != 304; }

void write_head(const response& what, const delivery& how, std::string& to)
{
    namespace beast_http = boost::beast::http;
    const auto reason    = beast_http::obsolete_reason(beast_http::int_to_status(static_cast<unsigned>(what.status)));

    to.append("HTTP/1.1 ");
    append_number(static_cast<std::size_t>(what.status), to);
    to.append(1, ' ').append(reason.data(), reason.size()).append("\r\n");
    append_field("Date", how.date, to);
    if (has_body(what.status))
    {
        if (!what.content_type.empty()) append_field("Content-Type", what.content_type, to);
        to.append("Content-Length: ");
        append_number(body_of(what).size(), to);
        to.append("\r\n");
    }
    if (how.close) to.append("Connection: close\r\n");
    else if (how.keep_alive) to.append("Connection: keep-alive\r\n");
    for (const auto& [name, value] : what.headers) append_field(name, value, to);
    to.append("\r\n");
}

} // namespace verbatim::core::http

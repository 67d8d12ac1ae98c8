#include "http/response_head.hpp"

#include <boost/assert.hpp>
#include <boost/beast/http/status.hpp>

#include <charconv>

namespace verbatim::core::http {

namespace {

void append_number(std::size_t number, std::string& output)
{
    char       digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    output.append(digits, end);
}

void append_field(std::string_view name, std::string_view value, std::string& output)
{
    BOOST_ASSERT_MSG(value.find_first_of("\r\n") == value.npos, "a header value holds no line break");
    output.append(name).append(": ").append(value).append("\r\n");
}

} // namespace

std::string_view body_of(const response& response) noexcept
{
    return response.shared_body ? std::string_view{*response.shared_body} : std::string_view{response.body};
}

bool has_body(int status) noexcept { return status >= 200 && status != 204 && status != 304; }

void write_head(const response& response, const connection_fields& fields, std::string& output)
{
    namespace beast_http = boost::beast::http;
    const auto reason = beast_http::obsolete_reason(beast_http::int_to_status(static_cast<unsigned>(response.status)));

    output.append("HTTP/1.1 ");
    append_number(static_cast<std::size_t>(response.status), output);
    output.append(1, ' ').append(reason.data(), reason.size()).append("\r\n");
    append_field("Date", fields.date, output);
    if (has_body(response.status))
    {
        if (!response.content_type.empty()) append_field("Content-Type", response.content_type, output);
        if (!response.streamed)
        {
            output.append("Content-Length: ");
            append_number(body_of(response).size(), output);
            output.append("\r\n");
        }
    }
    if (fields.close) output.append("Connection: close\r\n");
    else if (fields.keep_alive) output.append("Connection: keep-alive\r\n");
    for (const auto& [name, value] : response.headers) append_field(name, value, output);
    output.append("\r\n");
}

/// strftime would follow the process's locale.
std::string http_date(std::time_t time)
{
    static constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

    std::tm utc{};
    gmtime_r(&time, &utc);
    const auto two_digits = [](int number) {
        return std::string{static_cast<char>('0' + number / 10 % 10), static_cast<char>('0' + number % 10)};
    };
    return std::string{days[static_cast<std::size_t>(utc.tm_wday)]} + ", " + two_digits(utc.tm_mday) + " " +
           months[static_cast<std::size_t>(utc.tm_mon)] + " " + std::to_string(utc.tm_year + 1900) + " " +
           two_digits(utc.tm_hour) + ":" + two_digits(utc.tm_min) + ":" + two_digits(utc.tm_sec) + " GMT";
}

} // namespace verbatim::core::http

// Heads, framing and bodies of requests on one connection. The first byte is the size of the pieces that arrive.
#include "target.hpp"

#include "http/framing.hpp"
#include "http/input_buffer.hpp"
#include "http/request_parser.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::fuzz {

namespace {

using namespace core::http;
using std::string_view;

constexpr std::size_t max_body = 600;

enum class end_reason
{
    incomplete,
    head_refused, ///< which of several problems is reported may depend on the pieces
    body_malformed,
    body_too_large,
    closed,
};

struct message
{
    std::vector<std::string>   texts; ///< of the head
    std::optional<std::size_t> content_length;
    std::string                body;

    friend bool operator==(const message&, const message&) = default;
};

struct connection_result
{
    std::vector<message> messages;
    end_reason           end = end_reason::incomplete;

    friend bool operator==(const connection_result&, const connection_result&) = default;
};

message copy_head(const request_head& head)
{
    return {.texts = {std::string{head.host}, std::string{head.method}, std::string{head.path}, std::string{head.query},
                      std::string{head.authorization.value_or("(none)")}, std::string{head.if_none_match},
                      std::string{head.accept_encoding}, std::string{head.request_id.value_or("(none)")},
                      std::string{head.traceparent.value_or("(none)")}, head.tracestate},
            .content_length = head.content_length,
            .body           = {}};
}

/// A client whose bytes arrive in pieces, behind the buffer of a session.
class client
{
public:
    client(string_view bytes, std::size_t piece)
        : rest_{bytes}
        , piece_{piece}
    {}

    string_view bytes() const noexcept { return buffer_.bytes(); }
    void        consume(std::size_t count) noexcept { buffer_.consume(count); }

    /// False at the end of the client's bytes.
    bool receive()
    {
        const auto count = std::min(piece_, rest_.size());
        if (count == 0) return false;
        const auto space = buffer_.prepare(buffer_.size() + count);
        std::memcpy(space.data, rest_.data(), count);
        buffer_.commit(count);
        rest_.remove_prefix(count);
        return true;
    }

private:
    string_view  rest_;
    std::size_t  piece_;
    input_buffer buffer_;
};

/// Checks the rules of check_head independently, line by line.
void require_unambiguous(string_view block, const request_head& head, bool http_1_0)
{
    int         hosts = 0, lengths = 0, codings = 0;
    std::string length;
    require(block.ends_with("\r\n\r\n"), "a head ends with an empty line");
    block.remove_suffix(2);
    block.remove_prefix(block.find("\r\n") + 2);
    while (!block.empty())
    {
        const auto end  = block.find("\r\n");
        const auto line = block.substr(0, end);
        block.remove_prefix(end + 2);
        require(line.find_first_of(std::string{"\r\n\0", 3}) == line.npos, "no line contains a line end or U+0000");
        require(line.front() != ' ' && line.front() != '\t', "no field continues on a second line");
        const auto name = sdk::ascii::lowercase(line.substr(0, line.find(':')));
        require(name.size() != line.size() && name.find_first_of(" \t") == name.npos, "field names have no blanks");
        const auto value = sdk::ascii::trimmed(line.substr(name.size() + 1));
        hosts += name == "host";
        lengths += name == "content-length";
        codings += name == "transfer-encoding";
        if (name == "content-length") length = value;
        if (name == "transfer-encoding")
            require(sdk::ascii::lowercase(value) == "chunked", "no transfer coding but chunked");
    }
    require(hosts == 1 || (http_1_0 && hosts == 0), "one Host");
    require(lengths + codings <= 1, "not both Content-Length and Transfer-Encoding, and none twice");
    require(codings == 0 || !http_1_0, "no transfer coding in HTTP/1.0");
    require(head.content_length.has_value() == (lengths == 1), "the length is that of Content-Length");
    require(lengths == 0 || std::stoull(length) == *head.content_length, "the length is that of Content-Length");
}

/// Reads one request as a session does. None: the next request can be read.
std::optional<end_reason> read_request(client& connection, connection_result& result)
{
    head_scanner scanner;
    auto         outcome = scanner.scan(connection.bytes());
    while (outcome == head_scanner::outcome::incomplete && connection.receive())
        outcome = scanner.scan(connection.bytes());
    if (outcome == head_scanner::outcome::incomplete) return end_reason::incomplete;
    if (outcome != head_scanner::outcome::complete) return end_reason::head_refused;

    const auto block = connection.bytes().substr(0, scanner.size());
    if (check_head(block) != head_status::valid) return end_reason::head_refused;
    request_parser parser;
    if (!parser.read_head(block)) return end_reason::head_refused;
    require_unambiguous(block, parser.head(), parser.is_http_1_0());
    const std::string copy{block};
    parser.rebase(block, copy.data());
    connection.consume(block.size());

    result.messages.push_back(copy_head(parser.head()));
    const auto length = parser.head().content_length;
    if (length && *length > max_body) return end_reason::body_too_large;
    auto& body = result.messages.back().body;
    parser.collect(&body, max_body);
    while (!parser.finished())
    {
        if (connection.bytes().empty() && !connection.receive()) return end_reason::incomplete;
        std::size_t used     = 0;
        const auto  progress = parser.feed(connection.bytes(), used);
        require(used <= connection.bytes().size(), "no more is used than has arrived");
        connection.consume(used);
        require(body.size() <= max_body, "the body is within its limit");
        if (progress == request_parser::progress::too_large) return end_reason::body_too_large;
        if (progress == request_parser::progress::malformed) return end_reason::body_malformed;
        if (progress == request_parser::progress::incomplete && !connection.receive()) return end_reason::incomplete;
    }
    require(!length || body.size() == *length, "the body has the announced length");
    if (!parser.keeps_alive()) return end_reason::closed;
    return std::nullopt;
}

connection_result read_requests(string_view bytes, std::size_t piece)
{
    client            connection{bytes, piece};
    connection_result result;
    for (std::optional<end_reason> end; !end;)
    {
        end = read_request(connection, result);
        if (end) result.end = *end;
    }
    return result;
}

} // namespace

void run(string_view input)
{
    if (input.empty()) return;
    const auto piece = static_cast<unsigned char>(input.front()) % 64U + 1U;
    input.remove_prefix(1);
    require(read_requests(input, piece) == read_requests(input, input.size()),
            "requests are the same in pieces and as a whole");
}

} // namespace verbatim::fuzz

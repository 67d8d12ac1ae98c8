#include "http/request_parser.hpp"

#include "http/framing.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>

#include <functional>

namespace verbatim::core::http {

namespace beast = boost::beast;

namespace {

/// The line end of the chunk before, and sixteen digits of size.
constexpr std::size_t max_chunk_line = 2 + 16;

/// Behind the last chunk's line: its line end, and an empty line without its last byte.
constexpr std::size_t max_unfinished_end = 3;

/// The body without a chunk. Beast asserts that its first five bytes arrive together.
constexpr std::string_view empty_chunked_body = "0\r\n\r\n";

/// Path and query of a target in origin form, or in the absolute form that proxies use.
std::string_view without_authority(std::string_view target)
{
    if (target.front() == '/' || target == "*") return target;
    const auto path = target.find('/', target.find("//") + 2);
    return path == target.npos ? std::string_view{"/"} : target.substr(path);
}

/// As RFC 9110 section 5.3 combines fields of the same name.
void join(std::string& value, std::string_view text) { value.append(value.empty() ? "" : ",").append(text); }

} // namespace

request_parser::request_parser()
{
    header_limit(static_cast<std::uint32_t>(max_head_bytes + 1)); // the scanner has enforced the limit already
    body_limit(boost::none);                                      // `collect` sets the limit
    eager(false);
}

bool request_parser::read_head(std::string_view block)
{
    error_code failure;
    const auto used = put(boost::asio::const_buffer{block.data(), block.size()}, failure);
    head_read_      = true;
    eager(true);
    return !failure && used == block.size() && is_header_done();
}

void request_parser::rebase(std::string_view block, const char* copy) noexcept
{
    const auto relocate = [&](std::string_view& view) {
        // An absolute form without a path has the constant path "/", outside the block.
        const std::less<const char*> before;
        const bool inside = !before(view.data(), block.data()) && before(view.data(), block.data() + block.size());
        if (!view.empty() && inside) view = {copy + (view.data() - block.data()), view.size()};
    };
    relocate(head_.host);
    relocate(head_.method);
    relocate(head_.path);
    relocate(head_.query);
    relocate(head_.if_none_match);
    relocate(head_.accept_encoding);
    for (auto* value : {&head_.authorization, &head_.request_id, &head_.traceparent})
        if (*value) relocate(**value);
}

void request_parser::collect(std::string* body, std::uint64_t limit) noexcept
{
    body_      = body;
    remaining_ = limit;
}

request_parser::progress request_parser::feed(std::string_view bytes, std::size_t& used)
{
    used = 0;
    if (chunked() && !chunk_begun_ && bytes.size() < empty_chunked_body.size()) return progress::incomplete;

    error_code failure;
    chunk_line_ = bytes.data();
    used        = put(boost::asio::const_buffer{bytes.data(), bytes.size()}, failure);
    if (failure == beast::http::error::body_limit) return progress::too_large;
    if (failure == beast::http::error::need_more)
        return bytes.size() - used > max_chunk_line + max_unfinished_end ? progress::malformed : progress::incomplete;
    if (failure) return progress::malformed;
    return is_done() ? progress::complete : progress::incomplete;
}

void request_parser::on_request_impl(verb, string_view method, string_view target, int version, error_code&)
{
    const auto origin_form   = without_authority({target.data(), target.size()});
    const auto question_mark = origin_form.find('?');
    head_.method             = {method.data(), method.size()};
    head_.path               = origin_form.substr(0, question_mark);
    if (question_mark != origin_form.npos) head_.query = origin_form.substr(question_mark + 1);
    http_1_0_ = version == 10;
}

void request_parser::on_response_impl(int, string_view, int, error_code&) {}

void request_parser::on_field_impl(field name, string_view field_name, string_view value, error_code& failure)
{
    if (head_read_)
    {
        // HTTP implementations disagree whether trailers belong to the head, and no known client sends them.
        failure = beast::http::error::bad_field;
        return;
    }
    const std::string_view text{value.data(), value.size()};
    switch (name)
    {
    case field::host: head_.host = text; break;
    case field::authorization: set_once(head_.authorization, authorization_seen_, text); break;
    case field::if_none_match: head_.if_none_match = text; break;
    case field::accept: join(head_.accept, text); break;
    case field::accept_encoding: head_.accept_encoding = text; break;
    case field::expect: expects_continue_ = beast::iequals(value, "100-continue"); break;
    case field::prefer: join(head_.prefer, text); break;
    case field::unknown: read_unknown_field({field_name.data(), field_name.size()}, text); break;
    default: break;
    }
}

/// A second field of the same name makes the value ambiguous.
void request_parser::set_once(std::optional<std::string_view>& value, bool& seen, std::string_view text) noexcept
{
    if (seen) value.reset();
    else value = text;
    seen = true;
}

void request_parser::add_tracestate(std::string_view text)
{
    tracestate_dropped_ = tracestate_dropped_ ||
                          head_.tracestate.size() + (head_.tracestate.empty() ? 0 : 1) + text.size() > max_tracestate;
    if (tracestate_dropped_) head_.tracestate.clear();
    else head_.tracestate.append(head_.tracestate.empty() ? "" : ",").append(text);
}

void request_parser::read_unknown_field(std::string_view name, std::string_view text)
{
    using sdk::ascii::equals_ignoring_case;
    if (equals_ignoring_case(name, "traceparent")) set_once(head_.traceparent, traceparent_seen_, text);
    else if (equals_ignoring_case(name, "tracestate")) add_tracestate(text);
    else if (equals_ignoring_case(name, "x-request-id")) set_once(head_.request_id, request_id_seen_, text);
    else if (equals_ignoring_case(name, "idempotency-key"))
    {
        if (head_.idempotency_key) join(*head_.idempotency_key, text);
        else head_.idempotency_key = text;
    }
    else if (equals_ignoring_case(name, "last-event-id")) join(head_.last_event_id, text);
}

void request_parser::on_header_impl(error_code&)
{
    if (const auto body_length = content_length()) head_.content_length = static_cast<std::size_t>(*body_length);
    if (http_1_0_) expects_continue_ = false;
}

void request_parser::on_body_init_impl(const length&, error_code&) {}

std::size_t request_parser::on_body_impl(string_view piece, error_code& failure)
{
    if (piece.size() > remaining_)
    {
        failure = beast::http::error::body_limit;
        return 0;
    }
    remaining_ -= piece.size();
    if (body_ != nullptr) body_->append(piece.data(), piece.size());
    return piece.size();
}

void request_parser::on_chunk_header_impl(std::uint64_t size, string_view extension, error_code& failure)
{
    chunk_begun_         = true;
    const auto line_size = static_cast<std::size_t>(extension.data() + extension.size() - chunk_line_);
    // HTTP implementations disagree where an extension ends, for example in quotes, and no known client sends one.
    if (!extension.empty() || line_size > max_chunk_line) failure = beast::http::error::bad_chunk_extension;
    else if (size > remaining_) failure = beast::http::error::body_limit;
}

std::size_t request_parser::on_chunk_body_impl(std::uint64_t, string_view piece, error_code& failure)
{
    chunk_line_ = piece.data() + piece.size();
    return on_body_impl(piece, failure);
}

void request_parser::on_finish_impl(error_code&) {}

} // namespace verbatim::core::http

#include "jobs/sealed_forms.hpp"

#include "encoding/encoding.hpp"
#include "http/response_head.hpp"
#include "jobs/cryptography.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace verbatim::core::jobs {

namespace {

namespace json = boost::json;

std::string join(json::object head, std::string_view text)
{
    head.emplace("bytes", text.size());
    const auto  facts = json::serialize(head);
    std::string bytes;
    bytes.reserve(facts.size() + 1 + text.size() + sealing_overhead);
    return bytes.append(facts).append(1, '\n').append(text);
}

/// The bytes that join() wrote. Members throw exceptions of any type.
class form
{
public:
    explicit form(std::string bytes)
    {
        const auto          end = bytes.find('\n');
        json::parse_options options;
        options.allow_invalid_utf8 = true; // headers of a request are stored as sent
        const auto facts           = json::string_view{bytes}.substr(0, end);
        head_                      = json::parse(facts, {}, options).as_object();
        text_                      = std::move(bytes);
        text_.erase(0, end == std::string::npos ? end : end + 1);
        if (number<std::size_t>("bytes") != text_.size()) throw sealed_data_error{};
    }

    std::string        string(std::string_view name) const { return json::value_to<std::string>(head_.at(name)); }
    bool               flag(std::string_view name) const { return head_.at(name).as_bool(); }
    const json::array& list(std::string_view name) const { return head_.at(name).as_array(); }
    template <class Number>
    Number number(std::string_view name) const
    {
        return head_.at(name).to_number<Number>();
    }

    /// The text after the head, once.
    std::string take_text() { return std::move(text_); }

private:
    json::object head_;
    std::string  text_;
};

/// The result of `read` for a form. Each failure becomes a sealed_data_error, which holds no content.
template <class Read>
auto read_form(std::string bytes, Read read)
{
    try
    {
        return read(form{std::move(bytes)});
    }
    catch (const std::bad_alloc&)
    {
        throw;
    }
    catch (const std::exception&)
    {
        throw sealed_data_error{};
    }
}

template <class Pairs>
json::array to_array(const Pairs& pairs)
{
    json::array array;
    for (const auto& [first, second] : pairs)
        array.push_back(json::array{json::string_view{first}, json::string_view{second}});
    return array;
}

template <class Pair>
std::vector<Pair> read_pairs(const json::array& array)
{
    std::vector<Pair> pairs;
    for (const auto& item : array)
        pairs.push_back({json::value_to<std::string>(item.at(0)), json::value_to<std::string>(item.at(1))});
    return pairs;
}

int checked_status(int status)
{
    if (status < 200 || status > 599) throw sealed_data_error{};
    return status;
}

/// A line break would let the text be more than one header.
const std::string& checked_line(const std::string& text)
{
    if (text.find_first_of("\r\n") != std::string::npos) throw sealed_data_error{};
    return text;
}

/// The owner of all texts of a response.
struct response_texts
{
    std::string                                      content_type;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string                                      body;
};

std::array<unsigned char, 32> read_digest(const std::string& digits)
{
    std::array<unsigned char, 32> digest{};
    if (!encoding::read_hexadecimal(digits, digest)) throw sealed_data_error{};
    return digest;
}

} // namespace

std::string to_bytes(const gateway::stored_request& request)
{
    return join({{"operation", request.target->descriptor.name},
                 {"tenant", request.caller.tenant_id},
                 {"key_id", request.caller.key_id},
                 {"superuser", request.caller.is_superuser},
                 {"request_id", request.request_id},
                 {"traceparent", request.traceparent},
                 {"tracestate", request.tracestate},
                 {"memory", request.body.memory}},
                request.body.text);
}

std::string to_bytes(const http::response& response)
{
    return join({{"status", response.status},
                 {"content_type", json::string_view{response.content_type}},
                 {"headers", to_array(response.headers)}},
                http::body_of(response));
}

std::string to_bytes(const job_failure& failure)
{
    return join({{"code", failure.code}, {"fields", to_array(failure.fields)}}, failure.message);
}

std::string to_bytes(const model_answer& answer)
{
    return join({{"request", encoding::to_hexadecimal(answer.request_digest)},
                 {"model", answer.completion.model},
                 {"prompt_tokens", answer.completion.prompt_tokens},
                 {"completion_tokens", answer.completion.completion_tokens},
                 {"truncated", answer.completion.truncated}},
                answer.completion.text);
}

named_request read_request(std::string bytes)
{
    return read_form(std::move(bytes), [](form input) {
        return named_request{
            .operation = input.string("operation"),
            .request   = {.caller      = {.tenant_id    = input.string("tenant"),
                                          .key_id       = input.string("key_id"),
                                          .is_superuser = input.flag("superuser")},
                          .request_id  = input.string("request_id"),
                          .traceparent = input.string("traceparent"),
                          .tracestate  = input.string("tracestate"),
                          .body        = {.text = input.take_text(), .memory = input.number<std::size_t>("memory")}}};
    });
}

http::response read_response(std::string bytes)
{
    return read_form(std::move(bytes), [](form input) {
        const auto texts    = std::make_shared<response_texts>();
        texts->content_type = input.string("content_type");
        texts->headers      = read_pairs<std::pair<std::string, std::string>>(input.list("headers"));
        texts->body         = input.take_text();

        http::response response;
        response.status       = checked_status(input.number<int>("status"));
        response.content_type = checked_line(texts->content_type);
        response.shared_body  = {texts, &texts->body};
        for (const auto& [name, value] : texts->headers)
            response.headers.emplace_back(checked_line(name), checked_line(value));
        return response;
    });
}

job_failure read_failure(std::string bytes)
{
    return read_form(std::move(bytes), [](form input) {
        return job_failure{.code    = input.string("code"),
                           .message = input.take_text(),
                           .fields  = read_pairs<sdk::field_issue>(input.list("fields"))};
    });
}

model_answer read_answer(std::string bytes)
{
    return read_form(std::move(bytes), [](form input) {
        return model_answer{.request_digest = read_digest(input.string("request")),
                            .completion     = {.text              = input.take_text(),
                                               .model             = input.string("model"),
                                               .prompt_tokens     = input.number<int>("prompt_tokens"),
                                               .completion_tokens = input.number<int>("completion_tokens"),
                                               .truncated         = input.flag("truncated")}};
    });
}

} // namespace verbatim::core::jobs

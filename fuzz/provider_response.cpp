// Responses of model providers. The first line is the status, the rest the body. The body is also read as an output of
// a model.
#include "target.hpp"

#include "embedding/codec.hpp"
#include "llm/output_text.hpp"
#include "llm/wire_format.hpp"

#include "verbatim/feedback/completion_fields.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace verbatim::fuzz {

namespace {

using namespace core;
using llm::attempt_result;

void require_sound(const attempt_result& result)
{
    require(result.tokens.input.value_or(0) >= 0 && result.tokens.output.value_or(0) >= 0,
            "token counts are not negative");
    require(std::ranges::all_of(result.model, [](char c) { return c > ' ' && c < 0x7f; }) && result.model.size() <= 255,
            "a model name is short printable ASCII");
    require(result.completed() || result.text.empty(), "only a completed attempt has a text");
    require(sdk::utf8::is_valid(result.text), "a text is valid UTF-8");
}

void read_chat(const llm::wire_format& format, int status, std::string_view body)
{
    const auto result = llm::parse_response(status, body, format.parse_success, format.is_policy_refusal);
    require_sound(result);
    require(result.http_status == status, "the status is the provider's");
    require(status == 200 || (!result.completed() && result.model.empty() && result.tokens == llm::token_count{}),
            "an error response leaves nothing of its body");
}

/// The body as the output of a model that was asked for JSON.
void read_output(std::string_view body)
{
    const auto answer = llm::answer_of(body);
    require(answer.empty() ||
                (answer.data() >= body.data() && answer.data() + answer.size() <= body.data() + body.size()),
            "an answer is a part of the output");

    if (sdk::utf8::is_valid(answer))
    {
        const auto reply = llm::clean_text(answer);
        require(reply.text.size() <= answer.size() && sdk::utf8::is_valid(reply.text), "nothing is added to a text");
    }

    const feedback::completion_fields fields{answer, {"score", "explanation"}};
    if (const auto number = fields.number({"score"})) require(std::isfinite(*number), "a number is finite");
    if (const auto explanation = fields.text({"explanation"}))
        require(!sdk::utf8::is_blank(*explanation), "a text is not blank");
}

void read_embeddings(std::string_view body)
{
    for (const std::size_t count : {1U, 3U})
    {
        embedding::vector_batch batch;
        const auto              result = embedding::read_vectors(body, count, batch);
        require_sound(result);
        if (!result.completed()) continue;
        require(batch.width != 0 && batch.values.size() == count * batch.width, "one vector for each text");
        require(std::ranges::all_of(batch.values, [](float value) { return std::isfinite(value); }),
                "vectors are finite");
    }
}

void write_request(std::string_view text)
{
    if (!sdk::utf8::is_valid(text)) return;
    const std::string_view texts[] = {text, ""};
    const auto             request = boost::json::parse(embedding::request_body(texts, "", text, text)).as_object();
    for (const auto* quoted : {&request.at("model"), &request.at("input").at(0)})
        require(quoted->as_string() == text, "a request quotes every text");
    const auto* tenant = request.if_contains("user");
    require(text.empty() ? !tenant : tenant && tenant->as_string() == text, "a request quotes the tenant id, if any");
}

} // namespace

void run(std::string_view input)
{
    const auto line   = input.substr(0, input.find('\n'));
    const auto body   = input.substr(std::min(line.size() + 1, input.size()));
    int        status = 200;
    std::from_chars(line.data(), line.data() + line.size(), status);
    for (const auto* format : {&llm::chat_completions, &llm::anthropic_messages}) read_chat(*format, status, body);
    read_output(body);
    read_embeddings(body);
    write_request(body);
}

} // namespace verbatim::fuzz

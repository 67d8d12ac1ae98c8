#include "embedding/codec.hpp"

#include "llm/codec.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace verbatim::core::embedding {

namespace json = boost::json;

namespace {

const json::array* array_of(const json::value& value, std::string_view name)
{
    const auto* object = value.if_object();
    const auto* member = object ? object->if_contains({name.data(), name.size()}) : nullptr;
    return member ? member->if_array() : nullptr;
}

/// The index of a vector: its member `index`, or its position where that is absent. None for an invalid index.
std::optional<std::size_t> index_of(const json::value& item, std::size_t position)
{
    const auto* object = item.if_object();
    const auto* index  = object ? object->if_contains("index") : nullptr;
    if (!index) return position;
    boost::system::error_code error; // not a whole number
    const auto                number = index->to_number<std::size_t>(error);
    return error ? std::nullopt : std::optional{number};
}

/// Copies as many numbers as the row has. False if one of them is not finite.
bool copy_numbers(const json::array& numbers, std::span<float> row)
{
    for (std::size_t n = 0; n != row.size(); ++n)
    {
        boost::system::error_code error; // not a number
        const auto                number = numbers[n].to_number<double>(error);
        row[n]                           = static_cast<float>(number);
        if (error || !std::isfinite(row[n])) return false;
    }
    return true;
}

bool read_data(const json::value& response, std::size_t count, vector_batch& batch)
{
    const auto* data = array_of(response, "data");
    if (!data || data->size() != count) return false;

    std::vector<bool> has_vector(count);
    for (std::size_t n = 0; n != count; ++n)
    {
        const auto* numbers = array_of((*data)[n], "embedding");
        const auto  index   = index_of((*data)[n], n);
        if (!numbers || numbers->empty() || !index || *index >= count || has_vector[*index]) return false;
        if (n == 0)
        {
            batch.width = numbers->size();
            batch.values.resize(count * batch.width);
        }
        if (numbers->size() != batch.width) return false;
        has_vector[*index] = true;
        if (!copy_numbers(*numbers, std::span{batch.values}.subspan(*index * batch.width, batch.width))) return false;
    }
    return true;
}

} // namespace

std::string request_body(std::span<const std::string_view> texts, std::string_view prefix, std::string_view model,
                         std::string_view tenant_id)
{
    std::size_t bytes = 256;
    for (const auto text : texts) bytes += (text.size() + prefix.size()) * 9 / 8 + 8;
    std::string body;
    body.reserve(bytes);

    body += R"({"model":)";
    sdk::append_json_string(model, body);
    body += R"(,"input":[)";
    std::string prefixed_text;
    for (const auto text : texts)
    {
        if (body.back() != '[') body += ',';
        sdk::append_json_string(prefixed_text.assign(prefix).append(text), body);
    }
    body += ']';
    if (!tenant_id.empty())
    {
        body += R"(,"user":)";
        sdk::append_json_string(tenant_id, body);
    }
    body += '}';
    return body;
}

llm::attempt_result read_vectors(std::string_view body, std::size_t count, vector_batch& batch)
{
    llm::attempt_result result;
    const auto          response = llm::parse_json(body);
    if (!response) return result;
    result.model = llm::reported_model(*response);
    if (const auto input = llm::count_at(&*response, {"usage", "prompt_tokens"}))
        result.tokens = {.input = input, .output = 0};
    if (read_data(*response, count, batch)) result.cause = std::nullopt;
    return result;
}

} // namespace verbatim::core::embedding

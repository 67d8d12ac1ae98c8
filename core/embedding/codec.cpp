#include "embedding/codec.hpp"

#include "llm/codec.hpp"

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

/// The index of a vector; its position in a response without indices.
std::optional<std::size_t> index_of(const json::value& item, std::size_t position)
{
    const auto* object = item.if_object();
    const auto* index  = object ? object->if_contains("index") : nullptr;
    if (!index) return position;
    boost::system::error_code not_whole;
    const auto                number = index->to_number<std::size_t>(not_whole);
    return not_whole ? std::nullopt : std::optional{number};
}

/// False if an element is not a finite number.
bool copy_numbers(const json::array& numbers, std::span<float> row)
{
    for (std::size_t n = 0; n != row.size(); ++n)
    {
        boost::system::error_code no_number;
        const auto                number = numbers[n].to_number<double>(no_number);
        row[n]                           = static_cast<float>(number);
        if (no_number || !std::isfinite(row[n])) return false;
    }
    return true;
}

bool read_data(const json::value& reply, std::size_t count, vector_batch& batch)
{
    const auto* data = array_of(reply, "data");
    if (!data || data->size() != count) return false;

    std::vector<bool> seen(count);
    for (std::size_t n = 0; n != count; ++n)
    {
        const auto* numbers = array_of((*data)[n], "embedding");
        const auto  index   = index_of((*data)[n], n);
        if (!numbers || numbers->empty() || !index || *index >= count || seen[*index]) return false;
        if (n == 0)
        {
            batch.width = numbers->size();
            batch.values.resize(count * batch.width);
        }
        if (numbers->size() != batch.width) return false;
        seen[*index] = true;
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
    llm::append_quoted(body, model);
    body += R"(,"input":[)";
    std::string prefixed;
    for (const auto text : texts)
    {
        if (body.back() != '[') body += ',';
        llm::append_quoted(body, prefixed.assign(prefix).append(text));
    }
    body += R"(],"user":)";
    llm::append_quoted(body, tenant_id);
    body += '}';
    return body;
}

llm::attempt_result read_vectors(std::string_view body, std::size_t count, vector_batch& batch)
{
    llm::attempt_result result{.status = llm::attempt_status::invalid_response, .text = {}, .model = {}};
    const auto          reply = llm::parse_json(body);
    if (!reply) return result;
    result.model = llm::reported_model(*reply);
    if (const auto input = llm::usage_value(*reply, "prompt_tokens")) result.tokens = {input, 0};
    if (read_data(*reply, count, batch)) result.status = llm::attempt_status::completed;
    return result;
}

} // namespace verbatim::core::embedding

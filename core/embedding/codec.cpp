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

const json::array* array_of(const json::value& from, std::string_view name)
{
    const auto* object = from.if_object();
    const auto* member = object ? object->if_contains({name.data(), name.size()}) : nullptr;
    return member ? member->if_array() : nullptr;
}

/// Where a vector belongs; in a reply that does not say, where it stands.
std::optional<std::size_t> index_of(const json::value& item, std::size_t position)
{
    const auto* object = item.if_object();
    const auto* index  = object ? object->if_contains("index") : nullptr;
    if (!index) return position;
    boost::system::error_code not_whole;
    const auto                number = index->to_number<std::size_t>(not_whole);
    return not_whole ? std::nullopt : std::optional{number};
}

/// False when a number is none, or not finite.
bool write(const json::array& numbers, std::span<float> into)
{
    for (std::size_t n = 0; n != into.size(); ++n)
    {
        boost::system::error_code no_number;
        const auto                number = numbers[n].to_number<double>(no_number);
        into[n]                          = static_cast<float>(number);
        if (no_number || !std::isfinite(into[n])) return false;
    }
    return true;
}

bool read_data(const json::value& reply, std::size_t count, batch& into)
{
    const auto* data = array_of(reply, "data");
    if (!data || data->size() != count) return false;

    std::vector<bool> seen(count);
    for (std::size_t n = 0; n != count; ++n)
    {
        const auto* numbers = array_of((*data)[n], "embedding");
        const auto  place   = index_of((*data)[n], n);
        if (!numbers || numbers->empty() || !place || *place >= count || seen[*place]) return false;
        if (n == 0)
        {
            into.width = numbers->size();
            into.values.resize(count * into.width);
        }
        if (numbers->size() != into.width) return false;
        seen[*place] = true;
        if (!write(*numbers, std::span{into.values}.subspan(*place * into.width, into.width))) return false;
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
    std::string whole;
    for (const auto text : texts)
    {
        if (body.back() != '[') body += ',';
        llm::append_quoted(body, whole.assign(prefix).append(text));
    }
    body += R"(],"user":)";
    llm::append_quoted(body, tenant_id);
    body += '}';
    return body;
}

llm::outcome read_vectors(std::string_view body, std::size_t count, batch& into)
{
    llm::outcome read{.how = llm::ending::unusable, .text = {}, .model = {}};
    const auto   reply = llm::parsed(body);
    if (!reply) return read;
    read.model = llm::model_in(*reply);
    if (const auto input = llm::used_in(*reply, "prompt_tokens")) read.used = {input, 0};
    if (read_data(*reply, count, into)) read.how = llm::ending::answered;
    return read;
}

} // namespace verbatim::core::embedding

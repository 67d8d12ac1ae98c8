// Reads a JSON array of {output, originals, base, records: [{id, url_id}]}, and writes the texts that a response would
// hold: the output of a model whose placeholders <URL_n> are restored, filtered and linked.
#include "verbatim/feedback/hyperlinks.hpp"
#include "verbatim/feedback/redaction.hpp"

#include <boost/json.hpp>

#include <iostream>
#include <iterator>
#include <string>
#include <vector>

using namespace verbatim;
namespace json = boost::json;

namespace {

/// Each original that is not empty is a finding as long as its text.
feedback::redaction redaction_of(const std::vector<std::string>& originals)
{
    std::vector<std::string_view>                  texts{originals.begin(), originals.end()};
    std::vector<std::vector<sdk::detected_entity>> findings;
    for (const auto& text : originals)
        if (text.empty()) findings.emplace_back();
        else findings.push_back({{.begin = 0, .end = text.size(), .kind = "URL", .score = 1}});
    return {std::move(texts), findings};
}

std::string response_text_of(const json::value& item)
{
    const auto                    originals = json::value_to<std::vector<std::string>>(item.at("originals"));
    const auto                    base      = json::value_to<std::string>(item.at("base"));
    std::vector<feedback::record> records;
    for (const auto& entry : item.at("records").as_array())
    {
        records.emplace_back();
        records.back().id     = json::value_to<std::string>(entry.at("id"));
        records.back().url_id = json::value_to<std::string>(entry.at("url_id"));
    }
    std::vector<const feedback::record*> addresses;
    for (const auto& record : records) addresses.push_back(&record);

    const auto text = redaction_of(originals).restore(json::value_to<std::string>(item.at("output")), {}, base);
    return feedback::with_links(text, base, addresses);
}

} // namespace

int main()
{
    const std::string input{std::istreambuf_iterator<char>{std::cin}, {}};
    const auto        items = json::parse(input);
    json::array       texts;
    for (const auto& item : items.as_array()) texts.emplace_back(response_text_of(item));
    std::cout << json::serialize(texts);
}

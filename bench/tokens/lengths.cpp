// The estimated tokens of the texts in a JSON object, for each tokenizer: see run.
#include "verbatim/sdk/token_estimate.hpp"

#include <boost/json.hpp>

#include <iostream>
#include <iterator>
#include <string>

int main()
{
    namespace json = boost::json;
    namespace sdk  = verbatim::sdk;
    const auto   texts = json::parse(std::string{std::istreambuf_iterator<char>{std::cin}, {}});
    json::object estimates;
    for (const auto& [name, text] : texts.as_object())
    {
        json::object entry;
        for (const auto& [key, tokenizer] :
             {std::pair{"o200k", sdk::tokenizer::o200k}, std::pair{"cl100k", sdk::tokenizer::cl100k}})
        {
            sdk::set_tokenizer(tokenizer);
            entry[key] = sdk::expected_length({text.as_string().data(), text.as_string().size()}) / 4;
        }
        estimates[name] = std::move(entry);
    }
    std::cout << json::serialize(estimates) << '\n';
}

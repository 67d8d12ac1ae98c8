// The estimated tokens of the texts in a JSON file, for each tokenizer: see run.
#include "verbatim/sdk/token_estimate.hpp"

#include <boost/json.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

int main(int count, char** arguments)
{
    namespace json = boost::json;
    namespace sdk  = verbatim::sdk;
    if (count != 2) return 2;
    std::ifstream file{arguments[1]};
    const auto    texts = json::parse(std::string{std::istreambuf_iterator<char>{file}, {}});
    json::object  estimates;
    for (const auto& [name, text] : texts.as_object())
    {
        json::object entry;
        for (const auto& [key, tokenizer] :
             {std::pair{"o200k", sdk::tokenizer::o200k}, std::pair{"cl100k", sdk::tokenizer::cl100k}})
        {
            sdk::set_tokenizer(tokenizer);
            entry[key] = sdk::estimation_length({text.as_string().data(), text.as_string().size()}) / 4;
        }
        estimates[name] = std::move(entry);
    }
    std::cout << json::serialize(estimates) << '\n';
}

// The type of feedback by the built-in model: bench_dimensions [CORPUS.yaml] [FRAMEWORK.json]
//
// Without arguments: the messages of this folder by halves. CORPUS has records with the metadata member feedback_type;
// FRAMEWORK has types with codes that have examples.
#include "dimensions/offline.hpp"
#include "dimensions/wire.hpp"

#include <boost/json/parse.hpp>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dimensions = verbatim::analyze_bulk::dimensions;
namespace json       = boost::json;

namespace {

/// How often a reading is right, wrong or `unclear`.
class accuracy
{
public:
    void add(const std::string& expected, const std::string& text)
    {
        ++totals_[expected];
        const auto label = reader_.labels(tokenizer_.tokenize(text)).front();
        const auto value = static_cast<std::size_t>(std::stoi(label.substr(1)));
        if (value == 0) ++unclear_;
        else if (list_.front().values[value - 1].id == expected) ++right_;
    }

    void print(const char* name) const
    {
        std::size_t all = 0, most = 0;
        for (const auto& [value, count] : totals_) all += count, most = std::max(most, count);
        const auto share = [&](std::size_t count, std::size_t of) {
            return of ? 100.0 * static_cast<double>(count) / static_cast<double>(of) : 0;
        };
        std::printf(
            "%-20s %5zu texts: right %5.1f %%, unclear %5.1f %%, right of those with a value %5.1f %%; always the "
            "most frequent value: right %5.1f %%\n",
            name, all, share(right_, all), share(unclear_, all), share(right_, all - unclear_), share(most, all));
    }

private:
    verbatim::text_analysis::tokenizer tokenizer_;
    std::vector<dimensions::dimension> list_ = dimensions::dimensions_of(
        std::vector<dimensions::requested_dimension>{{.list = dimensions::shipped_list::type_of_feedback}},
        verbatim::text_analysis::language::english);
    dimensions::offline::value_reader  reader_{list_, nullptr, tokenizer_};
    std::map<std::string, std::size_t> totals_;
    std::size_t                        right_ = 0, unclear_ = 0;
};

std::string read_file(const char* name)
{
    std::ifstream file{name};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// The value of the list with the meaning of a type of the corpus; others have none, so `unclear` is the best answer.
std::string value_of(const std::string& type)
{
    if (type.starts_with("Question")) return "question";
    if (type.starts_with("Request")) return "request";
    if (type.starts_with("Encouragement")) return "praise";
    if (type.starts_with("Observation")) return "rumour";
    return type;
}

void add_examples(const json::value& node, const std::string& type, accuracy& result)
{
    if (const auto* list = node.if_array())
        for (const auto& item : *list) add_examples(item, type, result);
    const auto* object = node.if_object();
    if (!object) return;
    if (const auto* examples = object->if_contains("examples"))
        for (const auto& example : examples->as_array())
            result.add(value_of(type), std::string{std::string_view{example.as_string()}});
    if (const auto* types = object->if_contains("types"))
        for (const auto& entry : types->as_array())
            add_examples(entry.at("categories"), std::string{std::string_view{entry.at("name").as_string()}}, result);
    if (const auto* codes = object->if_contains("codes")) add_examples(*codes, type, result);
}

} // namespace

int main(int count, char** arguments)
{
    std::map<std::string, accuracy> halves;
    const auto                      messages = json::parse(read_file(MESSAGES));
    for (const auto& message : messages.as_array())
        halves[std::string{std::string_view{message.at("half").as_string()}}].add(
            std::string{std::string_view{message.at("value").as_string()}},
            std::string{std::string_view{message.at("text").as_string()}});
    for (const auto& [half, result] : halves) result.print(half.c_str());
    if (count > 1)
    {
        accuracy result;
        for (const auto& record : YAML::LoadFile(arguments[1]))
            result.add(value_of(record["metadata"]["feedback_type"].as<std::string>()),
                       record["content"].as<std::string>());
        result.print("corpus");
    }
    if (count > 2)
    {
        accuracy result;
        add_examples(json::parse(read_file(arguments[2])), "", result);
        result.print("framework");
    }
}

/// Recall and precision of the built-in sensitivity detector on labelled sentences.
///     bench_sensitivity FILE... [errors]
#include "labelled_sentences.hpp"

#include <cstdio>
#include <exception>
#include <map>
#include <span>
#include <string_view>

using namespace verbatim;
using namespace verbatim::labelled;

namespace {

void print(std::string_view name, const counts& sum)
{
    std::printf("%-45.*s recall %3zu of %3zu (%5.1f %%), precision %3zu of %3zu (%5.1f %%)\n",
                static_cast<int>(name.size()), name.data(), sum.found, sum.expected, 100 * sum.recall(), sum.correct,
                sum.returned, 100 * sum.precision());
}

void print_errors(const sentence& sentence)
{
    const auto all = by_type(sentence);
    counts     sum;
    for (const auto& type : all) sum += type;
    if (sum.found == sum.expected && sum.correct == sum.returned) return;
    std::printf("%s %s:", sentence.language.c_str(), sentence.text.c_str());
    const auto types = declare(sensitivity{});
    for (std::size_t n = 0; n != all.size(); ++n)
    {
        const std::string name{types.values()[n].name.view()};
        if (all[n].found < all[n].expected) std::printf(" missed %s", name.c_str());
        if (all[n].correct < all[n].returned) std::printf(" wrong %s", name.c_str());
    }
    std::printf("\n");
}

void measure(const std::string& path, bool with_errors)
{
    counts                        types, records;
    std::vector<counts>           all(declare(sensitivity{}).values().size());
    std::map<std::string, counts> by_language;
    for (const auto& sentence : read(path))
    {
        const auto part = by_type(sentence);
        for (std::size_t n = 0; n != part.size(); ++n)
        {
            all[n] += part[n];
            types += part[n];
            by_language[sentence.language] += part[n];
        }
        records += as_record(sentence);
        if (with_errors) print_errors(sentence);
    }
    std::printf("%s\n", path.c_str());
    print("records", records);
    print("types", types);
    for (const auto& [language, sum] : by_language) print(language, sum);
    const auto declared = declare(sensitivity{});
    for (const auto& value : declared.values()) print(value.name.view(), all[static_cast<std::size_t>(value.value)]);
}

} // namespace

int main(int count, char** arguments)
try
{
    const std::span paths{arguments + 1, static_cast<std::size_t>(count - 1)};
    const bool      with_errors = !paths.empty() && std::string_view{paths.back()} == "errors";
    for (const std::string path : paths.first(paths.size() - with_errors)) measure(path, with_errors);
    return 0;
}
catch (const std::exception& failure)
{
    std::fprintf(stderr, "bench_sensitivity: %s\n", failure.what());
    return 1;
}

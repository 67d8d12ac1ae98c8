// Measures reading, screening and writing a declared request, and parsing for comparison, in nanoseconds per record.
//   bench_schema [records] [characters]
#include "verbatim/sdk/schema.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace bench {

namespace sdk = verbatim::sdk;

struct record
{
    std::string         id;
    std::string         content;
    boost::json::object metadata;
    std::string         url_id;
};
void declare(sdk::schema_builder& schema, record& record)
{
    schema.name("Record", "A message.");
    schema.required("id", record.id, "Its id.");
    schema.required("content", record.content, "Its text.").at_most(100'000).screened();
    schema.optional("metadata", record.metadata, "Anything.").null_as_absent();
    schema.optional("url_id", record.url_id, "A segment.").null_as_absent();
}

struct request
{
    std::vector<record> records;
    std::string         prompt;
};
void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("Request", "A question.");
    schema.required("feedback_records", request.records, "The messages.").at_least(1);
    schema.required("prompt", request.prompt, "The question.")
        .at_least(1)
        .at_most(4'000)
        .screened(sdk::screening::question);
}

std::string body_of(std::size_t records, std::size_t characters)
{
    std::string text{R"({"feedback_records":[)"};
    for (std::size_t i = 0; i < records; ++i)
    {
        std::string content;
        while (content.size() < characters)
            content += "The clinic ran out of insulin twice this month, and nobody knows when it returns. ";
        content.resize(characters);
        text += i == 0 ? "" : ",";
        text += R"({"id":"Form-)" + std::to_string(i) + R"(","content":")" + content + R"(","url_id":"69e1fd8d4"})";
    }
    return text + R"(],"prompt":"Which shortages are reported?"})";
}

/// The best of five rounds, to exclude other load on the machine.
double nanoseconds(std::size_t records, const std::function<void()>& work)
{
    double best = 1e18;
    for (int round = 0; round < 5; ++round)
    {
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count() / static_cast<double>(records));
    }
    return best;
}

} // namespace bench

int main(int argc, char** argv)
{
    using namespace bench;
    const std::size_t records    = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100'000;
    const std::size_t characters = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 300;
    const auto        text       = body_of(records, characters);
    const auto&       table      = sdk::schema_of<request>();
    const auto        body       = boost::json::parse(text);

    request     parsed;
    std::string written;
    const auto  fits = sdk::read(table, body, &parsed).empty() && sdk::screen(table, &parsed).empty();
    if (!fits) return std::puts("the body does not match its schema"), 1;

    std::printf("parse  %6.0f ns per record\n", nanoseconds(records, [&] {
                    boost::json::monotonic_resource memory;
                    boost::json::parse(text, &memory);
                }));
    std::printf("read   %6.0f\n", nanoseconds(records, [&] {
                    request fresh;
                    sdk::read(table, body, &fresh);
                }));
    std::printf("screen %6.0f\n", nanoseconds(records, [&] { sdk::screen(table, &parsed); }));
    std::printf("write  %6.0f\n", nanoseconds(records, [&] {
                    written.clear();
                    sdk::write(table, &parsed, written);
                }));
}

/// Measures how often the built-in model, asked by assign-codes, reports the code that a corpus names.
#include "extractive/extractive.hpp"

#include "framework_file.hpp"
#include "operation.hpp"

#include "verbatim/sdk/call.hpp"
#include "verbatim/testing/loop.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace verbatim;
using namespace verbatim::assign_codes;
namespace json = boost::json;

constexpr std::string_view help = R"(usage: bench_codes CORPUS FRAMEWORK

CORPUS     YAML or JSON: a list of records with `content` and `metadata.codes`, the ids of their finest codes, separated by commas.
FRAMEWORK  as CODING_FRAMEWORK_PATH has it.

Each record is one request with max_codes 1 and no threshold, nothing redacted. A level counts as right when the one entry that
is answered has there the id that a code of the record has there. Records with a code that the framework does not hold, and
records without one, are left out.
)";

class built_in final : public sdk::llm
{
public:
    std::size_t asked = 0;

    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::conversation& what) override
    {
        ++asked;
        sdk::completion given{.text = core::extractive::answer(what), .model = "local/extractive"};
        if (what.fits && !what.fits(given.text)) co_return sdk::error{sdk::errc::llm_error};
        co_return given;
    }
    sdk::token_limits limits() const noexcept override { return {}; }
};

class finds_nothing final : public sdk::anonymizer
{
public:
    sdk::task<std::vector<std::vector<sdk::finding>>> find(std::span<const std::string_view> texts) override
    {
        co_return std::vector<std::vector<sdk::finding>>(texts.size());
    }
};

class silent final : public sdk::log
{
public:
    void write(sdk::severity, std::string_view, std::initializer_list<sdk::fact>) override {}
    bool enabled(sdk::severity) const noexcept override { return false; }
};

class one_call final : public sdk::call
{
public:
    one_call(request asked, built_in& model)
        : asked_{std::move(asked)}
        , model_{model}
    {}

    std::string_view                      tenant_id() const noexcept override { return "bench"; }
    std::string_view                      request_id() const noexcept override { return "bench"; }
    std::chrono::steady_clock::time_point deadline() const noexcept override { return {}; }
    sdk::llm&                             model() noexcept override { return model_; }
    sdk::llm&                             judge() noexcept override { return model_; }
    sdk::anonymizer&                      privacy() noexcept override { return privacy_; }
    sdk::log&                             log_line() noexcept override { return log_; }
    sdk::embedder*                        embeddings() override { return nullptr; }
    sdk::usage_reader&                    usage() override { throw std::logic_error{"coding reads no usage"}; }
    sdk::task<>                           compute(const std::function<void()>& work) override
    {
        work();
        co_return;
    }

protected:
    void* asked_as(const sdk::table&) override { return &asked_; }

private:
    request       asked_;
    built_in&     model_;
    finds_nothing privacy_;
    silent        log_;
};

std::vector<std::string> separated(const std::string& codes)
{
    std::vector<std::string> all{""};
    for (const char c : codes)
    {
        if (c == ',') all.emplace_back();
        else if (c != ' ' || !all.back().empty()) all.back() += c;
    }
    std::erase(all, "");
    return all;
}

struct tally
{
    std::size_t records = 0, right = 0, answered = 0;
};

int measure(const std::string& corpus_file, const std::string& framework_file)
{
    const auto                           codes   = load_framework(framework_file);
    const auto                           options = flatten(codes);
    std::map<std::string, const option*> by_id;
    for (const auto& one : options) by_id.emplace(one.path.back()->id, &one);

    operation   coding{codes, 64};
    built_in    model;
    std::size_t left_out = 0, none = 0, asked = 0;
    tally       levels[3];
    const auto  begin = std::chrono::steady_clock::now();
    for (const auto& record : YAML::LoadFile(corpus_file))
    {
        const auto                 named = record["metadata"]["codes"];
        std::vector<const option*> truth;
        bool                       known = named.IsDefined() && named.IsScalar();
        for (const auto& id : known ? separated(named.as<std::string>()) : std::vector<std::string>{})
        {
            const auto place = by_id.find(id);
            if (place == by_id.end()) known = false;
            else truth.push_back(place->second);
        }
        if (!known || truth.empty())
        {
            ++left_out;
            continue;
        }

        ++asked;
        request one;
        one.record.content = record["content"].as<std::string>();
        one_call      call{std::move(one), model};
        testing::loop loop;
        const auto    given = loop.run(coding.run(call));
        const auto    all   = json::parse(given.body);
        const auto&   entry = all.at("assigned_codes").at(0);
        none += entry.at("confidence_aggregate").is_null();
        for (std::size_t n = 0; n != 3; ++n)
        {
            const auto& id = entry.at("coding_level_" + std::to_string(n + 1) + "_id");
            levels[n].records += std::ranges::any_of(truth, [&](const auto* code) { return code->path.size() > n; });
            levels[n].answered += id.is_string();
            levels[n].right += id.is_string() && std::ranges::any_of(truth, [&](const auto* code) {
                                   return code->path.size() > n && code->path[n]->id == id.as_string();
                               });
        }
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

    std::printf("%zu options, %zu records, %zu left out, %zu without a code\n", options.size(), asked, left_out, none);
    for (std::size_t n = 0; n != 3; ++n)
        if (levels[n].records != 0)
            std::printf("level %zu: %zu of %zu right, %.1f %%; %zu answered\n", n + 1, levels[n].right,
                        levels[n].records,
                        100.0 * static_cast<double>(levels[n].right) / static_cast<double>(levels[n].records),
                        levels[n].answered);
    if (asked != 0)
        std::printf("%zu model calls, %.1f s with the reading of the corpus, %.2f ms a record\n", model.asked,
                    took.count(), 1000 * took.count() / static_cast<double>(asked));
    return 0;
}

} // namespace

int main(int count, char** words)
try
{
    if (count == 3) return measure(words[1], words[2]);
    std::fputs(help.data(), stderr);
    return 2;
}
catch (const std::exception& failure)
{
    std::fprintf(stderr, "bench_codes: %s\n", failure.what());
    return 1;
}

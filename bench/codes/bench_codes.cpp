/// Measures the accuracy of assign-codes with the built-in model.
#include "operation.hpp"

#include "verbatim/codebook/framework_file.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/json_text.hpp"
#include "verbatim/testing/event_loop.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace verbatim;
using namespace verbatim::assign_codes;
namespace json = boost::json;

constexpr std::string_view help = R"(usage: bench_codes CORPUS FRAMEWORK [THRESHOLD]

CORPUS     YAML or JSON: a list of records with `content` and `metadata.codes`, the comma-separated ids of their finest codes.
FRAMEWORK  in a format of CODING_FRAMEWORK_PATH.
THRESHOLD  confidence_threshold of the requests; without it there is none.

Sends a request for each record, with max_codes 1 and no redaction. A level is right if the response has the same
id at this level as a code of the record. Skips records without codes or with a code outside the framework.
)";

class built_in_model final : public sdk::llm
{
public:
    std::size_t calls = 0;

    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::chat_request& request) override
    {
        ++calls;
        sdk::completion completion{.text = request.offline(), .model = "local/extractive"};
        if (request.accept && !request.accept(completion.text)) co_return sdk::error{sdk::errc::llm_error};
        co_return completion;
    }
    sdk::token_limits limits() const noexcept override { return {}; }
};

class empty_anonymizer final : public sdk::anonymizer
{
public:
    sdk::task<std::vector<std::vector<sdk::detected_entity>>> detect(std::span<const std::string_view> texts) override
    {
        co_return std::vector<std::vector<sdk::detected_entity>>(texts.size());
    }
    sdk::task<std::vector<std::vector<sdk::detected_entity>>>
    detect_verified(std::span<const std::string_view> texts) override
    {
        return detect(texts);
    }
};

class null_log final : public sdk::log
{
public:
    void write(sdk::severity, std::string_view, std::initializer_list<sdk::log_field>) override {}
    bool enabled(sdk::severity) const noexcept override { return false; }
};

class bench_call final : public sdk::call
{
public:
    explicit bench_call(built_in_model& model)
        : model_{model}
    {}

    std::string_view                      tenant_id() const noexcept override { return "bench"; }
    std::string_view                      key_id() const noexcept override { return "bench"; }
    std::string_view                      request_id() const noexcept override { return "bench"; }
    std::chrono::steady_clock::time_point deadline() const noexcept override { return {}; }
    sdk::llm&                             model() noexcept override { return model_; }
    sdk::llm&                             judge() noexcept override { return model_; }
    sdk::anonymizer&                      anonymizer() noexcept override { return privacy_; }
    sdk::log&                             log() noexcept override { return log_; }
    sdk::embedder*                        embedder() override { return nullptr; }
    sdk::usage_reader& usage_reader() override { throw std::logic_error{"assign-codes reads no usage"}; }
    sdk::task<>        run_on_pool(const std::function<void()>& work) override
    {
        work();
        co_return;
    }

private:
    built_in_model&  model_;
    empty_anonymizer privacy_;
    null_log         log_;
};

std::vector<std::string> split(const std::string& list)
{
    std::vector<std::string> ids{""};
    for (const char c : list)
    {
        if (c == ',') ids.emplace_back();
        else if (c != ' ' || !ids.back().empty()) ids.back() += c;
    }
    std::erase(ids, "");
    return ids;
}

struct level_counts
{
    std::size_t records = 0, right = 0, assigned = 0;
};

int measure(const std::string& corpus_file, const std::string& framework_file, std::optional<double> threshold)
{
    const auto codes   = std::make_shared<const framework>(codebook::load_framework(framework_file));
    const auto options = flatten(*codes);
    std::map<std::string, const option*> by_id;
    for (const auto& choice : options) by_id.emplace(choice.path.back()->id, &choice);

    operation      coding{coding_settings{.default_framework = codes}};
    built_in_model model;
    std::size_t    skipped = 0, without_code = 0, evaluated = 0;
    level_counts   levels[3];
    const auto     begin = std::chrono::steady_clock::now();
    for (const auto& record : YAML::LoadFile(corpus_file))
    {
        const auto                 codes_node = record["metadata"]["codes"];
        std::vector<const option*> truth;
        bool                       labelled = codes_node.IsDefined() && codes_node.IsScalar();
        for (const auto& id : labelled ? split(codes_node.as<std::string>()) : std::vector<std::string>{})
        {
            const auto entry = by_id.find(id);
            if (entry == by_id.end()) labelled = false;
            else truth.push_back(entry->second);
        }
        if (!labelled || truth.empty())
        {
            ++skipped;
            continue;
        }

        ++evaluated;
        request body;
        body.record.content       = record["content"].as<std::string>();
        body.confidence_threshold = threshold;
        bench_call          call{model};
        testing::event_loop loop;
        const auto          response = loop.run(coding.run(call, body));
        const auto          document = json::parse(sdk::to_json(response));
        const auto&         entry    = document.at("assigned_codes").at(0);
        without_code += entry.at("confidence_aggregate").is_null();
        for (std::size_t n = 0; n != 3; ++n)
        {
            const auto& id = entry.at("coding_level_" + std::to_string(n + 1) + "_id");
            levels[n].records += std::ranges::any_of(truth, [&](const auto* code) { return code->path.size() > n; });
            levels[n].assigned += id.is_string();
            levels[n].right += id.is_string() && std::ranges::any_of(truth, [&](const auto* code) {
                                   return code->path.size() > n && code->path[n]->id == id.as_string();
                               });
        }
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

    std::printf("%zu options, %zu records, %zu skipped, %zu without a code\n", options.size(), evaluated, skipped,
                without_code);
    for (std::size_t n = 0; n != 3; ++n)
        if (levels[n].records != 0)
            std::printf("level %zu: %zu of %zu right, %.1f %%; %zu assigned\n", n + 1, levels[n].right,
                        levels[n].records,
                        100.0 * static_cast<double>(levels[n].right) / static_cast<double>(levels[n].records),
                        levels[n].assigned);
    if (evaluated != 0)
        std::printf("%zu model calls, %.1f s including reading the corpus, %.2f ms per record\n", model.calls,
                    took.count(), 1000 * took.count() / static_cast<double>(evaluated));
    return 0;
}

} // namespace

int main(int count, char** arguments)
try
{
    if (count == 3) return measure(arguments[1], arguments[2], {});
    if (count == 4) return measure(arguments[1], arguments[2], std::stod(arguments[3]));
    std::fputs(help.data(), stderr);
    return 2;
}
catch (const std::exception& failure)
{
    std::fprintf(stderr, "bench_codes: %s\n", failure.what());
    return 1;
}

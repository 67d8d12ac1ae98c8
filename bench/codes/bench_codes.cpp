/// Measures the accuracy of assign-codes with the built-in model.
#include "offline.hpp"
#include "operation.hpp"

#include "embedding/word_vectors.hpp"

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
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace verbatim;
using namespace verbatim::assign_codes;
namespace json = boost::json;

constexpr std::string_view help = R"(usage: bench_codes [OPTION]... CORPUS FRAMEWORK

CORPUS     YAML or JSON: a list of records with `content` and `metadata.codes`, the comma-separated ids of their finest codes.
FRAMEWORK  in a format of CODING_FRAMEWORK_PATH.

--words FILE     the table of word vectors; without it only equal words count
--half HALF      records with this `metadata.half` only: development or held-out. Without one, every fifth is development
--max-codes N    of the requests; 1 by default
--threshold T    confidence_threshold of the requests; without it there is none
--evidence       prints what speaks for each option of each record, for bench/codes/fit

Sends the records in requests of 5,000, without redaction. A level is right if the response has the same id at this level as a
code of the record. Skips records without codes or with a code outside the framework. Prints accuracy, F1 of the finest
codes, accuracy by `metadata.language`, and by confidence the share of levels that are right.
)";

struct options
{
    const char*           corpus    = nullptr;
    const char*           framework = nullptr;
    const char*           words     = nullptr;
    const char*           half      = nullptr;
    int                   max_codes = 1;
    std::optional<double> threshold;
    bool                  evidence = false;
};

/// Null if the arguments are not those of `help`.
std::optional<options> read_arguments(std::span<char*> arguments)
{
    options result;
    for (std::size_t n = 0; n != arguments.size(); ++n)
    {
        const std::string_view name  = arguments[n];
        const auto             value = [&] {
            if (++n == arguments.size()) throw std::invalid_argument{"a value is missing"};
            return arguments[n];
        };
        if (name == "--words") result.words = value();
        else if (name == "--half") result.half = value();
        else if (name == "--max-codes") result.max_codes = std::stoi(value());
        else if (name == "--threshold") result.threshold = std::stod(value());
        else if (name == "--evidence") result.evidence = true;
        else if (!result.corpus) result.corpus = arguments[n];
        else if (!result.framework) result.framework = arguments[n];
        else return std::nullopt;
    }
    return result.framework ? std::optional{result} : std::nullopt;
}

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
    bench_call(built_in_model& model, const sdk::word_vectors* words)
        : model_{model}
        , words_{words}
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
    const sdk::word_vectors*              word_vectors() override { return words_; }
    sdk::usage_reader& usage_reader() override { throw std::logic_error{"assign-codes reads no usage"}; }
    sdk::task<>        run_on_pool(const std::function<void()>& work) override
    {
        work();
        co_return;
    }

private:
    built_in_model&          model_;
    const sdk::word_vectors* words_;

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

struct labelled_record
{
    std::string                content;
    std::string                language;
    std::vector<const option*> codes; ///< the finest
};

/// The records with codes of the framework, and how many others there are.
std::vector<labelled_record> read_records(const options& arguments, std::span<const option> options,
                                          std::size_t& skipped)
{
    std::map<std::string, const option*> by_id;
    for (const auto& choice : options) by_id.emplace(choice.path.back()->id, &choice);

    std::vector<labelled_record> records;
    std::size_t                  number = 0;
    for (const auto& node : YAML::LoadFile(arguments.corpus))
    {
        const auto metadata = node["metadata"];
        const auto text     = [&](const char* name) {
            const auto value = metadata[name];
            return value.IsDefined() && value.IsScalar() ? value.as<std::string>() : std::string{};
        };
        const auto half = text("half").empty() ? (number++ % 5 == 0 ? "development" : "held-out") : text("half");
        if (arguments.half && half != arguments.half) continue;
        labelled_record record{.content = node["content"].as<std::string>(), .language = text("language"), .codes = {}};
        bool            is_known = true;
        for (const auto& id : split(text("codes")))
        {
            const auto entry = by_id.find(id);
            if (entry == by_id.end()) is_known = false;
            else record.codes.push_back(entry->second);
        }
        if (is_known && !record.codes.empty()) records.push_back(std::move(record));
        else ++skipped;
    }
    return records;
}

/// A line for each record and option: both numbers, the language, the depth, whether the option is right, and what
/// speaks for it.
void print_evidence(std::span<const labelled_record> records, std::span<const option> options,
                    const sdk::word_vectors* words)
{
    offline::picker picker{options, words};
    for (std::size_t number = 0; number != records.size(); ++number)
    {
        const auto&           record   = records[number];
        const auto            evidence = picker.evidence(record.content);
        std::set<const node*> right;
        for (const auto* code : record.codes) right.insert(code->path.begin(), code->path.end());
        for (std::size_t n = 0; n != options.size(); ++n)
            std::printf("%zu\t%zu\t%s\t%zu\t%d\t%.4f\t%.4f\t%.4f\t%.0f\n", number, n, record.language.c_str(),
                        options[n].path.size(), right.contains(options[n].path.back()) ? 1 : 0, evidence[n].wording,
                        evidence[n].meaning, evidence[n].words, evidence[n].act);
    }
}

struct share
{
    std::size_t right = 0, all = 0;

    void add(bool is_right)
    {
        right += is_right;
        ++all;
    }
    double percent() const { return all == 0 ? 0 : 100 * static_cast<double>(right) / static_cast<double>(all); }
};

struct level_counts
{
    std::size_t records = 0, right = 0, assigned = 0;
};

void print(std::size_t level, const level_counts& counts)
{
    if (counts.records == 0) return;
    std::printf("level %zu: %zu of %zu right, %.1f %%; %zu assigned\n", level, counts.right, counts.records,
                share{counts.right, counts.records}.percent(), counts.assigned);
}

int measure(const options& arguments)
{
    const auto codes   = std::make_shared<const framework>(codebook::load_framework(arguments.framework));
    const auto options = flatten(*codes);
    std::unique_ptr<const core::embedding::word_vectors> words;
    if (arguments.words) words = std::make_unique<const core::embedding::word_vectors>(arguments.words);
    std::size_t skipped = 0;
    const auto  records = read_records(arguments, options, skipped);
    if (arguments.evidence)
    {
        print_evidence(records, options, words.get());
        return 0;
    }

    bulk_operation               coding{coding_settings{.default_framework = codes}};
    built_in_model               model;
    std::size_t                  without_code = 0, returned = 0, expected = 0, found = 0;
    level_counts                 levels[3];
    std::map<std::string, share> by_language;
    share                        by_confidence[10];
    const auto                   begin = std::chrono::steady_clock::now();
    std::vector<json::value>     answers;
    for (std::size_t first = 0; first < records.size(); first += max_records)
    {
        bulk_request body{.confidence_threshold = arguments.threshold};
        body.max_codes = arguments.max_codes;
        for (auto n = first; n != std::min(records.size(), first + max_records); ++n)
            body.records.push_back({.id = std::to_string(n), .content = records[n].content});
        bench_call          call{model, words.get()};
        testing::event_loop loop;
        const auto          document = json::parse(sdk::to_json(loop.run(coding.run(call, body))));
        for (const auto& coded : document.at("records").as_array()) answers.push_back(coded);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

    for (std::size_t number = 0; number != records.size(); ++number)
    {
        const auto& record  = records[number];
        const auto& entries = answers[number].at("assigned_codes").as_array();
        const auto  has     = [&](const json::value& id, std::size_t level) {
            return id.is_string() && std::ranges::any_of(record.codes, [&](const auto* code) {
                       return code->path.size() > level && code->path[level]->id == id.as_string();
                   });
        };
        without_code += entries.front().at("confidence_aggregate").is_null();
        expected += record.codes.size();
        for (const auto& entry : entries)
        {
            bool        is_right = false;
            std::size_t depth    = 0;
            for (std::size_t n = 0; n != 3; ++n)
            {
                const auto& id    = entry.at("coding_level_" + std::to_string(n + 1) + "_id");
                const auto  right = has(id, n);
                if (&entry == &entries.front())
                {
                    levels[n].records +=
                        std::ranges::any_of(record.codes, [&](const auto* code) { return code->path.size() > n; });
                    levels[n].assigned += id.is_string();
                    levels[n].right += right;
                }
                if (!id.is_string()) continue;
                depth            = n + 1;
                is_right         = right;
                const auto score = entry.at("confidence_level_" + std::to_string(n + 1)).to_number<double>();
                by_confidence[std::min<std::size_t>(9, static_cast<std::size_t>(10 * score + 1e-9))].add(right);
            }
            const bool is_finest = std::ranges::any_of(
                record.codes, [&](const auto* code) { return is_right && code->path.size() == depth; });
            returned += depth != 0;
            found += is_finest;
            if (&entry == &entries.front()) by_language[record.language].add(is_finest);
        }
    }

    std::printf("%zu options, %zu records, %zu skipped, %zu without a code\n", options.size(), records.size(), skipped,
                without_code);
    for (std::size_t n = 0; n != 3; ++n) print(n + 1, levels[n]);
    if (records.empty()) return 0;
    std::printf("finest codes: %zu of %zu found, %zu returned, F1 %.3f\n", found, expected, returned,
                2 * static_cast<double>(found) / static_cast<double>(returned + expected));
    for (const auto& [language, counts] : by_language)
        if (!language.empty()) std::printf("%s: %.1f %% of %zu\n", language.c_str(), counts.percent(), counts.all);
    for (std::size_t n = 0; n != 10; ++n)
        if (by_confidence[n].all != 0)
            std::printf("confidence from 0.%zu: %.0f %% of %zu levels right\n", n, by_confidence[n].percent(),
                        by_confidence[n].all);
    std::printf("%zu model calls, %.1f s, %.2f ms per record\n", model.calls, took.count(),
                1000 * took.count() / static_cast<double>(records.size()));
    return 0;
}

} // namespace

int main(int count, char** arguments)
try
{
    if (const auto options = read_arguments({arguments + 1, static_cast<std::size_t>(count - 1)}))
        return measure(*options);
    std::fputs(help.data(), stderr);
    return 2;
}
catch (const std::exception& failure)
{
    std::fprintf(stderr, "bench_codes: %s\n", failure.what());
    return 1;
}

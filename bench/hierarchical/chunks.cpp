// Measures the time of embedding, clustering and chunking, and the purity of the chunks.
//
//     bench_chunks                    generated corpora of 1,000, 10,000 and 100,000 records
//     bench_chunks COUNT …            generated corpora of these sizes
//     bench_chunks CORPUS.yaml        a corpus whose records have `content` and `metadata.codes`, comma-separated codes
//                                     with levels separated by colons
//
// With --word-vectors FILE before them, the embedder is local/semantic, otherwise local/lexical.

#include "verbatim/hierarchy/clustering.hpp"

#include "embedding/text_vectorizer.hpp"
#include "exec/on_pool.hpp"

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/testing/event_loop.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

using namespace verbatim;
using hierarchy::chunk;

namespace {

struct corpus
{
    std::vector<std::string>              texts;
    std::vector<std::string>              dates;
    std::vector<std::vector<std::string>> labels; ///< by record and level
};

/// A call with a thread pool and no other services.
class computing_call final : public sdk::call
{
public:
    explicit computing_call(boost::asio::thread_pool& pool)
        : pool_{pool}
    {}

    std::string_view                      tenant_id() const noexcept override { return "bench"; }
    std::string_view                      key_id() const noexcept override { return "bench"; }
    std::string_view                      request_id() const noexcept override { return "bench"; }
    std::chrono::steady_clock::time_point deadline() const noexcept override { return {}; }
    sdk::llm&                             model() noexcept override { std::abort(); }
    sdk::llm&                             judge() noexcept override { std::abort(); }
    sdk::anonymizer&                      anonymizer() noexcept override { std::abort(); }
    sdk::log&                             log() noexcept override { std::abort(); }
    sdk::embedder*                        embedder() override { return nullptr; }
    sdk::usage_reader&                    usage_reader() override { throw std::logic_error{"no usage"}; }
    sdk::task<> run_on_pool(const std::function<void()>& work) override { return core::exec::run_on_pool(pool_, work); }

private:
    boost::asio::thread_pool& pool_;
};

/// Records of about 300 characters: common words and words of a single theme. There are about as many themes as chunks.
corpus generated(std::size_t count)
{
    std::mt19937 random{1};
    const auto   word = [&] {
        static constexpr std::array syllables{"ka", "to",  "ri", "men",  "sol", "va",
                                              "ne", "dru", "pi", "shan", "lo",  "be"};
        std::string                 text;
        for (auto n = 2 + random() % 3; n != 0; --n) text += syllables[random() % syllables.size()];
        return text;
    };
    std::vector<std::string> common(2'000);
    for (auto& entry : common) entry = word();
    std::vector<std::vector<std::string>> themes(std::max<std::size_t>(count / 26, 1), std::vector<std::string>(12));
    for (auto& theme : themes)
        for (auto& entry : theme) entry = word();

    corpus result;
    for (std::size_t n = 0; n != count; ++n)
    {
        const auto  theme = random() % themes.size();
        std::string text;
        while (text.size() < 292)
        {
            const auto frequent = std::min(random() % common.size(), random() % common.size());
            text += random() % 3 == 0 ? themes[theme][random() % 12] : common[frequent];
            text += ' ';
        }
        result.texts.push_back(std::move(text));
        result.dates.push_back("2026-" + std::to_string(10 + random() % 3) + "-" + std::to_string(10 + random() % 18));
        result.labels.push_back({std::to_string(theme)});
    }
    return result;
}

/// The levels of the first code.
std::vector<std::string> levels(const std::string& codes)
{
    const auto               first = codes.substr(0, codes.find(','));
    std::vector<std::string> names;
    for (std::size_t colon = first.find(':');; colon = first.find(':', colon + 1))
    {
        names.push_back(first.substr(0, colon));
        if (colon == first.npos) return names;
    }
}

corpus read(const char* file)
{
    auto   root    = YAML::LoadFile(file);
    auto   records = root.IsMap() ? root.begin()->second : root;
    corpus result;
    for (const auto& record : records)
    {
        result.texts.push_back(record["content"].as<std::string>());
        result.dates.push_back(record["metadata"]["created"].as<std::string>(""));
        result.labels.push_back(levels(record["metadata"]["codes"].as<std::string>("")));
    }
    return result;
}

rusage resource_usage()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage;
}

double cpu_seconds()
{
    const auto usage   = resource_usage();
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Measures elapsed time and CPU time of all cores. CPU time is comparable on a busy machine, too.
class stop_watch
{
public:
    void stop()
    {
        wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
        cpu  = cpu_seconds() - cpu_;
    }

    double wall = 0;
    double cpu  = 0;

private:
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    double                                cpu_   = cpu_seconds();
};

/// Share of records whose label is the most frequent label of their chunk.
double purity(const std::vector<chunk>& chunks, const corpus& source, std::size_t depth)
{
    std::size_t right = 0;
    for (const auto& records : chunks)
    {
        std::map<std::string, std::size_t> counts;
        for (const auto at : records) ++counts[source.labels[at][std::min(depth, source.labels[at].size() - 1)]];
        right += std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; })->second;
    }
    return static_cast<double>(right) / static_cast<double>(source.texts.size());
}

/// Random chunks of the same sizes.
std::vector<chunk> shuffled(const std::vector<chunk>& chunks, std::size_t count)
{
    std::vector<std::size_t> order(count);
    for (std::size_t n = 0; n != count; ++n) order[n] = n;
    std::shuffle(order.begin(), order.end(), std::mt19937{2});
    std::vector<chunk> random_chunks;
    auto               next = order.begin();
    for (const auto& records : chunks)
    {
        const auto end = next + static_cast<std::ptrdiff_t>(records.size());
        random_chunks.emplace_back(next, end);
        next = end;
    }
    return random_chunks;
}

sdk::task<sdk::vectors> embed_corpus(sdk::call& call, const corpus& source, const core::embedding::word_vectors* table)
{
    core::embedding::text_vectorizer engine{{source.texts.begin(), source.texts.end()}, table};
    const auto                       at_once = std::max(1u, std::thread::hardware_concurrency());

    const std::function<sdk::task<>(std::size_t)> count = [&](std::size_t n) -> sdk::task<> {
        const std::function<void()> work = [&engine, n] { engine.count(n); };
        co_await call.compute(work);
    };
    co_await sdk::for_each_bounded(engine.slices(), at_once, count);
    const std::function<sdk::task<>(std::size_t)> weigh = [&](std::size_t n) -> sdk::task<> {
        const std::function<void()> work = [&engine, n] { engine.weigh(n); };
        co_await call.compute(work);
    };
    co_await sdk::for_each_bounded(engine.slices(), at_once, weigh);
    co_return std::move(engine).take();
}

sdk::task<int> measure(sdk::call& call, const corpus& source, const core::embedding::word_vectors* table)
{
    std::vector<std::size_t> characters;
    std::size_t              total_characters = 0;
    for (const auto& text : source.texts)
        total_characters += characters.emplace_back(sdk::utf8::count_code_points(text));
    const std::vector<std::string_view> dates{source.dates.begin(), source.dates.end()};
    const hierarchy::group_limits       limits{.budget = {2'000, {}}};

    stop_watch embed;
    const auto vectors = co_await embed_corpus(call, source, table);
    embed.stop();

    stop_watch cluster;
    const auto groups = co_await hierarchy::cluster(call, vectors, characters, limits);
    cluster.stop();

    stop_watch cut;
    const auto parts = hierarchy::chunks_of(groups, characters, dates, limits.budget);
    cut.stop();

    std::printf("%zu records: seconds elapsed (CPU) embed %.2f (%.2f), cluster %.2f (%.2f), chunk %.2f (%.2f); "
                "peak %.0f MiB; "
                "%zu chunks of %zu groups, minimum %zu\n",
                source.texts.size(), embed.wall, embed.cpu, cluster.wall, cluster.cpu, cut.wall, cut.cpu,
                static_cast<double>(resource_usage().ru_maxrss) / 1024, parts.size(), groups.size(),
                limits.budget.theme_count(total_characters));
    const auto random_chunks = shuffled(parts, source.texts.size());
    for (std::size_t depth = 0; depth != source.labels.front().size() && depth != 3; ++depth)
        std::printf("  purity at level %zu: %.3f, of random chunks %.3f\n", depth + 1, purity(parts, source, depth),
                    purity(random_chunks, source, depth));
    std::fflush(stdout);
    co_return 0;
}

} // namespace

int main(int count, char** arguments)
{
    boost::asio::thread_pool                             pool{std::max(1u, std::thread::hardware_concurrency())};
    std::vector<std::string>                             inputs{arguments + 1, arguments + count};
    std::unique_ptr<const core::embedding::word_vectors> table;
    if (inputs.size() > 1 && inputs[0] == "--word-vectors")
    {
        table = std::make_unique<const core::embedding::word_vectors>(inputs[1]);
        inputs.erase(inputs.begin(), inputs.begin() + 2);
    }
    if (inputs.empty()) inputs = {"1000", "10000", "100000"};
    for (const auto& input : inputs)
    {
        const bool          number = input.find_first_not_of("0123456789") == input.npos;
        const corpus        source = number ? generated(std::stoul(input)) : read(input.c_str());
        computing_call      call{pool};
        testing::event_loop runs;
        runs.run(measure(call, source, table.get()));
    }
    pool.join();
}

// Times the way from contents to chunks, and measures how pure the chunks are.
//
//     bench_chunks                    generated corpora of 1,000, 10,000 and 100,000 records
//     bench_chunks COUNT …            generated corpora of these sizes
//     bench_chunks CORPUS.yaml        a corpus whose records have `content` and `metadata.codes`: a:b:c,
//     comma-separated

#include "chunking.hpp"
#include "clustering.hpp"

#include "embedding/lexical.hpp"
#include "exec/on_pool.hpp"

#include "verbatim/feedback/unicode.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/testing/loop.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

using namespace verbatim;
using analyze_bulk::chunk;

namespace {

struct corpus
{
    std::vector<std::string>              texts;
    std::vector<std::string>              dates;
    std::vector<std::vector<std::string>> labels; ///< of each record, by depth
};

/// A call that computes on a pool and does nothing else.
class computing_call final : public sdk::call
{
public:
    explicit computing_call(boost::asio::thread_pool& pool)
        : pool_{pool}
    {}

    std::string_view                      tenant_id() const noexcept override { return "bench"; }
    std::string_view                      request_id() const noexcept override { return "bench"; }
    std::chrono::steady_clock::time_point deadline() const noexcept override { return {}; }
    sdk::llm&                             model() noexcept override { std::abort(); }
    sdk::llm&                             judge() noexcept override { std::abort(); }
    sdk::anonymizer&                      privacy() noexcept override { std::abort(); }
    sdk::log&                             log_line() noexcept override { std::abort(); }
    sdk::embedder*                        embeddings() override { return nullptr; }
    sdk::usage_reader&                    usage() override { throw std::logic_error{"no usage"}; }
    sdk::task<> compute(const std::function<void()>& work) override { return core::exec::run_on_pool(pool_, work); }

protected:
    void* asked_as(const sdk::table&) override { return nullptr; }

private:
    boost::asio::thread_pool& pool_;
};

/// About 300 characters a record: common words with words of one theme among them. There are as many themes as chunks.
corpus generated(std::size_t count)
{
    std::mt19937 chance{1};
    const auto   word = [&] {
        static constexpr std::array syllables{"ka", "to",  "ri", "men",  "sol", "va",
                                              "ne", "dru", "pi", "shan", "lo",  "be"};
        std::string                 made;
        for (auto n = 2 + chance() % 3; n != 0; --n) made += syllables[chance() % syllables.size()];
        return made;
    };
    std::vector<std::string> common(2'000);
    for (auto& one : common) one = word();
    std::vector<std::vector<std::string>> themes(std::max<std::size_t>(count / 26, 1), std::vector<std::string>(12));
    for (auto& theme : themes)
        for (auto& one : theme) one = word();

    corpus made;
    for (std::size_t n = 0; n != count; ++n)
    {
        const auto  theme = chance() % themes.size();
        std::string text;
        while (text.size() < 292)
        {
            const auto often = std::min(chance() % common.size(), chance() % common.size());
            text += chance() % 3 == 0 ? themes[theme][chance() % 12] : common[often];
            text += ' ';
        }
        made.texts.push_back(std::move(text));
        made.dates.push_back("2026-" + std::to_string(10 + chance() % 3) + "-" + std::to_string(10 + chance() % 18));
        made.labels.push_back({std::to_string(theme)});
    }
    return made;
}

/// The first code, from its first level to its last.
std::vector<std::string> levels(const std::string& codes)
{
    const auto               first = codes.substr(0, codes.find(','));
    std::vector<std::string> found;
    for (std::size_t colon = first.find(':');; colon = first.find(':', colon + 1))
    {
        found.push_back(first.substr(0, colon));
        if (colon == first.npos) return found;
    }
}

corpus read(const char* file)
{
    auto   root    = YAML::LoadFile(file);
    auto   records = root.IsMap() ? root.begin()->second : root;
    corpus made;
    for (const auto& record : records)
    {
        made.texts.push_back(record["content"].as<std::string>());
        made.dates.push_back(record["metadata"]["created"].as<std::string>(""));
        made.labels.push_back(levels(record["metadata"]["codes"].as<std::string>("")));
    }
    return made;
}

rusage used()
{
    rusage all{};
    getrusage(RUSAGE_SELF, &all);
    return all;
}

double cpu_seconds()
{
    const auto all     = used();
    const auto seconds = [](const timeval& of) {
        return static_cast<double>(of.tv_sec) + static_cast<double>(of.tv_usec) * 1e-6;
    };
    return seconds(all.ru_utime) + seconds(all.ru_stime);
}

/// How long a step takes by the clock, and on all processors together: the second holds on a busy machine too.
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

/// Share of the records whose label is the most frequent one of their chunk.
double purity(const std::vector<chunk>& chunks, const corpus& of, std::size_t depth)
{
    std::size_t right = 0;
    for (const auto& one : chunks)
    {
        std::map<std::string, std::size_t> held;
        for (const auto at : one) ++held[of.labels[at][std::min(depth, of.labels[at].size() - 1)]];
        right += std::ranges::max_element(held, {}, [](const auto& each) { return each.second; })->second;
    }
    return static_cast<double>(right) / static_cast<double>(of.texts.size());
}

/// The same sizes, dealt at random.
std::vector<chunk> shuffled(const std::vector<chunk>& chunks, std::size_t count)
{
    std::vector<std::size_t> order(count);
    for (std::size_t n = 0; n != count; ++n) order[n] = n;
    std::shuffle(order.begin(), order.end(), std::mt19937{2});
    std::vector<chunk> dealt;
    auto               next = order.begin();
    for (const auto& one : chunks)
    {
        const auto end = next + static_cast<std::ptrdiff_t>(one.size());
        dealt.emplace_back(next, end);
        next = end;
    }
    return dealt;
}

sdk::task<sdk::vectors> embedded(sdk::call& call, const corpus& of)
{
    core::embedding::lexical engine{{of.texts.begin(), of.texts.end()}};
    const auto               at_once = std::max(1u, std::thread::hardware_concurrency());

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

sdk::task<int> measure(sdk::call& call, const corpus& of)
{
    std::vector<std::size_t> characters;
    std::size_t              all = 0;
    for (const auto& text : of.texts) all += characters.emplace_back(feedback::code_points(text));
    const std::vector<std::string_view> dates{of.dates.begin(), of.dates.end()};
    const analyze_bulk::group_limits    within{.budget = {2'000, {}}};

    stop_watch embed;
    const auto near = co_await embedded(call, of);
    embed.stop();

    stop_watch cluster;
    const auto groups = co_await analyze_bulk::cluster(call, near, characters, within);
    cluster.stop();

    stop_watch cut;
    const auto parts = analyze_bulk::chunks_of(groups, characters, dates, within.budget);
    cut.stop();

    std::printf("%zu records: seconds (of all processors) embed %.2f (%.2f), cluster %.2f (%.2f), chunk %.2f (%.2f); "
                "peak %.0f MiB; "
                "%zu chunks of %zu groups, at least %zu needed\n",
                of.texts.size(), embed.wall, embed.cpu, cluster.wall, cluster.cpu, cut.wall, cut.cpu,
                static_cast<double>(used().ru_maxrss) / 1024, parts.size(), groups.size(), within.budget.themes(all));
    const auto dealt = shuffled(parts, of.texts.size());
    for (std::size_t depth = 0; depth != of.labels.front().size() && depth != 3; ++depth)
        std::printf("  purity by level %zu: %.3f, of random chunks of equal size %.3f\n", depth + 1,
                    purity(parts, of, depth), purity(dealt, of, depth));
    std::fflush(stdout);
    co_return 0;
}

} // namespace

int main(int count, char** arguments)
{
    boost::asio::thread_pool pool{std::max(1u, std::thread::hardware_concurrency())};
    std::vector<std::string> asked{arguments + 1, arguments + count};
    if (asked.empty()) asked = {"1000", "10000", "100000"};
    for (const auto& one : asked)
    {
        const bool     number = one.find_first_not_of("0123456789") == one.npos;
        const corpus   of     = number ? generated(std::stoul(one)) : read(one.c_str());
        computing_call call{pool};
        testing::loop  runs;
        runs.run(measure(call, of));
    }
    pool.join();
}

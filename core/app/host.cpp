#include "app/host.hpp"

#include "admin/listener.hpp"
#include "app/measurements.hpp"
#include "app/open_store.hpp"
#include "app/places.hpp"
#include "auth/add_key.hpp"
#include "auth/key_watch.hpp"
#include "auth/keyring.hpp"
#include "auth/startup_keys.hpp"
#include "embedding/engine.hpp"
#include "exec/on_pool.hpp"
#include "exec/threads.hpp"
#include "extractive/extractive.hpp"
#include "gateway/gateway.hpp"
#include "gateway/health.hpp"
#include "http/server.hpp"
#include "llm/make_door.hpp"
#include "pages/pages.hpp"
#include "privacy/anonymizer.hpp"
#include "usage/durable_recorder.hpp"
#include "usage/report_reader.hpp"

#include <boost/asio/thread_pool.hpp>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>

namespace verbatim::core::app {

namespace {

constexpr std::chrono::seconds longest_wait_for_keys{1};

llm::computing on(boost::asio::thread_pool& pool)
{
    return [&pool](const std::function<void()>& work) { return exec::run_on_pool(pool, work); };
}

llm::door_parts door_parts(const std::shared_ptr<llm::price_list>& prices, boost::asio::thread_pool& pool)
{
    llm::door_parts parts;
    parts.prices    = prices;
    parts.built_in  = &extractive::answer;
    parts.elsewhere = on(pool);
    return parts;
}

gateway::routes routes_of(const registry::operation_table& operations, auth::add_key& key_maker, std::string document)
{
    gateway::routes all;
    for (const auto& one : operations.all()) all.add(one.about, *one.operation);
    all.add(key_maker.describe(), key_maker);
    all.add(gateway::health_page(VERBATIM_VERSION));
    for (auto& page : pages::pages(std::move(document), beside_this_program().pages)) all.add(std::move(page));
    return all;
}

std::string_view kind_of_database(const database::settings& chosen)
{
    return database::locate(chosen).speaks() == database::dialect::sqlite ? "sqlite" : "postgresql";
}

/// By their names in force: a setting that was left out is empty among those that were given.
void tell_models(const llm::door& all, std::string_view embedder, log::journal& lines)
{
    const auto now = all.figures();
    for (const auto& one : now.connections)
        if (one.name != "embedding")
            lines.write(sdk::severity::info, "model ready",
                        {{"connection", std::string_view{one.name}}, {"model", std::string_view{one.model}}});
    if (embedder.empty()) lines.write(sdk::severity::info, "embedder absent");
    else lines.write(sdk::severity::info, "embedder ready", {{"model", embedder}});
}

} // namespace

/// Lifetimes, from longest to shortest. The door outlives every io_context, since attempts end on them; the pool is
/// joined and the recorder stopped while the threads are still there to be woken.
struct host::parts
{
    parts(const configuration& chosen, const registry::operation_table& operations, std::string document,
          log::journal& lines)
        : network{chosen.network}
        , patience{chosen.life.drain}
        , prices{std::make_shared<llm::price_list>(llm::prices_from_file(chosen.models.model_prices_path, lines))}
        , keys{auth::make_keyring(chosen.keys, lines)}
        , privacy{privacy::make_anonymizer(chosen.privacy, on(pool))}
        , door{llm::make_door(chosen.models, door_parts(prices, pool))}
        , vectors{embedding::make_engine(chosen.vectors, chosen.models, *door, on(pool))}
        , threads{}
        , rows{open_recorder(chosen.store, lines)}
        , stored_keys{database::locate(chosen.store), *keys, lines}
        , key_maker{stored_keys}
        , reports{database::locate(chosen.store), lines, usage::report_reader::usual, chosen.reports}
        , lent{.models  = *door,
               .privacy = *privacy,
               .usage   = *rows,
               .pool    = pool,
               .reports = &reports,
               .vectors = vectors.get()}
        , known{routes_of(operations, key_maker, std::move(document))}
        , entrance{{.max_body_bytes = chosen.network.max_body_bytes}, known, *keys, lent, lines}
        , server{chosen.network, threads, entrance}
    {
        add_measurements(figures, {server, entrance, *door, *rows, *keys, lines});
        if (chosen.operators.port == 0) return;
        operators = std::make_unique<admin::listener>(
            chosen.operators,
            admin::entrance::sources{[this] { return figures.page(); }, [this] { return is_alive(); }});
    }

    /// The public server's threads come round several times a second; ten seconds are no load, they are a fault.
    bool is_alive() const
    {
        constexpr std::chrono::seconds standstill{10};
        return !accepting || server.longest_silence() < standstill;
    }

    void say(admin::readiness now) noexcept
    {
        if (operators) operators->say(now);
    }

    const http::settings                     network;
    const std::chrono::duration<double>      patience;
    boost::asio::thread_pool                 pool{std::max(2u, std::thread::hardware_concurrency())};
    std::shared_ptr<llm::price_list>         prices;
    std::unique_ptr<auth::keyring>           keys;
    std::unique_ptr<sdk::anonymizer>         privacy;
    std::unique_ptr<llm::door>               door;
    std::unique_ptr<embedding::engine>       vectors; ///< none when EMBEDDING_MODEL is none
    exec::threads                            threads;
    std::unique_ptr<usage::durable_recorder> rows;
    auth::key_watch                          stored_keys;
    auth::add_key                            key_maker;
    usage::report_reader                     reports;
    gateway::services                        lent;
    gateway::routes                          known;
    gateway::gateway                         entrance;
    http::server                             server;
    std::atomic<bool>                        accepting = false;
    metrics::catalogue                       figures;
    std::unique_ptr<admin::listener>         operators; ///< none when NETWORK_ADMIN_PORT is 0
};

host::host(const configuration& chosen, const registry::operation_table& operations, std::string document,
           log::journal& lines)
    : parts_{std::make_unique<parts>(chosen, operations, std::move(document), lines)}
{
    tell_models(*parts_->door, parts_->vectors ? embedding::engine_of(chosen.vectors) : std::string{}, lines);
    lines.write(sdk::severity::info, "prices loaded", {{"models", parts_->prices->size()}});
    // One that is away tells so itself.
    if (parts_->rows->counted().database_up)
        lines.write(sdk::severity::info, "database ready", {{"kind", kind_of_database(chosen.store)}});
}

host::~host() = default;

void host::start()
{
    if (parts_->operators) parts_->operators->start();
    // A stored key works from the first request on, unless the database is slow or away.
    parts_->stored_keys.wait_for_attempts(1, longest_wait_for_keys);
    parts_->threads.start();
    parts_->server.start();
    parts_->accepting = true;
    parts_->say(admin::readiness::ready);
}

std::string host::address() const
{
    const auto& network = parts_->network;
    const auto  scheme  = network.tls_certificate.empty() ? "http://" : "https://";
    const bool  is_v6   = network.host.find(':') != std::string::npos;
    return scheme + (is_v6 ? "[" + network.host + "]" : network.host) + ":" + std::to_string(parts_->server.port());
}

void host::replace_keys(std::vector<auth::known_key> keys) { parts_->keys->replace_startup(std::move(keys)); }

void host::replace_prices(llm::price_table prices) { parts_->prices->replace(std::move(prices)); }

void host::reload_tls() { parts_->server.reload_tls(); }

std::string host::operators_address() const { return parts_->operators ? parts_->operators->address() : ""; }

void host::drain()
{
    parts_->say(admin::readiness::draining);
    const auto patience = std::chrono::duration_cast<std::chrono::steady_clock::duration>(parts_->patience);
    parts_->server.drain(std::chrono::steady_clock::now() + patience);
    // From here on nobody waits for the database: what it has not taken is in the outbox.
    parts_->stored_keys.stop();
    parts_->reports.stop();
    parts_->pool.join();
    parts_->rows->stop();
    parts_->threads.stop();
}

} // namespace verbatim::core::app

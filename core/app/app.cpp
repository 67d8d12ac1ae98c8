#include "app/app.hpp"

#include "app/check.hpp"
#include "app/configuration.hpp"
#include "app/host.hpp"
#include "app/open_store.hpp"
#include "app/reload.hpp"
#include "app/signals.hpp"
#include "app/supervisor.hpp"
#include "auth/add_key.hpp"
#include "log/journal.hpp"
#include "openapi/document.hpp"
#include "registry/loader.hpp"
#include "settings/reader.hpp"
#include "settings/source.hpp"

#include <algorithm>
#include <iostream>
#include <optional>
#include <sys/resource.h>

namespace verbatim::core::app {

namespace {

using task = settings::command_line::task;

/// What is known before anything is opened: the settings, and the operations of the plugins they name.
class preparation
{
public:
    explicit preparation(const settings::command_line& asked)
        : source_{std::in_place, &settings::source::of_process,
                  asked.config ? settings::read_file(*asked.config) : settings::named_texts{}}
        , reader_{std::in_place, *source_}
        , chosen_{read_configuration(*reader_, problems_)}
        // What is printed for a program to read is not mixed with log lines.
        , lines_{asked.what == task::serve
                     ? std::make_unique<log::journal>(chosen_.lines.chosen(), chosen_.lines.from)
                     : std::make_unique<log::journal>(chosen_.lines.chosen(2), sdk::severity::warning, 2)}
        , loader_{operations_, [this](const sdk::table& wanted, void* into) { return reader_->read(wanted, into); },
                  *lines_}
    {
        for (const auto* path : host_paths) operations_.reserve(path);
        loader_.load(chosen_.plugins);
        append(loader_.problems());
        append(reader_->unknown([this](std::string_view name) { return loader_.is_setting_of_closed(name); }));
    }

    const configuration&             chosen() const noexcept { return chosen_; }
    const registry::operation_table& operations() const noexcept { return operations_; }
    const registry::loader&          plugins() const noexcept { return loader_; }
    const settings::reader&          reader() const noexcept { return *reader_; }
    log::journal&                    lines() noexcept { return *lines_; }

    /// One sentence each, all of them.
    const std::vector<std::string>& problems() const noexcept { return problems_; }

    std::string document() const
    {
        std::vector<sdk::descriptor> described;
        for (const auto& one : operations_.all()) described.push_back(one.about);
        described.push_back(auth::describe_add_key());
        return openapi::document(described, VERBATIM_VERSION);
    }

    /// Drops the texts of the settings: the keys among them are hashed by now, and are not kept.
    void forget()
    {
        chosen_.keys = {};
        reader_.reset();
        source_.reset();
    }

private:
    static constexpr const char* host_paths[]{"/v1/health", "/v1/auth/keys", "/docs", "/openapi.json", "/dashboard"};

    /// A setting that several read is told once.
    void append(const std::vector<std::string>& more)
    {
        for (const auto& one : more)
            if (std::ranges::find(problems_, one) == problems_.end()) problems_.push_back(one);
    }

    std::vector<std::string>        problems_;
    std::optional<settings::source> source_;
    std::optional<settings::reader> reader_;
    configuration                   chosen_;
    std::unique_ptr<log::journal>   lines_;
    registry::operation_table       operations_;
    registry::loader                loader_;
};

int refuse(const std::vector<std::string>& problems)
{
    for (const auto& one : problems) std::cerr << "verbatimd: " << one << "\n";
    return 1;
}

void list_plugins(const registry::loader& plugins)
{
    for (const auto& one : plugins.plugins())
    {
        std::cout << one.name << "  " << one.file.string() << "\n";
        for (const auto* served : one.operations)
            std::cout << "  " << served->about.verb << " " << served->about.path << "\n";
    }
    for (const auto& name : plugins.left_closed()) std::cout << name << "  (not enabled)\n";
}

/// Each connection is a descriptor, and each provider connection another: the soft limit of a shell would refuse most
/// of them.
void raise_descriptor_limit()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/// One line for each component: what it was given, so that a log tells how its server was set.
void log_settings(const settings::reader& from, log::journal& lines)
{
    for (const auto& group : from.groups())
    {
        std::vector<sdk::fact> facts{{"component", group.name}};
        for (const auto& one : group.fields) facts.emplace_back(one.name, one.text);
        lines.write(sdk::severity::info, "settings in force", facts, {});
    }
}

int serve(preparation& ready, signals& asked, const settings::command_line& from)
{
    raise_descriptor_limit();
    auto& lines = ready.lines();
    log_settings(ready.reader(), lines);
    const auto& models = ready.chosen().models;
    for (const auto& sentence : llm::warnings(models)) lines.write(sdk::severity::warning, sentence);
    for (const auto& sentence : embedding::warnings(ready.chosen().vectors, models))
        lines.write(sdk::severity::warning, sentence);

    host       server{ready.chosen(), ready.operations(), ready.document(), lines};
    const auto is_known = [names = ready.reader().names(), &plugins = ready.plugins()](std::string_view name) {
        return names.contains(name) || plugins.is_setting_of_closed(name);
    };
    ready.forget();
    server.start();
    lines.write(sdk::severity::info, "listening on " + server.address(),
                {{"version", VERBATIM_VERSION}, {"operations", ready.operations().all().size()}});
    if (const auto watched = server.operators_address(); !watched.empty())
        lines.write(sdk::severity::info, "operators' listener", {{"address", watched}});
    tell_supervisor(supervisor::ready);

    while (asked.wait() == request::reload) reload(from, is_known, server, lines);
    tell_supervisor(supervisor::stopping);
    lines.write(sdk::severity::info, "draining");
    server.drain();
    lines.write(sdk::severity::info, "stopped");
    return 0;
}

/// The setting that a sentence begins with.
std::string_view setting_of(std::string_view sentence) { return sentence.substr(0, sentence.find_first_of(": ")); }

int report(const preparation& ready, const std::vector<std::string>& in_use)
{
    auto       all   = ready.problems();
    const auto known = all; // a setting that could not be read is not told a second time for what its default then does
    for (const auto& more : in_use)
        if (std::none_of(known.begin(), known.end(),
                         [&](const auto& one) { return setting_of(one) == setting_of(more); }))
            all.push_back(more);
    if (!all.empty()) return refuse(all);
    std::cout << "the settings are good\n";
    return 0;
}

int run_prepared(preparation& ready, const settings::command_line& asked, signals& signalled)
{
    const auto what = asked.what;
    if (what == task::check) return report(ready, check(ready.chosen(), ready.lines()));
    if (!ready.problems().empty()) return refuse(ready.problems());
    switch (what)
    {
    case task::serve: return serve(ready, signalled, asked);
    case task::check: break; // above
    case task::print_config: std::cout << ready.reader().in_force(); break;
    case task::print_openapi: std::cout << ready.document(); break;
    case task::list_plugins: list_plugins(ready.plugins()); break;
    case task::migrate: open_store(ready.chosen().store); break;
    case task::version:
    case task::help: break; // by run()
    }
    return 0;
}

} // namespace

int run(const settings::command_line& asked)
{
    if (asked.what == task::version || asked.what == task::help)
    {
        std::cout << (asked.what == task::help ? settings::usage() : "verbatimd " VERBATIM_VERSION "\n");
        return 0;
    }
    try
    {
        signals     signalled; // before any thread
        preparation ready{asked};
        return run_prepared(ready, asked, signalled);
    }
    catch (const std::exception& problem)
    {
        return refuse({problem.what()});
    }
}

} // namespace verbatim::core::app

#include "app/app.hpp"

#include "app/checks.hpp"
#include "app/configuration.hpp"
#include "app/crash_handler.hpp"
#include "app/erase_tenant.hpp"
#include "app/host.hpp"
#include "app/memory_release.hpp"
#include "app/open_store.hpp"
#include "app/reload.hpp"
#include "app/signals.hpp"
#include "app/state_lock.hpp"
#include "app/supervisor.hpp"
#include "app/token_sources.hpp"
#include "app/watchdog.hpp"
#include "billing/bill_operation.hpp"
#include "exec/threads.hpp"
#include "jobs/job_routes.hpp"
#include "key_management/add_key.hpp"
#include "key_management/key_routes.hpp"
#include "limit_routes/limit_routes.hpp"
#include "log/logger.hpp"
#include "openapi/document.hpp"
#include "recording/row_import.hpp"
#include "registry/loader.hpp"
#include "settings/config_file.hpp"
#include "settings/reader.hpp"
#include "settings/similar_name.hpp"
#include "settings/source.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace verbatim::core::app {

namespace {

using task_type = settings::command_line::task_type;

/// Tasks other than serve print their result to stdout, so they log to stderr.
int log_descriptor_of(task_type task) { return task == task_type::serve ? STDOUT_FILENO : STDERR_FILENO; }

int print_problems(const settings::setting_problems& problems)
{
    for (const auto& problem : problems) std::cerr << "verbatimd: " << to_string(problem) << "\n";
    return 1;
}

/// The settings and plugins, before the database or a port is opened.
class startup_state
{
public:
    explicit startup_state(const settings::command_line& command)
        : source_{std::in_place, &settings::source::process_environment,
                  command.config ? settings::read_config_files(*command.config) : settings::setting_values{}}
        , reader_{std::in_place, *source_}
        , config_{read_configuration(*reader_, problems_)}
        , logger_{command.task == task_type::serve
                      ? std::make_unique<log::logger>(config_.log.format_for(), config_.log.level)
                      : std::make_unique<log::logger>(config_.log.format_for(STDERR_FILENO), sdk::severity::warning,
                                                      STDERR_FILENO)}
        , loader_{operations_,
                  [this](const sdk::object_schema& table, void* target) { return reader_->read(table, target); },
                  *logger_, [this](std::string_view name) { begin_load(name); }}
    {
        for (const auto* path : host_paths) operations_.reserve(path);
        operations_.reserve_name("health");
        for (const auto& routes : {server_routes(), jobs::describe_routes({})})
            for (const auto& route : routes) loader_.reserve(route);
        const int log_descriptor = log_descriptor_of(command.task);
        install_crash_handler(config_.log.format_for(log_descriptor), log_descriptor);
        auto plugins = config_.plugins;
        if (command.task == task_type::check) plugins.on_error = registry::load_error_action::stop; // all are reported
        loader_.load(plugins);
        set_loading_plugin({});
        load_limit_.reset();
        report_plugin_libraries();
        add_problems(loader_.problems());
        // Operations of a plugin that cannot be loaded have no names.
        if (loader_.problems().empty()) add_problems(operations_.apply(config_.plugins));
        add_problems(
            reader_->unknown_keys([this](std::string_view name) { return loader_.is_setting_of_disabled(name); }));
        values_              = settings::digest_values(reader_->sections(), *source_);
        reread_secrets_      = secrets_to_read_again();
        environment_secrets_ = settings::erase_environment_variables(reader_->secret_names());
    }

    configuration&                   config() noexcept { return config_; }
    const configuration&             config() const noexcept { return config_; }
    const registry::operation_table& operations() const noexcept { return operations_; }
    const registry::loader&          plugins() const noexcept { return loader_; }
    const settings::reader&          reader() const noexcept { return *reader_; }
    log::logger&                     logger() const noexcept { return *logger_; }

    const settings::setting_problems& problems() const noexcept { return problems_; }

    /// Variables of the environment that resemble a setting.
    settings::setting_problems misspelled_variables() const
    {
        const auto names = settings::environment_names();
        return settings::misspelled_variables(
            names, reader_->names(), [this](std::string_view name) { return loader_.is_setting_of_disabled(name); });
    }

    /// Settings of earlier versions in the files or in the environment.
    settings::setting_problems removed_settings() const
    {
        auto names = source_->file_keys();
        for (auto& name : settings::environment_names()) names.push_back(std::move(name));
        std::ranges::sort(names);
        names.erase(std::ranges::unique(names).begin(), names.end());
        return settings::removed_settings(names);
    }

    /// For reload(). Refers to this object.
    startup_settings settings_of_start(const settings::command_line& command) const
    {
        const auto& judge     = config_.llm.judge_fallbacks;
        auto        databases = database_connections(config_.database);
        for (auto& connection : databases)
        {
            connection.password       = {};
            connection.without_pooler = nullptr;
        }
        return {.command               = command,
                .names                 = reader_->names(),
                .is_of_disabled_plugin = [this](std::string_view name) { return loader_.is_setting_of_disabled(name); },
                .sections              = reader_->sections(),
                .values                = values_,
                .environment_secrets   = environment_secrets_,
                .reread_secrets        = reread_secrets_,
                .fallbacks             = llm::without_keys(config_.llm.fallbacks),
                .judge_fallbacks       = judge ? std::optional{llm::without_keys(*judge)} : std::nullopt,
                .databases             = std::move(databases)};
    }

    std::string openapi_document() const
    {
        auto       descriptors = operations_.descriptors();
        const auto jobs        = jobs::describe_routes(descriptors);
        for (auto& route : server_routes()) descriptors.push_back(std::move(route));
        return openapi::document(descriptors, jobs, VERBATIM_VERSION, operations_.names_of_earlier_sdks());
    }

    bool has_settings() const noexcept { return reader_.has_value(); }

    /// Destroys the values of the settings, so that no API key stays in memory; the keyring holds digests.
    void release_settings()
    {
        config_.auth = {};
        reader_.reset();
        source_.reset();
    }

private:
    static constexpr const char* host_paths[]{"/v1/health", "/v1/auth/keys", "/v1/jobs",   "/v1/limits", "/v1/bills",
                                              "/docs",      "/openapi.json", "/dashboard", "/analyze"};

    static std::vector<sdk::descriptor> server_routes()
    {
        std::vector<sdk::descriptor> routes{key_management::describe_add_key()};
        for (auto& route : key_management::describe_routes()) routes.push_back(std::move(route));
        for (auto& route : limit_routes::describe_routes()) routes.push_back(std::move(route));
        routes.push_back(billing::describe_bills());
        return routes;
    }

    /// A load function that does not end would keep a start, and --check, waiting without a reason.
    void begin_load(std::string_view name)
    {
        set_loading_plugin(name);
        constexpr std::chrono::seconds most{30};
        load_limit_.emplace(most, [plugin = std::string{name}] {
            print_problems({{"PLUGINS_DIR", plugin + " has not loaded within 30 s", "update or disable the plugin"}});
            std::cerr.flush();
            std::_Exit(1);
        });
    }

    std::map<std::string, sdk::secret, std::less<>> secrets_to_read_again() const
    {
        std::map<std::string, sdk::secret, std::less<>> secrets;
        for (const auto& name : reader_->secret_names())
            if (auto text = settings::source::process_environment(name); text && is_reread_secret(name))
                secrets.emplace(name, sdk::secret{std::move(*text)});
        return secrets;
    }

    void report_plugin_libraries() const
    {
        std::vector<reported_library> libraries;
        for (const auto& plugin : loader_.plugins()) libraries.push_back({plugin.name, plugin.address});
        report_libraries(libraries);
    }

    /// Skips duplicates, because several plugins may read the same setting.
    void add_problems(const settings::setting_problems& additional)
    {
        for (const auto& problem : additional)
            if (std::ranges::find(problems_, problem) == problems_.end()) problems_.push_back(problem);
    }

    settings::setting_problems         problems_;
    std::optional<settings::source>    source_;
    std::optional<settings::reader>    reader_;
    configuration                      config_;
    std::unique_ptr<log::logger>       logger_;
    registry::operation_table          operations_;
    std::optional<watchdog>            load_limit_; ///< of one plugin
    registry::loader                   loader_;
    settings::value_digests            values_;
    std::set<std::string, std::less<>> environment_secrets_; ///< names; their variables are erased

    std::map<std::string, sdk::secret, std::less<>> reread_secrets_; ///< of the environment: is_reread_secret()
};

/// Adds each of `added` once, and none that concerns a setting of `invalid`.
void add_new(const settings::setting_problems& added, const settings::setting_problems& invalid,
             settings::setting_problems& problems)
{
    for (const auto& problem : added)
        if (std::ranges::find(problems, problem) == problems.end() &&
            std::ranges::none_of(invalid, [&](const auto& earlier) { return name_of(earlier) == name_of(problem); }))
            problems.push_back(problem);
}

void list_plugins(const registry::loader& loader)
{
    for (const auto& plugin : loader.plugins())
    {
        std::cout << plugin.name << "  " << plugin.file.string() << "\n";
        for (const auto* entry : plugin.operations)
            std::cout << "  " << entry->descriptor.verb << " " << entry->descriptor.path << "\n";
    }
    for (const auto& name : loader.disabled()) std::cout << name << "  (not enabled)\n";
    for (const auto& failure : loader.skipped())
        for (const auto& problem : failure.problems)
            std::cout << failure.name << "  (skipped) " << to_string(problem) << "\n";
}

/// Keeps API keys and record texts out of core dumps, and unreadable for other processes of the same user.
void forbid_memory_access() { ::prctl(PR_SET_DUMPABLE, 0); }

/// Each connection needs a descriptor, and the default soft limit allows too few of them. Returns the limit in effect.
std::size_t raise_descriptor_limit()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return std::numeric_limits<std::size_t>::max();
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur;
}

/// For the admin listener, the database, files and embeddings; and for each thread of the listeners its event loop, its
/// socket and its reserve.
std::size_t other_descriptors() { return 256 + 8 * exec::cores(); }

/// Lowers NETWORK_MAX_CONNECTIONS, so that descriptors are left for everything else. Returns a warning then.
settings::setting_problems fit_connections(configuration& config, std::size_t descriptors)
{
    const auto reserved    = other_descriptors() + config.llm.max_concurrency;
    auto&      connections = config.http.max_connections;
    const auto needed      = connections + reserved;
    const auto possible =
        std::max<std::size_t>(1, descriptors > 2 * reserved ? descriptors - reserved : descriptors / 2);
    if (connections <= possible) return {};
    connections = possible;
    return {{"NETWORK_MAX_CONNECTIONS",
             "is lowered to " + std::to_string(connections) + ", because the process may open only " +
                 std::to_string(descriptors) + " files",
             "raise LimitNOFILE or ulimit -n to " + std::to_string(needed)}};
}

/// One line per component, so that a log shows the settings of its server.
void log_settings(const settings::reader& reader, log::logger& logger)
{
    for (const auto& section : reader.sections())
    {
        std::vector<sdk::log_field> facts{{"component", section.name}};
        for (const auto& field : section.fields) facts.emplace_back(field.name, field.value);
        /// Also the settings of the component, secrets as `***`.
        logger.write(sdk::severity::info, "settings_loaded", facts, {});
    }
}

/// Reports to the supervisor that the process works, if it does.
void report_alive(const host& server)
{
    if (server.fault().empty()) notify_supervisor(supervisor::alive);
}

settings::setting_problems drain_warnings(const process_settings& process, const registry::operation_table& operations)
{
    std::chrono::seconds longest{0};
    for (const auto& descriptor : operations.descriptors()) longest = std::max(longest, descriptor.deadline);
    if (process.drain_timeout >= longest) return {};
    const auto seconds = std::to_string(longest.count());
    return {{"DRAIN_SECONDS", "is shorter than the longest operation, " + seconds + " s; a stop cuts such requests off",
             "use at least " + seconds}};
}

/// Settings that work but are probably mistakes. They do not stop the start.
settings::setting_problems setting_warnings(const startup_state& state)
{
    const auto&                config = state.config();
    settings::setting_problems result;
    for (auto& warnings : {llm::warnings(config.llm), embedding::warnings(config.embedding, config.llm),
                           tracing::warnings(config.tracing), drain_warnings(config.process, state.operations()),
                           state.removed_settings()})
        result.insert(result.end(), warnings.begin(), warnings.end());
    return result;
}

/// Problems of the settings, also of those that appear only when settings are used. Problems of an invalid setting's
/// use are left out, because they concern its default.
settings::setting_problems setting_problems(const startup_state& state)
{
    auto       problems = state.problems();
    const auto invalid  = problems;
    auto       usage    = check(state.config(), state.operations(), state.logger());
    if (invalid.empty()) try
        {
            state.openapi_document(); // throws if types of the server and of a plugin have the same name
        }
        catch (const std::exception& error)
        {
            usage.push_back({"", error.what()});
        }
    add_new(usage, invalid, problems);
    return problems;
}

/// Waits for signals. Meanwhile reports to the supervisor.
template <class Reload>
void serve_until_stopped(signal_waiter& waiter, const host& server, Reload reload)
{
    const auto interval = watchdog_interval();
    for (auto action = signal_action::none; action != signal_action::stop; action = waiter.wait(interval))
    {
        if (action == signal_action::reload) reload();
        if (interval) report_alive(server);
    }
}

/// A further stop signal ends the waits of the drain, and leaves `limit` time for the rest only. False: code of plugins
/// still runs.
bool drain(host& server, signal_waiter& waiter, log::logger& logger, watchdog& limit)
{
    notify_supervisor(supervisor::stopping);
    notify_supervisor(longer_stop(server.stop_limit()));
    logger.write(sdk::severity::info, "shutdown_started");
    std::stop_source cut;
    const auto       hasten = [&] {
        if (!cut.request_stop()) return;
        limit.shorten(host::end_limit);
        logger.write(sdk::severity::warning, "shutdown_hastened");
    };
    const auto interval = watchdog_interval();
    if (interval) report_alive(server); // the last report may be an interval ago
    const stop_watch watch{waiter, hasten, interval, [&] { report_alive(server); }};
    return server.drain(cut.get_token());
}

/// Ends the process at once, without destroying objects that threads may still use.
[[noreturn]] void exit_now(log::logger& logger)
{
    logger.write(sdk::severity::warning, "shutdown_forced");
    logger.write(sdk::severity::info, "server_stopped");
    logger.flush(std::chrono::milliseconds{500});
    std::_Exit(0);
}

int serve(startup_state& state, signal_waiter& waiter, std::optional<stop_watch>& start_watch,
          const settings::command_line& command)
{
    const auto connection_warnings = fit_connections(state.config(), raise_descriptor_limit());
    auto&      logger              = state.logger();
    log_settings(state.reader(), logger);
    for (const auto& warnings : {setting_warnings(state), state.misspelled_variables(), connection_warnings})
        for (const auto& warning : warnings)
        {
            const auto message = text_of(warning);
            /// Probably a mistake, or a removed setting.
            logger.write(sdk::severity::warning, "setting_warning",
                         {{"setting", std::string_view{warning.setting}}, {"message", std::string_view{message}}});
        }

    const auto& storage = state.config().database;
    database::prepare_folders(storage, database::resolve_connection(storage));
    const state_lock lock{storage.state_dir.text};

    std::optional<watchdog> stop_limit; // outlives the server, whose threads may hang in a driver or on a disk

    host       server{state.config(), state.operations(), state.openapi_document(), logger};
    const auto startup = state.settings_of_start(command);
    state.release_settings();
    start_watch.reset();          // from now on a stop drains first
    set_immediate_release(false); // calls soon reuse memory that other calls freed
    server.start();
    const auto message = "listening on " + server.address();
    logger.write(sdk::severity::info, "server_started",
                 {{"message", std::string_view{message}},
                  {"version", VERBATIM_VERSION},
                  {"operations", state.operations().operations().size()}});
    if (const auto admin_address = server.admin_address(); !admin_address.empty())
        logger.write(sdk::severity::info, "admin_listener_started", {{"address", admin_address}});
    notify_supervisor(supervisor::ready);

    serve_until_stopped(waiter, server, [&] { reload(startup, server, logger); });
    stop_limit.emplace(server.stop_limit(), [&] { exit_now(logger); });
    if (!drain(server, waiter, logger, *stop_limit)) exit_now(logger);
    logger.write(sdk::severity::info, "server_stopped");
    return 0;
}

void migrate(startup_state& state)
{
    const token_sources tokens{state.config(), state.logger()};
    const auto&         config = state.config().database;
    open_store(config, database::resolve_migration_connection(config, tokens.database()));
}

/// Returns the exit status: 1 if the file has no rows, or some could not be read.
int import_rows(startup_state& state, const std::filesystem::path& file)
try
{
    const token_sources tokens{state.config(), state.logger()};
    const auto&         config = state.config().database;
    const auto          target = database::resolve_connection(config, tokens.database());
    try
    {
        const auto result = recording::import_rows(file, *open_store(config, target));
        std::cout << result.rows << " usage rows are in the database\n";
        if (result.unreadable != 0) std::cout << result.unreadable << " rows are damaged\n";
        if (result.is_damaged) std::cout << "the file is damaged, and was not read to its end\n";
        return result.rows == 0 || result.unreadable != 0 || result.is_damaged ? 1 : 0;
    }
    catch (const database::failure& failure)
    {
        throw settings::setting_error{problem_of_database(target, failure)};
    }
}
catch (const recording::unreadable_file& failure)
{
    return print_problems({{"--import-rows", std::string{"the file cannot be read ("} + failure.what() + ")"}});
}

/// Returns the exit status: 1 if nothing was deleted although it should have been.
int print_erasure(const erasure_result& result)
{
    for (const auto& [place, rows] : result.rows) std::cout << rows << " rows in " << place << "\n";
    for (const auto& line : result.notes) std::cout << line << "\n";
    return result.problems.empty() ? 0 : print_problems(result.problems);
}

/// A misspelled name would otherwise go unnoticed.
void print_ignored_files(const std::filesystem::path& config)
{
    std::vector<std::filesystem::path> ignored;
    settings::additional_files(config, &ignored);
    for (const auto& file : ignored)
        std::cout << file.native() << ": ignored, because its name does not end in .toml\n";
}

int check_settings(startup_state& state, const settings::command_line& command)
{
    if (command.config) print_ignored_files(*command.config);
    auto problems = setting_problems(state);
    if (command.connect)
    {
        const auto report = check_connections(state.config(), state.problems(), state.logger());
        for (const auto& result : report.results) std::cout << result << "\n";
        add_new(report.problems, state.problems(), problems);
    }
    add_new(state.misspelled_variables(), state.problems(), problems);
    for (const auto& warning : setting_warnings(state)) std::cout << "warning: " << to_string(warning) << "\n";
    if (!problems.empty()) return print_problems(problems);
    std::cout << "configuration OK\n";
    return 0;
}

/// Reports every problem of the settings when one of them stops the start, as --check does.
int try_serve(startup_state& state, signal_waiter& waiter, std::optional<stop_watch>& start_watch,
              const settings::command_line& command)
try
{
    return serve(state, waiter, start_watch, command);
}
catch (const settings::setting_error& error)
{
    if (!state.has_settings()) throw;
    auto problems = setting_problems(state);
    add_new(error.problems(), {}, problems);
    return print_problems(problems);
}

int run_task(startup_state& state, const settings::command_line& command, signal_waiter& waiter,
             std::optional<stop_watch>& start_watch)
{
    const auto task = command.task;
    if (task == task_type::check) return check_settings(state, command);
    if (!state.problems().empty()) return print_problems(setting_problems(state));
    switch (task)
    {
    case task_type::serve: return try_serve(state, waiter, start_watch, command);
    case task_type::check: break; // handled above
    case task_type::print_config: std::cout << state.reader().to_toml(command.changed); break;
    case task_type::print_openapi: std::cout << state.openapi_document(); break;
    case task_type::list_plugins: list_plugins(state.plugins()); break;
    case task_type::migrate: migrate(state); break;
    case task_type::import_rows: return import_rows(state, command.rows);
    case task_type::erase_tenant: return print_erasure(erase_tenant(state.config(), command, state.logger()));
    case task_type::version:
    case task_type::help: break; // handled by run()
    }
    return 0;
}

} // namespace

int run(const settings::command_line& command)
{
    if (command.task == task_type::version || command.task == task_type::help)
    {
        std::cout << (command.task == task_type::help ? settings::help_text() : "verbatimd " VERBATIM_VERSION "\n");
        return 0;
    }
    const exit_permission at_return;
    forbid_memory_access();
    set_immediate_release(true); // most memory that the start frees is not needed again
    try
    {
        signal_waiter             waiter; // before any thread starts
        const int                 status_if_stopped = command.task == task_type::serve ? 0 : 1;
        std::optional<stop_watch> start_watch{std::in_place, waiter, [=] { std::_Exit(status_if_stopped); }};
        startup_state             state{command};
        return run_task(state, command, waiter, start_watch);
    }
    catch (const settings::setting_error& error)
    {
        return print_problems(error.problems());
    }
    catch (const std::exception& error)
    {
        return print_problems({{"", error.what()}});
    }
}

} // namespace verbatim::core::app

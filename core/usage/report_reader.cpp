#include "usage/report_reader.hpp"

#include "usage/report_query.hpp"

#include "database/migrations.hpp"
#include "exec/on_pool.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/schema.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::usage {
namespace {

constexpr std::size_t          connections = 2;
constexpr std::chrono::minutes between_lines{1};

using database::trouble;

bool has_no_table(database::session& on)
{
    return !on.select("select cast(to_regclass('llm_calls') as text)", 1, {}).at(0).at(0).has_value();
}

std::unique_ptr<database::session> opened(const database::place& where, database::patience with, std::stop_token end)
{
    auto on = database::open(where, with, std::move(end));
    if (on->speaks() == database::dialect::sqlite)
    {
        database::migrate(*on); // of a file that was taken away and has just been made again
        return on;
    }
    // Compiling a query that runs once costs more than it saves.
    on->run("set jit = off");
    // A database that is back, but not yet brought up to date by the recorder.
    if (has_no_table(*on)) throw database::failure{trouble::unavailable};
    return on;
}

bool is_gone(trouble what) noexcept
{
    return what == trouble::unavailable || what == trouble::refused || what == trouble::replaced;
}

} // namespace

void declare(sdk::declaration& wire, report_settings& s)
{
    wire.is("Reports", "The usage reports.");

    wire.takes(
            "USAGE_REPORT_MAX_ROWS", s.most_rows,
            "A report over more model calls is refused, since it would need 100 bytes of memory for each; two reports "
            "are made at a time.")
        .at_least(1);
}

class report_reader::desk
{
public:
    /// One report, and the call's wish to hear no more of it.
    struct question
    {
        sdk::usage_window               within;
        std::optional<std::string_view> tenant;
        std::stop_token                 cancelled;
    };

    desk(database::place where, sdk::log& log, database::patience with, report_settings limits)
        : where_{std::move(where)}
        , with_{with}
        , limits_{limits}
        , log_{&log}
    {}

    boost::asio::thread_pool& threads() noexcept { return threads_; }

    sdk::usage_report read(const question& asked)
    {
        if (auto kept = idle())
        {
            try
            {
                kept->ensure_in_place();
                return read_with(std::move(kept), asked);
            }
            catch (const database::failure& failed)
            {
                if (!is_gone(failed.kind())) fail(failed.kind(), asked, sdk::errc::internal_error);
            }
        }
        return read_anew(asked);
    }

    bool is_stopped() const noexcept { return end_.stop_requested(); }

    void stop() noexcept
    {
        end_.request_stop();
        threads_.join();
        const std::scoped_lock lock{guard_};
        idle_.clear();
        log_ = nullptr;
    }

private:
    using connection = std::unique_ptr<database::session>;

    /// One that was used before; none when there is none.
    connection idle()
    {
        const std::scoped_lock lock{guard_};
        if (idle_.empty()) return nullptr;
        auto last = std::move(idle_.back());
        idle_.pop_back();
        return last;
    }

    sdk::usage_report read_anew(const question& asked)
    {
        connection fresh;
        try
        {
            fresh = opened(where_, with_, end_.get_token());
        }
        catch (const database::failure& failed)
        {
            fail(failed.kind(), asked, sdk::errc::usage_backend_unavailable);
        }
        try
        {
            return read_with(std::move(fresh), asked);
        }
        catch (const database::failure& failed)
        {
            fail(failed.kind(), asked,
                 is_gone(failed.kind()) ? sdk::errc::usage_backend_unavailable : sdk::errc::internal_error);
        }
    }

    /// Keeps the connection for the next report when this one succeeds; one that has seen trouble, or was broken off,
    /// is not trusted again.
    sdk::usage_report read_with(connection on, const question& asked)
    {
        auto made = [&] {
            const std::stop_callback broken_off{asked.cancelled, [&] { on->interrupt(); }};
            if (asked.cancelled.stop_requested()) throw database::failure{trouble::busy};
            return read_report(*on, asked.within, asked.tenant, limits_.most_rows);
        }();
        const std::scoped_lock lock{guard_};
        if (!asked.cancelled.stop_requested()) idle_.push_back(std::move(on));
        return made;
    }

    /// The class is the error's note, which the line of its request tells. That the database is away is told here too.
    [[noreturn]] void fail(trouble what, const question& asked, sdk::errc as)
    {
        if (asked.cancelled.stop_requested()) throw boost::system::system_error{boost::asio::error::operation_aborted};
        if (as == sdk::errc::usage_backend_unavailable) tell_away(what);
        throw sdk::error{as, "database " + std::string{database::to_string(what)}};
    }

    void tell_away(trouble what)
    {
        const std::scoped_lock lock{guard_};
        const auto             now = std::chrono::steady_clock::now();
        if (log_ == nullptr || is_stopped() || now < next_line_) return;
        next_line_ = now + between_lines;
        log_->write(sdk::severity::warning, "usage cannot be read", {{"error_class", database::to_string(what)}});
    }

    const database::place    where_;
    const database::patience with_;
    const report_settings    limits_;

    std::stop_source                      end_;
    std::mutex                            guard_;
    sdk::log*                             log_; ///< none after stop
    std::chrono::steady_clock::time_point next_line_{};
    std::vector<connection>               idle_;
    boost::asio::thread_pool              threads_{connections};
};

report_reader::report_reader(database::place where, sdk::log& log, database::patience with, report_settings within)
    : desk_{std::make_unique<desk>(std::move(where), log, with, within)}
{}

report_reader::~report_reader() { stop(); }

sdk::task<sdk::usage_report> report_reader::report(sdk::usage_window within, std::optional<std::string_view> tenant)
{
    if (desk_->is_stopped()) throw sdk::error{sdk::errc::usage_backend_unavailable}; // no thread is left to come back
    std::stop_source end;
    auto             work = [&] { return desk_->read({within, tenant, end.get_token()}); };
    co_return co_await exec::on_pool(desk_->threads(), work, end);
}

void report_reader::stop() noexcept { desk_->stop(); }

} // namespace verbatim::core::usage

#include "usage/report_reader.hpp"

#include "usage/report_query.hpp"

#include "database/migrations.hpp"
#include "exec/on_pool.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/thread_pool.hpp>

#include <algorithm>
#include <mutex>
#include <set>
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

std::unique_ptr<database::session> opened(const database::place& where, database::patience with)
{
    auto on = database::open(where, with);
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

bool is_gone(trouble what) noexcept { return what == trouble::unavailable || what == trouble::replaced; }

} // namespace

class report_reader::desk
{
public:
    desk(database::place where, sdk::log& log, database::patience with)
        : where_{std::move(where)}
        , with_{with}
        , log_{&log}
    {}

    boost::asio::thread_pool& threads() noexcept { return threads_; }

    sdk::usage_report read(sdk::usage_window within, std::optional<std::string_view> tenant)
    {
        if (auto kept = idle())
        {
            try
            {
                kept->ensure_in_place();
                return read_with(std::move(kept), within, tenant);
            }
            catch (const database::failure& failed)
            {
                if (!is_gone(failed.kind())) fail(failed.kind(), sdk::errc::internal_error);
            }
        }
        return read_anew(within, tenant);
    }

    bool is_stopped() noexcept
    {
        const std::scoped_lock lock{guard_};
        return stopped_;
    }

    void stop() noexcept
    {
        {
            const std::scoped_lock lock{guard_};
            stopped_ = true;
            for (auto* one : busy_) one->interrupt();
        }
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

    sdk::usage_report read_anew(sdk::usage_window within, std::optional<std::string_view> tenant)
    {
        connection fresh;
        try
        {
            fresh = opened(where_, with_);
        }
        catch (const database::failure& failed)
        {
            fail(failed.kind(), sdk::errc::usage_backend_unavailable);
        }
        try
        {
            return read_with(std::move(fresh), within, tenant);
        }
        catch (const database::failure& failed)
        {
            fail(failed.kind(),
                 is_gone(failed.kind()) ? sdk::errc::usage_backend_unavailable : sdk::errc::internal_error);
        }
    }

    /// Keeps the connection for the next report when this one succeeds; one that has seen trouble is not trusted again.
    sdk::usage_report read_with(connection on, sdk::usage_window within, std::optional<std::string_view> tenant)
    {
        in_use watched{*this, std::move(on)};
        auto   made = read_report(watched.connected(), within, tenant);
        watched.give_back();
        return made;
    }

    /// A connection that stop() has to interrupt.
    class in_use
    {
    public:
        in_use(desk& at, connection on)
            : at_{at}
            , on_{std::move(on)}
        {
            const std::scoped_lock lock{at_.guard_};
            if (at_.stopped_) throw database::failure{trouble::unavailable};
            at_.busy_.insert(on_.get());
        }
        in_use(const in_use&)            = delete;
        in_use& operator=(const in_use&) = delete;
        ~in_use()
        {
            const std::scoped_lock lock{at_.guard_};
            at_.busy_.erase(on_.get());
        }

        database::session& connected() noexcept { return *on_; }

        void give_back()
        {
            const std::scoped_lock lock{at_.guard_};
            at_.busy_.erase(on_.get());
            at_.idle_.push_back(std::move(on_));
        }

    private:
        desk&      at_;
        connection on_;
    };

    /// The class is the error's note, which the line of its request tells. That the database is away is told here too.
    [[noreturn]] void fail(trouble what, sdk::errc as)
    {
        if (as == sdk::errc::usage_backend_unavailable) tell_away(what);
        throw sdk::error{as, "database " + std::string{database::to_string(what)}};
    }

    void tell_away(trouble what)
    {
        const std::scoped_lock lock{guard_};
        const auto             now = std::chrono::steady_clock::now();
        if (log_ == nullptr || stopped_ || now < next_line_) return;
        next_line_ = now + between_lines;
        log_->write(sdk::severity::warning, "usage cannot be read", {{"error_class", database::to_string(what)}});
    }

    const database::place    where_;
    const database::patience with_;

    std::mutex                            guard_;
    bool                                  stopped_ = false;
    sdk::log*                             log_; ///< none after stop
    std::chrono::steady_clock::time_point next_line_{};
    std::vector<connection>               idle_;
    std::set<database::session*>          busy_;
    boost::asio::thread_pool              threads_{connections};
};

report_reader::report_reader(database::place where, sdk::log& log, database::patience with)
    : desk_{std::make_unique<desk>(std::move(where), log, with)}
{}

report_reader::~report_reader() { stop(); }

sdk::task<sdk::usage_report> report_reader::report(sdk::usage_window within, std::optional<std::string_view> tenant)
{
    if (desk_->is_stopped()) throw sdk::error{sdk::errc::usage_backend_unavailable}; // no thread is left to come back
    auto work = [&] { return desk_->read(within, tenant); };
    co_return co_await exec::on_pool(desk_->threads(), work);
}

void report_reader::stop() noexcept { desk_->stop(); }

} // namespace verbatim::core::usage

#include "usage/relay_desk.hpp"

#include <utility>

namespace verbatim::core::usage {

namespace {

/// Between two attempts at an outbox that somebody else keeps locked.
constexpr std::chrono::milliseconds breath{50};

} // namespace

void relay_recorder::desk::keep_time() noexcept
{
    std::unique_lock lock{guard_};
    while (!over_)
    {
        if (group_ptr next = next_for_outbox())
        {
            putting_ = true;
            lock.unlock();
            const auto trouble = on_outbox([&] { outbox_->put(next->rows); });
            lock.lock();
            if (trouble) refused_by_outbox(next, *trouble, lock);
            else
            {
                put_by_ += next->rows.size();
                done(*next, lock);
            }
            putting_ = false;
            for_feeder_.notify_one();
        }
        else if (const auto until = end_of_patience()) for_keeper_.wait_until(lock, *until);
        else
        {
            keeper_sleeps_ = true;
            for_keeper_.wait(lock);
            keeper_sleeps_ = false;
        }
    }
}

std::optional<relay_recorder::desk::clock::time_point> relay_recorder::desk::end_of_patience() const
{
    if (in_hand_) return in_hand_->since + tempo_.patience;
    if (!again_.empty()) return again_.front()->since + tempo_.patience;
    if (way_ == way::straight && !queue_.empty()) return queue_.since + tempo_.patience;
    return std::nullopt;
}

relay_recorder::desk::group_ptr relay_recorder::desk::next_for_outbox()
{
    if (!for_outbox_.empty())
    {
        auto next = std::move(for_outbox_.front());
        for_outbox_.pop_front();
        return next;
    }
    if (const auto until = end_of_patience())
    {
        if (clock::now() < *until) return nullptr;
        way_ = way::outbox;
        outage_.away("timeout", clock::now());
        if (in_hand_) return std::exchange(in_hand_, nullptr);
        return again_.empty() ? take_queue() : take_again();
    }
    return way_ == way::outbox && !queue_.empty() ? take_queue() : nullptr;
}

void relay_recorder::desk::refused_by_outbox(const group_ptr& one, database::trouble why,
                                             std::unique_lock<std::mutex>& lock)
{
    // The database is the last hope, if it is there.
    if (one->in_database == fate::untried && up_ && !one->outbox_refused)
    {
        one->outbox_refused = true;
        again_.push_back(one);
        return;
    }
    // A lock passes.
    if (why == database::trouble::busy && one->in_database != fate::written && clock::now() < locked_until_)
    {
        for_outbox_.push_front(one);
        for_keeper_.wait_for(lock, breath);
        return;
    }
    // Its calls do not wait for what the feeder will find out; that is told then.
    if (one->in_database == fate::in_hand) one->let_go = true;
    else if (one->in_database == fate::written) written_ += one->rows.size();
    else lost_.add(one->rows, database::to_string(why));
    done(*one, lock);
}

void relay_recorder::desk::done(const group& one, std::unique_lock<std::mutex>& lock)
{
    pending_ -= one.rows.size();
    ++releasing_;
    lock.unlock();
    release(one.pages);
    lock.lock();
    --releasing_;
    progress_.notify_all();
}

} // namespace verbatim::core::usage

#include "usage/relay_desk.hpp"
#include "usage/write_apart.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::usage {

namespace {

/// Keeps a statement's text under a few megabytes, and a replay from holding up the rows of calls that wait.
constexpr std::size_t largest_group = 8'192;
constexpr std::size_t replay_group  = 2'048;

} // namespace

void relay_recorder::desk::feed_database() noexcept
{
    std::unique_lock lock{guard_};
    auto             pause       = tempo_.first_retry;
    bool             replay_next = false; // under load the last rows of the outbox have their turn too
    while (!over_)
    {
        const bool is_left = outbox_->depth() > 0;
        if (!again_.empty()) write(take_again(), lock);
        else if (may_take_queue() && !(replay_next && is_left))
        {
            write(take_queue(), lock);
            replay_next = true;
        }
        else if (way_ == way::straight && !is_left) for_feeder_.wait(lock);
        else
        {
            replay_next     = false;
            const step made = replay(lock);
            if (made != step::failed) pause = tempo_.first_retry;
            if (made == step::moved || (made == step::nothing && way_ == way::straight)) continue;
            for_feeder_.wait_for(lock, pause, [&] {
                return over_ || !again_.empty() || may_take_queue() || (made == step::nothing && outbox_->depth() > 0);
            });
            pause = std::min(2 * pause, tempo_.longest_retry);
        }
    }
    fed_ = true;
    progress_.notify_all();
}

relay_recorder::desk::group_ptr relay_recorder::desk::take_queue()
{
    auto taken                          = std::make_shared<group>();
    static_cast<rows_of_calls&>(*taken) = std::exchange(queue_, {});
    return taken;
}

relay_recorder::desk::group_ptr relay_recorder::desk::take_again()
{
    auto taken = std::move(again_.front());
    again_.pop_front();
    return taken;
}

void relay_recorder::desk::write(const group_ptr& one, std::unique_lock<std::mutex>& lock)
{
    one->in_database = fate::in_hand;
    in_hand_         = one;
    if (keeper_sleeps_) for_keeper_.notify_one();
    lock.unlock();
    std::vector<attempt> refused;
    const auto           begin   = clock::now();
    const auto           trouble = write_in_groups(one->rows, refused);
    took_                        = clock::now() - begin;
    lock.lock();

    const bool mine  = in_hand_ == one; // the keeper has not lost patience
    one->in_database = trouble ? fate::failed : fate::written;
    in_hand_.reset();
    if (trouble) went_away(*trouble);
    else came_back();

    if (mine && trouble) for_outbox_.push_back(one);
    else if (mine || one->let_go)
    {
        lost_.add(trouble ? one->rows : refused, trouble ? database::to_string(*trouble) : "constraint");
        if (!trouble) written_ += one->rows.size() - refused.size();
        if (!trouble) ++commits_;
        if (mine) done(*one, lock);
    }
}

std::optional<database::trouble> relay_recorder::desk::write_in_groups(std::span<const attempt> rows,
                                                                       std::vector<attempt>&    refused)
{
    for (; !rows.empty(); rows = rows.subspan(std::min(largest_group, rows.size())))
    {
        const auto trouble = write_apart(*database_, rows.first(std::min(largest_group, rows.size())),
                                         [&](const attempt& row) { refused.push_back(row); });
        if (trouble) return trouble;
    }
    return std::nullopt;
}

relay_recorder::desk::step relay_recorder::desk::replay(std::unique_lock<std::mutex>& lock)
{
    replaying_ = true;
    if (!queue_.empty()) for_keeper_.notify_one(); // who waits meanwhile does not wait for ever
    lock.unlock();
    std::vector<attempt> refused;
    outbox::batch        waiting;
    bool                 left    = !on_outbox([&] { waiting = outbox_->oldest(replay_group); });
    const auto           begin   = clock::now();
    const auto           trouble = waiting.rows.empty() ? reach() : write_in_groups(waiting.rows, refused);
    if (!waiting.rows.empty()) took_ = clock::now() - begin;
    if (!trouble && !waiting.rows.empty()) left = !on_outbox([&] { outbox_->drop(waiting); });
    lock.lock();
    replaying_ = false;

    if (left && !trouble) lost_.add(refused, "constraint"); // otherwise they will be refused again
    if (over_) return step::failed;                         // broken off, which says nothing about the database
    if (trouble) went_away(*trouble);
    else came_back();
    if (trouble || !left) return step::failed;
    return waiting.rows.empty() ? step::nothing : step::moved;
}

std::optional<database::trouble> relay_recorder::desk::reach()
{
    try
    {
        database_->make_ready();
        return std::nullopt;
    }
    catch (const database::failure& error)
    {
        return error.kind();
    }
}

void relay_recorder::desk::came_back()
{
    up_ = true;
    outage_.back(outbox_->depth());
    // Straight again once the database has been quick, and has little to catch up with.
    if (outbox_->depth() <= replay_group && took_ < tempo_.patience) way_ = way::straight;
}

void relay_recorder::desk::went_away(database::trouble why)
{
    up_  = false;
    way_ = way::outbox;
    for_keeper_.notify_one();
    outage_.away(database::to_string(why), clock::now());
}

} // namespace verbatim::core::usage

#include "llm/make_door.hpp"

#include "llm/asking.hpp"
#include "llm/codec.hpp"
#include "llm/endpoint.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace verbatim::core::llm {

namespace {

/// A conversation on its way to a model.
class conversation_question final : public question
{
public:
    conversation_question(provider& asked, const sdk::conversation& what)
        : asked_{asked}
        , what_{what}
    {}

    sdk::task<outcome> attempt(sender who, std::chrono::milliseconds budget) override
    {
        return asked_.ask(what_, who, budget);
    }

    bool accepts(const outcome& answered) override
    {
        if (!what_.form && is_blank(answered.text)) return false;
        return !what_.fits || what_.fits(answered.text);
    }

    std::size_t characters() const override
    {
        return count_code_points(what_.system.text()) + count_code_points(what_.user.text());
    }

private:
    provider&                asked_;
    const sdk::conversation& what_;
};

/// A model as one call sees it.
class metered_llm final : public sdk::llm
{
public:
    metered_llm(shared_parts& all, provider& asked, attempt_figures& sums, client who)
        : all_{all}
        , asked_{asked}
        , sums_{sums}
        , who_{std::move(who)}
    {}

    sdk::token_limits limits() const noexcept override { return all_.measured.limits; }

    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::conversation& what) override
    {
        const asked_model     whom{asked_.name(), asked_.priced_under(), sums_};
        conversation_question asking{asked_, what};
        auto                  ended = co_await ask(all_, whom, who_, asking);
        if (!ended) co_return ended.error();
        co_return sdk::completion{.text              = std::move(ended->text),
                                  .model             = std::move(ended->model),
                                  .prompt_tokens     = ended->used.input.value_or(0),
                                  .completion_tokens = ended->used.output.value_or(0)};
    }

private:
    shared_parts&    all_;
    provider&        asked_;
    attempt_figures& sums_;
    client           who_;
};

/// A request of another kind on its way.
class inquiry_question final : public question
{
public:
    inquiry_question(const endpoint& where, transport& wire, const computing& elsewhere, const inquiry& what)
        : where_{where}
        , wire_{wire}
        , elsewhere_{elsewhere}
        , what_{what}
    {}

    sdk::task<outcome> attempt(sender who, std::chrono::milliseconds budget) override
    {
        const post                  request{.url           = where_.url,
                                            .authorization = where_.authorization,
                                            .request_id    = who.request_id,
                                            .body          = what_.body,
                                            .budget        = budget,
                                            .longest       = what_.longest};
        const auto                  back = co_await wire_.send(request);
        outcome                     read;
        const std::function<void()> work = [&] { read = read_posted(back, what_.read); };
        co_await elsewhere_(work);
        co_return read;
    }

    bool        accepts(const outcome&) override { return true; } // the reader has judged already
    std::size_t characters() const override { return what_.characters; }

private:
    const endpoint&  where_;
    transport&       wire_;
    const computing& elsewhere_;
    const inquiry&   what_;
};

class metered_channel final : public channel
{
public:
    metered_channel(shared_parts& all, transport& wire, computing elsewhere, std::string name, endpoint to)
        : all_{all}
        , wire_{wire}
        , elsewhere_{std::move(elsewhere)}
        , name_{std::move(name)}
        , where_{std::move(to)}
    {}

    sdk::task<sdk::result<outcome>> ask(const client& who, const inquiry& what) override
    {
        const asked_model whom{where_.name, where_.prefix, sums_};
        inquiry_question  asking{where_, wire_, elsewhere_, what};
        co_return co_await llm::ask(all_, whom, who, asking);
    }

    door_figures::connection figures() const { return {name_, where_.name, sums_.read()}; }

private:
    shared_parts&     all_;
    transport&        wire_;
    const computing   elsewhere_;
    const std::string name_;
    const endpoint    where_;
    attempt_figures   sums_;
};

class metered_door final : public door
{
public:
    metered_door(const settings& from, door_parts parts)
        : places_{from.max_concurrency}
        , wire_{parts.wire ? std::move(parts.wire) : make_curl_transport(from.max_concurrency)}
        , elsewhere_{parts.elsewhere}
        , main_{make_provider(from.main, from, parts)}
        , judge_{make_provider(judge_of(from), from, parts)}
        , all_{.measured = {.prices        = std::move(parts.prices),
                            .limits        = {from.max_total_tokens, from.chars_per_token},
                            .time          = parts.time,
                            .without_price = {},
                            .without_usage = {}},
               .queue    = fair_queue{from.max_concurrency},
               .longest_attempt =
                   std::max(std::chrono::ceil<std::chrono::milliseconds>(from.timeout), std::chrono::milliseconds{1})}
    {}

    std::unique_ptr<sdk::llm> open(client who, connection which) override
    {
        const bool judges = which == connection::judge;
        return std::make_unique<metered_llm>(all_, judges ? *judge_ : *main_, judges ? judge_sums_ : main_sums_,
                                             std::move(who));
    }

    channel& connect(std::string name, endpoint to) override
    {
        auto made = std::make_unique<metered_channel>(all_, *wire_, elsewhere_, std::move(name), std::move(to));
        return *channels_.emplace_back(std::move(made));
    }

    door_figures figures() const override
    {
        door_figures now;
        now.connections.push_back({"main", std::string{main_->name()}, main_sums_.read()});
        now.connections.push_back({"judge", std::string{judge_->name()}, judge_sums_.read()});
        for (const auto& one : channels_) now.connections.push_back(one->figures());
        now.in_flight = all_.queue.in_flight();
        now.waiting   = all_.queue.waiting();
        now.places    = places_;
        return now;
    }

private:
    std::unique_ptr<provider> make_provider(const connection_settings& to, const settings& from,
                                            const door_parts& parts)
    {
        auto where = make_endpoint(to);
        if (where.kind == provider_kind::local) return make_local_provider(parts.built_in, parts.elsewhere);
        return make_remote_provider(std::move(where), from.structured_outputs, *wire_);
    }

    const std::size_t          places_;
    std::unique_ptr<transport> wire_;
    const computing            elsewhere_;
    std::unique_ptr<provider>  main_;
    std::unique_ptr<provider>  judge_;
    attempt_figures            main_sums_;
    attempt_figures            judge_sums_;
    shared_parts               all_;

    std::vector<std::unique_ptr<metered_channel>> channels_;
};

} // namespace

std::unique_ptr<door> make_door(const settings& from, door_parts parts)
{
    return std::make_unique<metered_door>(from, std::move(parts));
}

} // namespace verbatim::core::llm

#include "llm/provider.hpp"

#include <utility>

namespace verbatim::core::llm {

namespace {

class remote_provider final : public provider
{
public:
    remote_provider(endpoint where, bool structured_outputs, transport& wire)
        : where_{std::move(where)}
        , structured_outputs_{structured_outputs}
        , wire_{wire}
    {}

    std::string_view                name() const noexcept override { return where_.name; }
    std::optional<std::string_view> priced_under() const noexcept override { return where_.prefix; }

    sdk::task<outcome> ask(const sdk::conversation& what, sender who, std::chrono::milliseconds budget) override
    {
        const auto body = request_body(what, where_.model, who.tenant_id, structured_outputs_);
        const post request{.url           = where_.url,
                           .authorization = where_.authorization,
                           .request_id    = who.request_id,
                           .body          = body,
                           .budget        = budget};
        const auto back = co_await wire_.send(request);
        co_return read_posted(back, &read_chat);
    }

private:
    endpoint   where_;
    bool       structured_outputs_;
    transport& wire_;
};

class local_provider final : public provider
{
public:
    local_provider(answering model, computing elsewhere)
        : model_{std::move(model)}
        , elsewhere_{std::move(elsewhere)}
    {}

    std::string_view                name() const noexcept override { return built_in_model; }
    std::optional<std::string_view> priced_under() const noexcept override { return std::nullopt; }

    sdk::task<outcome> ask(const sdk::conversation& what, sender, std::chrono::milliseconds) override
    {
        outcome                     said{.how = ending::answered, .text = {}, .model = built_in_model};
        const std::function<void()> work = [&] { said.text = model_(what); };
        co_await elsewhere_(work);
        co_return said;
    }

private:
    answering model_;
    computing elsewhere_;
};

} // namespace

outcome read_posted(const posted& back, const success_reader& of_success)
{
    switch (back.how)
    {
    case posted::ending::answered: return read_answer(back.status, back.body, back.retry_after, of_success);
    case posted::ending::timed_out: return {.how = ending::timed_out, .text = {}, .model = {}};
    case posted::ending::cut_off: return {.how = ending::cut_off, .text = {}, .model = {}};
    case posted::ending::too_large: return {.how = ending::unusable, .text = {}, .model = {}};
    case posted::ending::failed: break;
    }
    return {.how = ending::failed, .text = {}, .model = {}};
}

std::unique_ptr<provider> make_remote_provider(endpoint where, bool structured_outputs, transport& wire)
{
    return std::make_unique<remote_provider>(std::move(where), structured_outputs, wire);
}

std::unique_ptr<provider> make_local_provider(answering model, computing elsewhere)
{
    return std::make_unique<local_provider>(std::move(model), std::move(elsewhere));
}

} // namespace verbatim::core::llm

#include "embedding/engines.hpp"

#include "embedding/codec.hpp"

#include "http_client/transport.hpp"
#include "llm/codec.hpp"
#include "llm/endpoint.hpp"
#include "llm/json_client.hpp"

#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace verbatim::core::embedding {

namespace {

/// Enough for the JSON of a vector of a few thousand numbers.
constexpr std::size_t max_row_bytes = 128 * 1024;

/// The parts of a request that are the same for every call.
struct request_template
{
    llm::json_client* connection = nullptr;
    std::string       configured_model;
    std::string       model; ///< `model` of a request
    std::string       prefix;
    std::size_t       batch_size;
    std::size_t       max_characters;
    bool              with_tenant_id;
    exec::pool_runner run_on_pool;

    /// Empty if requests contain no tenant id.
    std::string_view sent_tenant_id(const llm::call_context& client) const
    {
        return with_tenant_id ? std::string_view{client.tenant_id} : std::string_view{};
    }
};

/// Embeds texts in batches.
class embedding_request
{
public:
    embedding_request(const request_template& common, const llm::call_context& client,
                      std::span<const sdk::prompt_text> texts)
        : common_{common}
        , client_{client}
        , texts_{shorten(texts, common.max_characters)}
    {
        // Providers reject empty texts; blank ones get zero vectors.
        for (std::size_t n = 0; n != texts_.texts.size(); ++n)
            if (!sdk::utf8::is_blank(texts_.texts[n])) nonblank_.push_back(n);
    }

    std::size_t cut_count() const noexcept { return texts_.cut_count; }
    std::size_t batches() const noexcept { return (nonblank_.size() + common_.batch_size - 1) / common_.batch_size; }

    /// Throws sdk::error.
    sdk::task<> embed_batch(std::size_t n)
    {
        const auto                  positions = batch_of(n);
        std::string                 body;
        std::size_t                 characters = 0;
        const std::function<void()> write      = [&] { body = write_body(positions, characters); };
        co_await common_.run_on_pool(write);

        const llm::success_parser read_response = [&](std::string_view response) {
            return this->read(response, positions);
        };
        const llm::json_request http_request{.body               = body,
                                             .characters         = characters,
                                             .max_response_bytes = http_client::default_max_response_bytes +
                                                                   positions.size() * max_row_bytes,
                                             .parse = read_response};
        const auto              result = co_await common_.connection->send(client_, http_request);
        if (!result) throw result.error();
    }

    /// Call after every batch.
    sdk::vectors take() &&
    {
        // All texts are blank: zero vectors of any width.
        if (vectors_.width() == 0) return {texts_.texts.size(), 1};
        return std::move(vectors_);
    }

private:
    std::span<const std::size_t> batch_of(std::size_t n) const
    {
        const auto from = n * common_.batch_size;
        return std::span{nonblank_}.subspan(from, std::min(common_.batch_size, nonblank_.size() - from));
    }

    std::string write_body(std::span<const std::size_t> positions, std::size_t& characters) const
    {
        std::vector<std::string_view> texts;
        for (const auto at : positions) texts.push_back(texts_.texts[at]);
        characters = positions.size() * sdk::expected_length(common_.prefix);
        for (const auto text : texts) characters += sdk::expected_length(text);
        return request_body(texts, common_.prefix, common_.model, common_.sent_tenant_id(client_));
    }

    /// Called for several batches at a time; the first response determines the width. [any thread]
    llm::attempt_result read(std::string_view response, std::span<const std::size_t> positions)
    {
        vector_batch batch;
        auto         outcome = read_vectors(response, positions.size(), batch);
        if (!outcome.completed()) return outcome;

        std::call_once(width_known_, [&] { vectors_ = sdk::vectors{texts_.texts.size(), batch.width}; });
        if (batch.width != vectors_.width())
        {
            outcome.cause = sdk::failure_cause::unreadable;
            return outcome;
        }
        for (std::size_t n = 0; n != positions.size(); ++n)
            vectors_.set(positions[n], std::span{batch.values}.subspan(n * batch.width, batch.width));
        return outcome;
    }

    const request_template&  common_;
    const llm::call_context& client_;
    shortened_texts          texts_;
    std::vector<std::size_t> nonblank_; ///< positions of the texts that are not blank
    std::once_flag           width_known_;
    sdk::vectors             vectors_;
};

class remote_embedder final : public sdk::embedder
{
public:
    remote_embedder(const request_template& common, llm::call_context client)
        : common_{common}
        , client_{std::move(client)}
    {}

    sdk::task<sdk::result<sdk::vectors>> try_embed(std::span<const sdk::prompt_text> texts,
                                                   std::size_t                       concurrency) override
    {
        std::optional<embedding_request> request;
        const std::function<void()>      prepare = [&] { request.emplace(common_, client_, texts); };
        co_await common_.run_on_pool(prepare);
        log_cut_texts(client_.log, request->cut_count(), common_.max_characters);

        const std::function<sdk::task<>(std::size_t)> embed_batch = [&](std::size_t n) {
            return request->embed_batch(n);
        };
        try
        {
            co_await sdk::for_each_bounded(request->batches(), concurrency, embed_batch);
        }
        catch (const sdk::error& error)
        {
            co_return error;
        }
        co_return std::move(*request).take();
    }

private:
    const request_template& common_;
    const llm::call_context client_;
};

/// Plans the requests of a dry run, and takes the vectors of the built-in engine.
class planned_embedder final : public sdk::embedder
{
public:
    planned_embedder(std::unique_ptr<sdk::embedder> remote, std::unique_ptr<sdk::embedder> built_in)
        : remote_{std::move(remote)}
        , built_in_{std::move(built_in)}
    {}

    sdk::task<sdk::result<sdk::vectors>> try_embed(std::span<const sdk::prompt_text> texts,
                                                   std::size_t                       concurrency) override
    {
        auto planned = co_await remote_->try_embed(texts, concurrency);
        if (!planned) co_return planned;
        co_return co_await built_in_->try_embed(texts, concurrency);
    }

private:
    std::unique_ptr<sdk::embedder> remote_;
    std::unique_ptr<sdk::embedder> built_in_;
};

class remote_engine final : public engine
{
public:
    explicit remote_engine(request_template common)
        : common_{std::move(common)}
        , built_in_{make_local_engine(common_.max_characters, common_.run_on_pool)}
    {}

    std::string version() const override { return common_.configured_model; }

    std::unique_ptr<sdk::embedder> open(llm::call_context client) override
    {
        auto remote = std::make_unique<remote_embedder>(common_, client);
        if (!client.planned) return remote;
        return std::make_unique<planned_embedder>(std::move(remote), built_in_->open(std::move(client)));
    }

    sdk::task<llm::connection_check> check(const llm::call_context& client) override
    {
        const std::string_view text = "probe";
        const auto body = request_body({&text, 1}, common_.prefix, common_.model, common_.sent_tenant_id(client));
        const llm::success_parser read = [](std::string_view response) {
            vector_batch vector;
            return read_vectors(response, 1, vector);
        };
        const llm::json_request request{.body               = body,
                                        .characters         = text.size(),
                                        .max_response_bytes = http_client::default_max_response_bytes,
                                        .parse              = read};
        co_return co_await common_.connection->check(client, request);
    }

    bool replace_key(const settings& current, const llm::settings& current_models) override
    {
        return common_.connection->replace_key(
            llm::make_endpoint(connection_of(current, current_models), llm::embeddings_path));
    }

private:
    const request_template        common_;
    const std::unique_ptr<engine> built_in_; ///< for dry runs
};

} // namespace

std::unique_ptr<engine> make_remote_engine(const settings& configuration, const llm::settings& llm_configuration,
                                           llm::model_client& model_client, exec::pool_runner run_on_pool)
{
    auto endpoint = llm::make_endpoint(connection_of(configuration, llm_configuration), llm::embeddings_path);
    request_template common{.configured_model = endpoint.name,
                            .model            = endpoint.model,
                            .prefix           = configuration.query_prefix,
                            .batch_size       = configuration.batch_size,
                            .max_characters   = configuration.max_characters,
                            .with_tenant_id   = llm_configuration.send_tenant_id,
                            .run_on_pool      = std::move(run_on_pool)};
    common.connection = &model_client.open_json_client("embedding", std::move(endpoint));
    return std::make_unique<remote_engine>(std::move(common));
}

} // namespace verbatim::core::embedding

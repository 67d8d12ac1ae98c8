#include "identity/authorizing_transport.hpp"

#include <string>
#include <vector>

namespace verbatim::core::identity {

namespace {

using http_client::request;
using http_client::response;

class authorizing_transport final : public http_client::transport
{
public:
    authorizing_transport(http_client::transport& plain, token_source& tokens)
        : plain_{plain}
        , tokens_{tokens}
    {}

    sdk::task<response> send(const request& original) override
    {
        using enum response::exchange_status;
        const auto token = tokens_.token();
        if (!token) co_return response{.exchange = unauthorized};

        std::vector<std::string> headers{original.headers.begin(), original.headers.end()};
        headers.push_back("Authorization: Bearer " + token->reveal());
        auto authorized    = original;
        authorized.headers = headers;
        auto result        = co_await plain_.send(authorized);
        if (result.exchange == completed && result.status == 401) tokens_.report_rejection(*token);
        co_return result;
    }

private:
    http_client::transport& plain_;
    token_source&           tokens_;
};

} // namespace

std::unique_ptr<http_client::transport> make_authorizing_transport(http_client::transport& plain, token_source& tokens)
{
    return std::make_unique<authorizing_transport>(plain, tokens);
}

} // namespace verbatim::core::identity

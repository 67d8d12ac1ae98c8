#pragma once

#include <boost/asio/ip/address.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <unordered_map>
#include <utility>

namespace verbatim::core::http {

/// Counts the open connections of all threads and bounds them, in total and per client address. [any thread]
class connection_limit
{
public:
    enum class admission
    {
        admitted,
        over_limit, ///< gets a 503 and is closed
        over_limit_of_address,
    };

    /// The place of one open connection; released by the destructor.
    class place
    {
    public:
        place(place&& other) noexcept
            : limit_{std::exchange(other.limit_, nullptr)}
            , client_{other.client_}
            , admission_{other.admission_}
        {}
        place& operator=(place&&) = delete;
        ~place() { release(); }

        /// Before its end. Once more has no effect.
        void release()
        {
            if (auto* const limit = std::exchange(limit_, nullptr)) limit->release(*this);
        }

        connection_limit::admission admission() const noexcept { return admission_; }

        /// Admits a connection over the limit, because another one was closed for it.
        void admit_as_replacement();

    private:
        friend class connection_limit;

        place(connection_limit& limit, std::uint64_t client, connection_limit::admission admission) noexcept
            : limit_{&limit}
            , client_{client}
            , admission_{admission}
        {}

        connection_limit*           limit_;
        std::uint64_t               client_;
        connection_limit::admission admission_;
    };

    connection_limit(std::size_t limit, std::size_t limit_per_address) noexcept
        : limit_{limit}
        , limit_per_address_{limit_per_address}
    {}

    /// None: the connection is closed without a response, because enough others get their 503 now. An IPv6 client is
    /// counted by its network of 64 bits, of which it has every address.
    std::optional<place> admit(const boost::asio::ip::address& client);

    /// A place over the limit, whatever is open. None: as above.
    std::optional<place> refuse();

    std::size_t open() const;

    /// False: some were still open at the deadline, or when the stop was requested.
    bool wait_until_empty(std::chrono::steady_clock::time_point deadline, const std::stop_token& stop = {});

private:
    std::optional<place> refuse(std::uint64_t client, admission reason); // with the lock held
    void                 release(const place& released);

    const std::size_t           limit_;
    const std::size_t           limit_per_address_;
    mutable std::mutex          mutex_;
    std::condition_variable_any empty_;
    std::size_t                 admitted_ = 0;
    std::size_t                 refused_  = 0; ///< connections that get their 503 now

    std::unordered_map<std::uint64_t, std::size_t> by_client_; ///< admitted connections
};

} // namespace verbatim::core::http

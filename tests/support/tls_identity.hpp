#pragma once

#include "support/temporary_directory.hpp"

#include <chrono>
#include <string>

namespace verbatim::support {

/// A new key and a self-signed certificate for localhost in a temporary directory.
class tls_identity
{
public:
    tls_identity() { write(1); }

    /// Replaces both files; the certificate gets this serial number, and ends after so much time.
    void write(long serial, std::chrono::seconds lifetime = std::chrono::hours{1}) const;

    std::string certificate() const { return folder_.path() / "certificate.pem"; }
    std::string key() const { return folder_.path() / "key.pem"; }

private:
    temporary_directory folder_;
};

} // namespace verbatim::support

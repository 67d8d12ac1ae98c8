#pragma once

#include "support/temporary_directory.hpp"

#include <string>

namespace verbatim::support {

/// A fresh key and a self-signed certificate for localhost, as files in a folder that goes with this object.
class tls_identity
{
public:
    tls_identity() { write(1); }

    /// Replaces both files by new ones; the certificate has this serial number.
    void write(long serial) const;

    std::string certificate() const { return folder_.path() / "certificate.pem"; }
    std::string key() const { return folder_.path() / "key.pem"; }

private:
    temporary_directory folder_;
};

} // namespace verbatim::support

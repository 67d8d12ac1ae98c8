#pragma once

#include <memory>

namespace verbatim::support {

template <auto Free>
struct openssl_deleter
{
    template <class T>
    void operator()(T* object) const
    {
        Free(object);
    }
};

/// Owns an OpenSSL object: openssl_pointer<X509, X509_free>.
template <class T, auto Free>
using openssl_pointer = std::unique_ptr<T, openssl_deleter<Free>>;

} // namespace verbatim::support

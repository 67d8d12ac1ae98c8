#include "support/tls_identity.hpp"

#include "support/openssl_pointer.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

namespace verbatim::support {

namespace {

using key_pointer         = openssl_pointer<EVP_PKEY, EVP_PKEY_free>;
using certificate_pointer = openssl_pointer<X509, X509_free>;
using file_pointer        = openssl_pointer<BIO, BIO_free_all>;

} // namespace

void tls_identity::write(long serial, std::chrono::seconds lifetime) const
{
    const key_pointer         key{EVP_EC_gen("P-256")};
    const certificate_pointer x509{X509_new()};
    ASN1_INTEGER_set(X509_get_serialNumber(x509.get()), serial);
    X509_gmtime_adj(X509_getm_notBefore(x509.get()), -60);
    X509_gmtime_adj(X509_getm_notAfter(x509.get()), static_cast<long>(lifetime.count()));
    X509_set_pubkey(x509.get(), key.get());
    auto* name = X509_get_subject_name(x509.get());
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("localhost"), -1, -1,
                               0);
    X509_set_issuer_name(x509.get(), name);
    X509_sign(x509.get(), key.get(), EVP_sha256());

    const file_pointer certificate_file{BIO_new_file(certificate().c_str(), "w")};
    PEM_write_bio_X509(certificate_file.get(), x509.get());
    const file_pointer key_file{BIO_new_file(this->key().c_str(), "w")};
    PEM_write_bio_PrivateKey(key_file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
}

} // namespace verbatim::support

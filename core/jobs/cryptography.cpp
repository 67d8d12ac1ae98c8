#include "jobs/cryptography.hpp"

#include "encoding/encoding.hpp"
#include "settings/setting_file.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/text.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <new>
#include <ranges>
#include <utility>

namespace verbatim::core::jobs {

namespace {

/// The fields in one text, each after its length and a colon, so that different fields never make equal texts.
std::string length_prefixed(std::initializer_list<std::string_view> fields)
{
    std::string text;
    for (const auto field : fields) text.append(std::to_string(field.size())).append(1, ':').append(field);
    return text;
}

constexpr auto*       setting        = "JOBS_KEY_FILE";
constexpr std::size_t max_file_bytes = std::size_t{1} << 20;

[[noreturn]] void refuse(std::string problem, std::string fix)
{
    throw core::settings::setting_error{{setting, std::move(problem), std::move(fix)}};
}

std::string id_of(const key_bytes& key)
{
    constexpr std::string_view purpose   = "verbatim job key id";
    constexpr std::size_t      id_digits = 16;

    wiped_text input;
    input.text.reserve(purpose.size() + key.bytes.size());
    input.text.append(purpose).append(key.view());
    return encoding::to_hexadecimal(encoding::sha256_of(input.text)).substr(0, id_digits);
}

std::string_view purpose_of(digested_text kind) noexcept
{
    switch (kind)
    {
    case digested_text::idempotency_key: return "verbatim job idempotency key";
    case digested_text::body: break;
    }
    return "verbatim job body";
}

// Sealed bytes are the ciphertext, the nonce and the tag, in this order, so that the text is encrypted in place. Random
// nonces allow 2^32 texts for each key; a master key seals one for each job.
constexpr std::size_t nonce_size = 12;
constexpr std::size_t tag_size   = 16;
static_assert(sealing_overhead == nonce_size + tag_size);

enum class direction
{
    open = 0,
    seal = 1,
};

void require(int result)
{
    if (result != 1) throw std::runtime_error{"AES-256-GCM failed"};
}

struct free_context
{
    void operator()(EVP_CIPHER_CTX* context) const noexcept { EVP_CIPHER_CTX_free(context); } // wipes it
};

class cipher
{
public:
    cipher(direction way, const key_bytes& key, const unsigned char* nonce, std::string_view associated)
    {
        if (!context_) throw std::bad_alloc{};
        int size = 0;
        require(EVP_CipherInit_ex(context_.get(), EVP_aes_256_gcm(), nullptr, key.bytes.data(), nonce,
                                  static_cast<int>(way)));
        require(EVP_CipherUpdate(context_.get(), nullptr, &size,
                                 reinterpret_cast<const unsigned char*>(associated.data()),
                                 static_cast<int>(associated.size())));
    }

    void transform(unsigned char* bytes, std::size_t count)
    {
        int size = 0;
        require(EVP_CipherUpdate(context_.get(), bytes, &size, bytes, static_cast<int>(count)));
    }

    void write_tag(unsigned char* tag)
    {
        require(finish());
        require(EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_AEAD_GET_TAG, tag_size, tag));
    }

    bool has_tag(unsigned char* tag)
    {
        require(EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_AEAD_SET_TAG, tag_size, tag));
        return finish() == 1;
    }

private:
    int finish()
    {
        unsigned char nothing[EVP_MAX_BLOCK_LENGTH];
        int           size = 0;
        return EVP_CipherFinal_ex(context_.get(), nothing, &size);
    }

    std::unique_ptr<EVP_CIPHER_CTX, free_context> context_{EVP_CIPHER_CTX_new()};
};

std::string seal_bytes(const key_bytes& key, std::string_view associated, std::string bytes)
{
    const auto size = bytes.size();
    if (size > encoding::max_base64_bytes - sealing_overhead) throw std::length_error{"part of a job"};
    bytes.resize(size + sealing_overhead);
    auto* const data  = reinterpret_cast<unsigned char*>(bytes.data());
    auto* const nonce = data + size;
    std::ranges::copy(random_bytes<nonce_size>(), nonce);

    cipher cipher{direction::seal, key, nonce, associated};
    cipher.transform(data, size);
    cipher.write_tag(nonce + nonce_size);
    return encoding::to_base64(bytes);
}

std::string open_text(const key_bytes& key, std::string_view associated, std::string_view text)
{
    auto bytes = encoding::from_base64(text);
    if (!bytes || bytes->size() < sealing_overhead) throw sealed_data_error{};
    const auto  size  = bytes->size() - sealing_overhead;
    auto* const data  = reinterpret_cast<unsigned char*>(bytes->data());
    auto* const nonce = data + size;

    cipher cipher{direction::open, key, nonce, associated};
    cipher.transform(data, size);
    if (!cipher.has_tag(nonce + nonce_size))
    {
        OPENSSL_cleanse(data, size); // may be a key that belongs to another job
        throw sealed_data_error{};
    }
    bytes->resize(size);
    return std::move(*bytes);
}

std::string associated_data(const part& place, const job_identity& owner)
{
    const auto purpose = "verbatim job " + std::string{to_string(place.kind)};
    return length_prefixed({purpose, std::to_string(place.number), owner.id, owner.tenant});
}

std::string associated_data_of_key(const job_identity& owner)
{
    return length_prefixed({"verbatim job data key", owner.id, owner.tenant});
}

key_bytes unwrap(const wrapped_key& stored_key, const master_keys& keys, const job_identity& owner)
{
    const auto* master = keys.find(stored_key.master_id);
    if (!master) throw sealed_data_error{};
    const wiped_text bytes{open_text(master->key, associated_data_of_key(owner), stored_key.text)};
    key_bytes        key;
    if (bytes.text.size() != key.bytes.size()) throw sealed_data_error{};
    std::ranges::copy(bytes.text, key.bytes.begin());
    return key;
}

} // namespace

master_keys::master_keys(const std::filesystem::path& file)
{
    const wiped_text content{core::settings::read_setting_file(setting, file, max_file_bytes)};
    std::size_t      number = 0;
    for (const auto& line : std::views::split(std::string_view{content.text}, '\n'))
        add_line({line.begin(), line.end()}, ++number);
    if (keys_.empty()) refuse("the file has no key", "write the output of openssl rand -hex 32 into it");
}

void master_keys::add_line(std::string_view text, std::size_t number)
{
    const wiped_text digits{sdk::ascii::lowercase(sdk::ascii::trimmed(text))};
    if (digits.text.empty()) return;

    master_key master;
    if (!encoding::read_hexadecimal(digits.text, master.key.bytes))
        refuse("line " + std::to_string(number) + " of the file is not a key", "write 64 hexadecimal digits");
    master.id = id_of(master.key);
    if (find(master.id)) refuse("line " + std::to_string(number) + " of the file repeats a key", "remove it");
    keys_.push_back(std::move(master));
}

std::vector<std::string> master_keys::ids() const
{
    std::vector<std::string> ids;
    for (const auto& key : keys_) ids.push_back(key.id);
    return ids;
}

const master_key* master_keys::find(std::string_view id) const noexcept
{
    const auto position = std::ranges::find(keys_, id, &master_key::id);
    return position == keys_.end() ? nullptr : &*position;
}

keyed_digest digest_of(std::string_view text, std::span<const unsigned char, 32> key)
{
    keyed_digest digest{};
    unsigned int size = 0;
    if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
             reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(), &size) == nullptr)
        throw std::bad_alloc{};
    return digest;
}

std::vector<std::string> digests_of(digested_text kind, std::string_view tenant, std::string_view text,
                                    const master_keys& keys)
{
    const auto               purpose = length_prefixed({purpose_of(kind), tenant});
    std::vector<std::string> digests;
    for (const auto& master : keys.all())
    {
        const key_bytes key{digest_of(purpose, master.key.bytes)};
        digests.push_back(encoding::to_hexadecimal(digest_of(text, key.bytes)));
    }
    return digests;
}

data_key::data_key(job_identity owner)
    : owner_{std::move(owner)}
    , key_{random_bytes<32>()}
{}

data_key::data_key(const wrapped_key& stored_key, const master_keys& keys, job_identity owner)
    : owner_{std::move(owner)}
    , key_{unwrap(stored_key, keys, owner_)}
{}

wrapped_key data_key::wrap(const master_keys& keys) const
{
    const auto& master = keys.sealing_key();
    std::string bytes;
    bytes.reserve(key_.bytes.size() + sealing_overhead); // growth would leave a copy of the key behind
    bytes.append(key_.view());
    return {.master_id = master.id, .text = seal_bytes(master.key, associated_data_of_key(owner_), std::move(bytes))};
}

std::string data_key::seal(const part& place, std::string bytes) const
{
    return seal_bytes(key_, associated_data(place, owner_), std::move(bytes));
}

std::string data_key::open(const part& place, std::string_view text) const
{
    return open_text(key_, associated_data(place, owner_), text);
}

} // namespace verbatim::core::jobs

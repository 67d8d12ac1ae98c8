#include "embedding/word_vectors.hpp"

#include "encoding/encoding.hpp"
#include "settings/file_descriptor.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/text.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <system_error>

namespace verbatim::core::embedding {

namespace {

static_assert(std::endian::native == std::endian::little, "the numbers of the file are little-endian");

struct header
{
    std::array<char, 16>          format;
    std::uint32_t                 words;
    std::uint32_t                 dimensions;
    std::uint64_t                 text_bytes;
    std::array<unsigned char, 32> sha256; ///< of all that follows the header
};
static_assert(sizeof(header) == 64);

constexpr std::string_view format{"verbatim words 1"};
static_assert(format.size() == sizeof(header::format));

constexpr std::uint64_t max_bytes      = std::uint64_t{1} << 30;
constexpr std::size_t   max_word_bytes = 255;
constexpr float         max_step       = 1; ///< so that sums of vectors stay finite

/// Of a vector that belongs to a word of the same beginning or end.
constexpr float part_weight = 0.7f;

[[noreturn]] void refuse(const std::string& problem)
{
    throw core::settings::setting_error{
        {"EMBEDDING_WORD_VECTORS", "the file " + problem,
         "name the file word_vectors of this release, or set EMBEDDING_MODEL to local/lexical"}};
}

/// The characters at the beginning that both have.
std::size_t common_characters(std::string_view left, std::string_view right) noexcept
{
    const auto bytes = static_cast<std::size_t>(std::ranges::mismatch(left, right).in1 - left.begin());
    return sdk::utf8::count_code_points(sdk::utf8::truncated(left, bytes));
}

} // namespace

/// The bytes of a file, read-only.
class word_vectors::mapping
{
public:
    explicit mapping(const std::string& file)
    {
        const auto refuse_unreadable = [] {
            refuse("cannot be read (" + std::generic_category().message(errno) + ")");
        };
        // O_NONBLOCK: opening a pipe without a writer would block.
        const core::settings::file_descriptor descriptor{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
        struct stat                           status
        {};
        if (descriptor.number() < 0 || ::fstat(descriptor.number(), &status) != 0) refuse_unreadable();
        if (!S_ISREG(status.st_mode)) refuse("is not a regular file");
        if (static_cast<std::uint64_t>(status.st_size) < sizeof(header)) refuse("is no table of word vectors");
        if (static_cast<std::uint64_t>(status.st_size) > max_bytes) refuse("is larger than 1 GiB");
        size_ = static_cast<std::size_t>(status.st_size);
        data_ = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor.number(), 0);
        if (data_ == MAP_FAILED) refuse_unreadable();
    }
    ~mapping() { ::munmap(data_, size_); }
    mapping(const mapping&)            = delete;
    mapping& operator=(const mapping&) = delete;

    std::span<const std::byte> bytes() const noexcept { return {static_cast<const std::byte*>(data_), size_}; }

    /// Gives back the memory of the pages that were read. Later reads fetch the pages that they need from the file.
    void release() const noexcept { ::madvise(data_, size_, MADV_DONTNEED); }

private:
    void*       data_ = nullptr;
    std::size_t size_ = 0;
};

std::size_t word_vectors::word_hash::operator()(std::string_view word) const noexcept
{
    return std::hash<std::string_view>{}(word);
}

word_vectors::word_vectors(const std::string& file)
    : mapping_{std::make_unique<mapping>(file)}
    , index_{0, word_hash{this}, same_word{this}}
{
    read(mapping_->bytes());
    mapping_->release();
}

word_vectors::~word_vectors() = default;

void word_vectors::read(std::span<const std::byte> file)
{
    header head;
    std::memcpy(&head, file.data(), sizeof head);
    if (std::string_view{head.format.data(), head.format.size()} != format) refuse("is no table of word vectors");
    if (head.words == 0 || head.dimensions == 0 || head.dimensions > max_dimensions || head.text_bytes > file.size())
        refuse("is a table of word vectors with impossible sizes");

    // Below 2^32 * (8 + 256) + 2^30 bytes: no overflow.
    const auto body     = file.subspan(sizeof head);
    const auto numbers  = std::size_t{head.words} * sizeof(std::uint32_t);
    const auto expected = 2 * numbers + std::size_t{head.text_bytes} + std::size_t{head.words} * head.dimensions;
    if (body.size() != expected) refuse("is an incomplete table of word vectors");

    if (encoding::sha256_of({reinterpret_cast<const char*>(body.data()), body.size()}) != head.sha256)
        refuse("is a damaged table of word vectors: its SHA-256 is not the one that it states");

    words_       = head.words;
    dimensions_  = head.dimensions;
    ends_        = {reinterpret_cast<const std::uint32_t*>(body.data()), words_};
    steps_       = {reinterpret_cast<const float*>(body.data() + numbers), words_};
    text_        = {reinterpret_cast<const char*>(body.data() + 2 * numbers), std::size_t{head.text_bytes}};
    coordinates_ = {reinterpret_cast<const std::int8_t*>(body.data() + 2 * numbers + head.text_bytes),
                    std::size_t{words_} * dimensions_};
    digest_      = encoding::to_hexadecimal(head.sha256);

    // A wrong table with a right digest must not make find() read beyond the text.
    std::uint32_t begin = 0;
    for (number n = 0; n != words_; ++n)
    {
        if (ends_[n] <= begin || ends_[n] > text_.size() || ends_[n] - begin > max_word_bytes ||
            !(std::abs(steps_[n]) <= max_step) || (n != 0 && word(n - 1) >= text_.substr(begin, ends_[n] - begin)))
            refuse("is a table of word vectors with an impossible word");
        begin = ends_[n];
    }
    index_.reserve(words_);
    for (number n = 0; n != words_; ++n) index_.insert(n);
}

bool word_vectors::add(std::string_view word, float weight, std::span<float> sum) const noexcept
{
    if (const auto n = find(word))
    {
        add(*n, weight, sum);
        return true;
    }
    auto similar = find_same_beginning(word);
    if (!similar) similar = find_end(word);
    if (!similar) return false;
    add(*similar, part_weight * weight, sum);
    return true;
}

void word_vectors::add(number n, float weight, std::span<float> sum) const noexcept
{
    const auto vector = coordinates_.subspan(std::size_t{n} * dimensions_, dimensions_);
    const auto step   = weight * steps_[n];
    for (std::size_t at = 0; at != vector.size(); ++at) sum[at] += step * static_cast<float>(vector[at]);
}

std::string_view word_vectors::word(number n) const noexcept
{
    const auto begin = n == 0 ? 0 : ends_[n - 1];
    return text_.substr(begin, ends_[n] - begin);
}

std::optional<word_vectors::number> word_vectors::find(std::string_view word) const noexcept
{
    const auto found = index_.find(word);
    return found == index_.end() ? std::nullopt : std::optional{*found};
}

/// Two thirds of the characters, at least four, must be equal, and the other word may have at most four more.
std::optional<word_vectors::number> word_vectors::find_same_beginning(std::string_view word) const noexcept
{
    constexpr std::size_t min_length = 5;
    if (word.size() > max_word_bytes) return std::nullopt;
    const auto length = sdk::utf8::count_code_points(word);
    if (length < min_length) return std::nullopt;

    // The words are sorted, so those with the longest common beginning are next to the place of this one.
    number first = 0;
    for (number count = words_; count != 0;)
    {
        const auto half = count / 2;
        const bool less = this->word(first + half) < word;
        first           = less ? first + half + 1 : first;
        count           = less ? count - half - 1 : half;
    }
    std::optional<number> best;
    std::size_t           best_common = std::max<std::size_t>(4, (2 * length + 2) / 3) - 1;
    for (const auto n : {first, first - 1})
    {
        if (n >= words_) continue; // first - 1 wraps
        const auto common = common_characters(this->word(n), word);
        if (common <= best_common || sdk::utf8::count_code_points(this->word(n)) > length + 4) continue;
        best        = n;
        best_common = common;
    }
    return best;
}

/// Without up to four characters at the beginning, such as an article or a pronoun of Arabic or Swahili.
std::optional<word_vectors::number> word_vectors::find_end(std::string_view word) const noexcept
{
    constexpr std::size_t min_length = 4;
    if (word.size() > max_word_bytes) return std::nullopt;
    auto length = sdk::utf8::count_code_points(word);
    for (int dropped = 0; dropped != 4 && length > min_length; ++dropped, --length)
    {
        word.remove_prefix(sdk::utf8::decode(word, 0).end);
        if (const auto n = find(word)) return n;
    }
    return std::nullopt;
}

} // namespace verbatim::core::embedding

#include "embedding/features.hpp"

#include "verbatim/sdk/text.hpp"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <stdexcept>

namespace verbatim::core::embedding {

namespace {

using kind = feature::kind;

constexpr std::size_t min_length = 3; ///< consecutive characters of a feature
constexpr std::size_t max_length = 5;

/// Different for each kind, so that a word and the same sequence of characters are different features.
constexpr std::uint64_t seed_of(feature::kind type) noexcept { return static_cast<std::uint64_t>(type) + 1; }

constexpr std::uint64_t combine(std::uint64_t hash, std::uint64_t next) noexcept
{
    hash = (hash ^ next) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 32);
}

/// The finalizer of MurmurHash3: every bit of the result depends on every bit of the argument.
constexpr std::uint64_t finalize(std::uint64_t hash) noexcept
{
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdu;
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53u;
    return hash ^ (hash >> 33);
}

const icu::Normalizer2& case_folder()
{
    static const icu::Normalizer2& instance = []() -> const icu::Normalizer2& {
        UErrorCode  status     = U_ZERO_ERROR;
        const auto* normalizer = icu::Normalizer2::getNFKCCasefoldInstance(status);
        if (U_FAILURE(status) != 0) throw std::runtime_error{"ICU has no NFKC case folding"};
        return *normalizer;
    }();
    return instance;
}

bool is_word_character(char32_t c)
{
    if (c < 0x80) return sdk::ascii::is_lower(c) || sdk::ascii::is_digit(c);
    const auto code_point = static_cast<UChar32>(c);
    return u_isalnum(code_point) != 0 || (U_GET_GC_MASK(code_point) & U_GC_M_MASK) != 0;
}

} // namespace

std::span<const feature> feature_reader::read(std::string_view utf8)
{
    features_.clear();
    positions_.clear();
    fold(utf8);
    split_words();

    std::uint64_t previous = 0;
    for (std::size_t from = 0; from + 1 < words_.size();)
    {
        auto hash = seed_of(kind::word);
        auto to   = from + 1;
        for (; words_[to] != U' '; ++to) hash = combine(hash, words_[to]);
        add(kind::word, finalize(hash));
        if (previous != 0) add(kind::pair, finalize(combine(combine(seed_of(kind::pair), previous), hash)));
        add_characters(from, to + 1);
        previous = hash;
        from     = to;
    }
    return features_;
}

void feature_reader::fold(std::string_view utf8)
{
    folded_.clear();
    if (sdk::ascii::is_ascii(utf8))
    {
        folded_.resize(utf8.size());
        std::ranges::transform(utf8, folded_.begin(), sdk::ascii::to_lower);
        return;
    }
    UErrorCode                       status = U_ZERO_ERROR;
    icu::StringByteSink<std::string> sink{&folded_};
    case_folder().normalizeUTF8(0, {utf8.data(), static_cast<int32_t>(utf8.size())}, sink, nullptr, status);
    if (U_FAILURE(status) != 0) throw std::runtime_error{"ICU cannot fold a text"};
}

void feature_reader::split_words()
{
    words_.assign(1, U' ');
    for (std::size_t at = 0; at != folded_.size();)
    {
        const auto c = sdk::utf8::decode(folded_, at);
        if (is_word_character(c.value)) words_.push_back(c.value);
        else if (words_.back() != U' ') words_.push_back(U' ');
        at = c.end;
    }
    if (words_.back() != U' ') words_.push_back(U' ');
}

void feature_reader::add_characters(std::size_t from, std::size_t to)
{
    for (; from + min_length <= to; ++from)
    {
        auto       hash = seed_of(kind::characters);
        const auto end  = std::min(from + max_length, to);
        for (auto at = from; at != end; ++at)
        {
            hash = combine(hash, words_[at]);
            if (at + 1 >= from + min_length) add(kind::characters, finalize(hash));
        }
    }
}

void feature_reader::add(feature::kind type, std::uint64_t hash)
{
    const auto [position, is_new] = positions_.try_emplace(hash, static_cast<std::uint32_t>(features_.size()));
    if (is_new) features_.push_back({hash, 1, type});
    else ++features_[position->second].count;
}

} // namespace verbatim::core::embedding

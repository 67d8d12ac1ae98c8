#include "embedding/features.hpp"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <stdexcept>

namespace verbatim::core::embedding {

namespace {

using kind = feature::kind;

constexpr std::size_t shortest = 3; ///< characters in a row
constexpr std::size_t longest  = 5;

/// Different for each kind, so that a word is another feature than the same letters in a row.
constexpr std::uint64_t seed_of(feature::kind what) noexcept { return static_cast<std::uint64_t>(what) + 1; }

constexpr std::uint64_t joined(std::uint64_t hash, std::uint64_t next) noexcept
{
    hash = (hash ^ next) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 32);
}

/// Every bit of the result depends on every bit given.
constexpr std::uint64_t finished(std::uint64_t hash) noexcept
{
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdu;
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53u;
    return hash ^ (hash >> 33);
}

bool is_ascii(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

const icu::Normalizer2& folding()
{
    static const icu::Normalizer2& shared = []() -> const icu::Normalizer2& {
        UErrorCode  status = U_ZERO_ERROR;
        const auto* made   = icu::Normalizer2::getNFKCCasefoldInstance(status);
        if (U_FAILURE(status) != 0) throw std::runtime_error{"ICU has no NFKC case folding"};
        return *made;
    }();
    return shared;
}

bool is_of_a_word(UChar32 c)
{
    if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    return c != U_SENTINEL && (u_isalnum(c) != 0 || (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0);
}

} // namespace

std::span<const feature> feature_reader::read(std::string_view utf8)
{
    found_.clear();
    std::ranges::fill(table_, 0u);
    fold(utf8);
    spell();

    std::uint64_t before = 0;
    for (std::size_t from = 0; from + 1 < spelled_.size();)
    {
        auto hash = seed_of(kind::word);
        auto to   = from + 1;
        for (; spelled_[to] != U' '; ++to) hash = joined(hash, spelled_[to]);
        add(kind::word, finished(hash));
        if (before != 0) add(kind::pair, finished(joined(joined(seed_of(kind::pair), before), hash)));
        add_characters(from, to + 1);
        before = hash;
        from   = to;
    }
    return found_;
}

void feature_reader::fold(std::string_view utf8)
{
    folded_.clear();
    if (is_ascii(utf8))
    {
        folded_.resize(utf8.size());
        std::ranges::transform(utf8, folded_.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
        return;
    }
    UErrorCode                       status = U_ZERO_ERROR;
    icu::StringByteSink<std::string> sink{&folded_};
    folding().normalizeUTF8(0, {utf8.data(), static_cast<int32_t>(utf8.size())}, sink, nullptr, status);
    if (U_FAILURE(status) != 0) throw std::runtime_error{"ICU cannot fold a text"};
}

void feature_reader::spell()
{
    spelled_.assign(1, U' ');
    const auto length = static_cast<int32_t>(folded_.size());
    for (int32_t at = 0; at < length;)
    {
        UChar32 c = 0;
        U8_NEXT(folded_.data(), at, length, c);
        if (is_of_a_word(c)) spelled_.push_back(static_cast<char32_t>(c));
        else if (spelled_.back() != U' ') spelled_.push_back(U' ');
    }
    if (spelled_.back() != U' ') spelled_.push_back(U' ');
}

void feature_reader::add_characters(std::size_t from, std::size_t to)
{
    for (; from + shortest <= to; ++from)
    {
        auto       hash = seed_of(kind::characters);
        const auto end  = std::min(from + longest, to);
        for (auto at = from; at != end; ++at)
        {
            hash = joined(hash, spelled_[at]);
            if (at + 1 >= from + shortest) add(kind::characters, finished(hash));
        }
    }
}

void feature_reader::add(feature::kind what, std::uint64_t hash)
{
    if (found_.size() * 2 >= table_.size()) grow();
    const auto mask = table_.size() - 1;
    for (auto place = hash & mask;; place = (place + 1) & mask)
    {
        if (table_[place] == 0)
        {
            found_.push_back({hash, 1, what});
            table_[place] = static_cast<std::uint32_t>(found_.size());
            return;
        }
        if (auto& known = found_[table_[place] - 1]; known.hash == hash)
        {
            ++known.count;
            return;
        }
    }
}

void feature_reader::grow()
{
    table_.assign(std::max<std::size_t>(table_.size() * 2, 1024), 0u);
    const auto mask = table_.size() - 1;
    for (std::size_t n = 0; n != found_.size(); ++n)
    {
        auto place = found_[n].hash & mask;
        while (table_[place] != 0) place = (place + 1) & mask;
        table_[place] = static_cast<std::uint32_t>(n + 1);
    }
}

} // namespace verbatim::core::embedding

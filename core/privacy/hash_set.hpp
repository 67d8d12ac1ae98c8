#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace verbatim::core::privacy {

/// A set of word hashes in one block of memory: what keeps a request-wide vocabulary affordable. Hashes that collide
/// count as the same word; with 64 bits that does not happen by chance, and on purpose it only hides a word.
class hash_set
{
public:
    void insert(std::uint64_t hash)
    {
        hash += hash == 0;
        if ((used_ + 1) * 2 > slots_.size()) grow();
        used_ += place(hash);
    }

    bool contains(std::uint64_t hash) const noexcept
    {
        if (used_ == 0) return false;
        hash += hash == 0;
        for (auto at = hash;; ++at)
        {
            const auto slot = slots_[at & (slots_.size() - 1)];
            if (slot == hash) return true;
            if (slot == 0) return false;
        }
    }

    bool empty() const noexcept { return used_ == 0; }

private:
    bool place(std::uint64_t hash) noexcept
    {
        for (auto at = hash;; ++at)
        {
            auto& slot = slots_[at & (slots_.size() - 1)];
            if (slot == hash) return false;
            if (slot != 0) continue;
            slot = hash;
            return true;
        }
    }

    void grow()
    {
        std::vector<std::uint64_t> old(slots_.empty() ? 256 : slots_.size() * 2, 0);
        old.swap(slots_);
        for (const auto hash : old)
            if (hash != 0) place(hash);
    }

    std::vector<std::uint64_t> slots_;
    std::size_t                used_ = 0;
};

} // namespace verbatim::core::privacy

#pragma once

#include "verbatim/sdk/export.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace verbatim::sdk {

/// Vectors of words of many languages: docs/reference/built-in-model.md#table-of-word-vectors. Words of similar meaning
/// are near, also those of different languages; words of grammar are short. The vector of a text is the sum of those of
/// its words. Costs no model call and no wait, so an offline completion can use it. Lives as long as its call.
/// [any thread]
class VERBATIM_SDK_API word_vectors
{
public:
    word_vectors()                               = default;
    word_vectors(const word_vectors&)            = delete;
    word_vectors& operator=(const word_vectors&) = delete;
    virtual ~word_vectors();

    virtual std::size_t dimensions() const noexcept = 0;

    /// Adds `weight` times the vector of a word after NFKC case folding to the first `dimensions()` numbers of `sum`. A
    /// word that is not in the table has a part of the vector of a word that is spelled much alike. Returns false, and
    /// adds nothing, if there is none.
    virtual bool add(std::string_view word, float weight, std::span<float> sum) const noexcept = 0;
};

} // namespace verbatim::sdk

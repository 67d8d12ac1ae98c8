#pragma once

#include "assigned_code.hpp"
#include "model_output.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

/// The output without a provider: compares words and understands nothing.
namespace verbatim::assign_codes::offline {

/// Picks options for texts: docs/reference/built-in-model.md#codes. Reads the options once and borrows nothing. Used by
/// one thread at a time.
class picker
{
public:
    explicit picker(std::span<const option> options);
    ~picker();
    picker(const picker&)            = delete;
    picker& operator=(const picker&) = delete;

    /// Usually a single option, and none without common topical words. A second one is about other words of the text.
    code_selection pick(std::string_view text);

private:
    class index;
    std::unique_ptr<index> index_;
};

/// How much of the words of the path's `level`, counted from 1, occur in the text: of its name or of another text of
/// it, whichever fits best. Words of a finer level count for all levels above it. A level without topical words has the
/// score of the nearest level with some.
level_score judge(std::string_view text, const option& path, std::size_t level);

} // namespace verbatim::assign_codes::offline

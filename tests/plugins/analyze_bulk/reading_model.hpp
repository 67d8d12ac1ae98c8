#pragma once

#include "verbatim/sdk/embedder.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/testing/scripted_llm.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// Which question of a hierarchical analysis a model is asked.
enum class asked_for
{
    map,
    reduce,
    chunk_judge,
    whole_judge,
};

asked_for kind_of(const heard& one);

/// Every `<text>` of a message, as the model sees it.
std::vector<std::string> texts_in(std::string_view message);

/// A model that answers each kind of question in its own way, at once or one turn of the loop later, and remembers
/// what it was asked and how many it was busy with.
class reading_model final : public sdk::llm
{
public:
    using answer = std::function<sdk::result<std::string>(const heard& asked, std::size_t n)>; ///< the n-th of its kind

    std::map<asked_for, answer> answers; ///< of those kinds that do not get the default answer
    sdk::token_limits           limit;

    std::vector<heard>    all;
    std::size_t           busy      = 0;
    std::size_t           most_busy = 0;
    std::function<void()> waits_at_last; ///< called when the call number `never` came, which is never answered
    std::size_t           never = static_cast<std::size_t>(-1); ///< counted from 0

    std::vector<heard> of(asked_for kind) const;

    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::conversation& what) override;
    sdk::token_limits                       limits() const noexcept override { return limit; }

private:
    sdk::result<std::string> answer_to(const heard& one);

    std::map<asked_for, std::size_t> counted_;
};

/// Puts texts with the same first letter in the same place.
class first_letters final : public sdk::embedder
{
public:
    std::optional<sdk::errc> fails;
    std::function<void()>    waits; ///< set: called, and then no answer comes
    std::vector<std::string> texts; ///< as given
    std::size_t              at_once = 0;

    sdk::task<sdk::result<sdk::vectors>> try_embed(std::span<const sdk::outbound> given, std::size_t limit) override;
};

} // namespace verbatim::testing

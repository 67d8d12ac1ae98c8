#pragma once

#include "framework.hpp"
#include "options.hpp"
#include "walk.hpp"
#include "wire.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/operation.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace verbatim::assign_codes {

/// POST /v1/assign-codes: which codes of a framework one record is about, with a score for each level.
class operation final : public sdk::operation
{
public:
    /// `own` is the framework of requests that bring none; at most `judges` paths of one request are judged at once.
    operation(std::optional<framework> own, std::size_t judges);

    sdk::descriptor       describe() const override;
    sdk::task<sdk::reply> run(sdk::call& call) override;

private:
    const framework&               codes_for(const request& asked) const;
    sdk::task<std::vector<option>> offered(sdk::call& call, const request& asked) const;
    sdk::task<>                    judge(sdk::call& call, const feedback::redaction& names, walk& along) const;

    const std::optional<framework> own_;
    const std::size_t              judges_;
    const sdk::outbound            picking_;
    const sdk::outbound            judging_;
};

} // namespace verbatim::assign_codes

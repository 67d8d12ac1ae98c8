#pragma once

#include "wire.hpp"

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/operation.hpp"

namespace hello {

/// Greets a person.
class operation final : public verbatim::sdk::operation
{
public:
    explicit operation(settings chosen);

    verbatim::sdk::descriptor                 describe() const override;
    verbatim::sdk::task<verbatim::sdk::reply> run(verbatim::sdk::call& call) override;

private:
    const settings settings_;
};

} // namespace hello

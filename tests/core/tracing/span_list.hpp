#pragma once

#include "tracing/span.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace verbatim::testing {

/// Stores ended spans.
struct span_list final : core::tracing::span_sink
{
    std::vector<core::tracing::span> spans;

    void add(core::tracing::span ended) noexcept override { spans.push_back(std::move(ended)); }

    const core::tracing::span& named(const std::string& name) const
    {
        const auto entry = std::ranges::find(spans, name, &core::tracing::span::name);
        BOOST_REQUIRE_MESSAGE(entry != spans.end(), name);
        return *entry;
    }
};

/// An attribute; -1 without it.
inline std::int64_t number(const core::tracing::span& source, std::string_view name)
{
    for (const auto& attribute : source.attributes)
        if (attribute.name.view() == name) return std::get<std::int64_t>(attribute.value);
    return -1;
}

/// An attribute; empty without it.
inline std::string text(const core::tracing::span& source, std::string_view name)
{
    for (const auto& attribute : source.attributes)
        if (attribute.name.view() == name) return std::get<std::string>(attribute.value);
    return {};
}

} // namespace verbatim::testing

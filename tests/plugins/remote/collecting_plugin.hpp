#pragma once

#include "document.hpp"

#include "verbatim/sdk/plugin.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

namespace verbatim::remote {

/// Stores the operations that are added.
class collecting_plugin final : public sdk::plugin
{
public:
    using sdk::plugin::add;
    void      add(std::unique_ptr<sdk::operation> operation) override { operations.push_back(std::move(operation)); }
    sdk::log& log() noexcept override { return logged; }

    // Processes log until the operations end.
    testing::captured_log                        logged;
    std::vector<std::unique_ptr<sdk::operation>> operations;

protected:
    void read_settings(const sdk::object_schema&, void*) override {}
};

inline settings settings_of(const std::filesystem::path& documents)
{
    remote::settings settings;
    settings.operations.text = documents.string();
    return settings;
}

} // namespace verbatim::remote

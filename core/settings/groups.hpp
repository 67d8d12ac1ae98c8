#pragma once

#include "settings/reader.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace verbatim::core::settings {

/// Settings that answer one question of an operator, such as "Where does the server listen?". Settings that no question
/// names, such as those of other plugins, have the description of their component as the title.
struct setting_group
{
    struct setting
    {
        const reader::section*          component;
        const sdk::field_documentation* field;
    };

    std::string_view     title;
    std::vector<setting> settings; ///< in the order of their components; never empty
};

/// Every setting once, although components may declare the same one. Borrows the sections.
std::vector<setting_group> group_settings(std::span<const reader::section> sections);

} // namespace verbatim::core::settings

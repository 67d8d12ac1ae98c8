#pragma once

#include "verbatim/codebook/framework.hpp"
#include "verbatim/codebook/options.hpp"

#include <vector>

namespace verbatim::suggest_codes {

/// 0 Health, 1 Health > Medicine, 2 Health > Clinic staff, 3 Water, 4 Water > Broken pump
inline codebook::framework example_framework()
{
    const codebook::node medicine{.id = "L2-medicine", .name = "Medicine"};
    const codebook::node staff{.id = "L2-staff", .name = "Clinic staff"};
    const codebook::node pump{.id = "L2-pump", .name = "Broken pump"};
    return {{{.id = "L1-health", .name = "Health", .children = {medicine, staff}},
             {.id = "L1-water", .name = "Water", .children = {pump}}}};
}

/// The same as options.
struct example_options
{
    codebook::framework           framework = example_framework();
    std::vector<codebook::option> options   = codebook::flatten(framework);
};

} // namespace verbatim::suggest_codes

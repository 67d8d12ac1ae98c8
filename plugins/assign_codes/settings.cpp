#include "settings.hpp"

namespace verbatim::assign_codes {

void declare(sdk::declaration& wire, settings& chosen)
{
    wire.is("AssignCodesSettings", "Which codes are offered, and how many of them are judged at once.");

    wire.takes(
        "CODING_FRAMEWORK_PATH", chosen.framework_path,
        "A JSON file with the coding framework of requests that bring none; not set: each has to bring its own.")
        .example("/etc/verbatim/framework.json");
    feedback::fan_out_setting(wire, chosen.judges);
}

} // namespace verbatim::assign_codes

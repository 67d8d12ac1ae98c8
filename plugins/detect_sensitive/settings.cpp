#include "settings.hpp"

namespace verbatim::detect_sensitive {

void declare(sdk::declaration& wire, settings& chosen)
{
    wire.is("DetectSensitiveSettings", "What a model sees of a record besides its words.");

    feedback::metadata_settings(wire, chosen.metadata);
}

} // namespace verbatim::detect_sensitive

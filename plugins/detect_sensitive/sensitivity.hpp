#pragma once

#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <string_view>

namespace verbatim::detect_sensitive {

/// The types of sensitive content. The names are used in responses, in the output schema and in the system message.
enum class sensitivity
{
    gender_inequality,
    gender_discrimination,
    sexual_violence,
    sexual_exploitation,
    sexual_abuse,
    gender_based_violence,
    corruption,
    fraud,
    code_of_conduct_violation,
    environmental_health_and_safety_issues,
    threats_and_physical_violence,
    alcohol_or_narcotic_abuse,
    conflict_of_interest,
    theft,
    embezzlement,
    gifts_bribes_and_kickbacks,
    procurement_or_tender_violation,
    insider_trading,
    falsification_or_destruction_of_information,
    nepotism_and_favouritism,
    abuse_of_official_position,
    unfair_treatment_of_employees,
    unfair_dismissal,
    harassment,
    privacy_and_confidentiality_issues,
    workplace_bullying,
    sexual_harassment,
    vandalism,
    gifts_and_hospitality,
    environmental_violations,
    food_safety,
    retaliation_against_whistleblowers,
    inappropriate_behaviour,
};
sdk::enum_values declare(sensitivity);

} // namespace verbatim::detect_sensitive

namespace verbatim::detect_sensitive::offline {

inline constexpr std::size_t sensitivity_count = static_cast<std::size_t>(sensitivity::inappropriate_behaviour) + 1;

/// "words about ...", for explanations.
std::string_view topic_of(sensitivity type) noexcept;

} // namespace verbatim::detect_sensitive::offline

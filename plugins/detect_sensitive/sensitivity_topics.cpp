#include "sensitivity_topics.hpp"

#include <array>

namespace verbatim::detect_sensitive::offline {
namespace {

constexpr std::array<std::string_view, sensitivity_count> topics{
    "unequal chances of women and men",                 // gender_inequality
    "unfair treatment because of sex",                  // gender_discrimination
    "sexual assault or coercion",                       // sexual_violence
    "sex in exchange for help or goods",                // sexual_exploitation
    "sexual abuse",                                     // sexual_abuse
    "violence between partners or because of gender",   // gender_based_violence
    "corruption",                                       // corruption
    "deception for gain",                               // fraud
    "conduct of staff or volunteers against the rules", // code_of_conduct_violation
    "dangers to health or safety",                      // environmental_health_and_safety_issues
    "threats or physical violence",                     // threats_and_physical_violence
    "alcohol or drugs",                                 // alcohol_or_narcotic_abuse
    "private interest in decisions",                    // conflict_of_interest
    "stolen property",                                  // theft
    "entrusted goods or funds diverted",                // embezzlement
    "bribes or payments for a favour",                  // gifts_bribes_and_kickbacks
    "purchasing or tenders",                            // procurement_or_tender_violation
    "trading on confidential information",              // insider_trading
    "forged, hidden or destroyed information",          // falsification_or_destruction_of_information
    "advantage for relatives or friends",               // nepotism_and_favouritism
    "a position used for private benefit",              // abuse_of_official_position
    "unjust treatment of staff",                        // unfair_treatment_of_employees
    "dismissal",                                        // unfair_dismissal
    "harassment",                                       // harassment
    "disclosure of personal data",                      // privacy_and_confidentiality_issues
    "humiliation at work",                              // workplace_bullying
    "unwanted sexual attention",                        // sexual_harassment
    "deliberate damage",                                // vandalism
    "gifts or hospitality",                             // gifts_and_hospitality
    "pollution or waste",                               // environmental_violations
    "unsafe food",                                      // food_safety
    "punishment after a complaint",                     // retaliation_against_whistleblowers
    "insults or disrespect",                            // inappropriate_behaviour
};

} // namespace

std::string_view topic_of(sensitivity type) noexcept { return topics[static_cast<std::size_t>(type)]; }

} // namespace verbatim::detect_sensitive::offline

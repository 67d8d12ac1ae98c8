#include "sensitivity.hpp"

#include <array>

namespace verbatim::detect_sensitive {

sdk::enum_values declare(sensitivity)
{
    using enum sensitivity;
    // clang-format off
    return {"SensitivityType", {
        {"GENDER_INEQUALITY", gender_inequality,
         "Women, men, girls or boys get less access, say or help than others because of their gender."},
        {"GENDER_DISCRIMINATION", gender_discrimination,
         "Somebody is shut out, turned away or treated unfairly because of their sex."},
        {"SEXUAL_VIOLENCE", sexual_violence,
         "Rape, sexual assault, or a sexual act that is forced on somebody."},
        {"SEXUAL_EXPLOITATION", sexual_exploitation,
         "Power, trust or somebody's need is used to get sex, for example sex in exchange for aid, work or money."},
        {"SEXUAL_ABUSE", sexual_abuse,
         "Sexual touching or another sexual intrusion, done or threatened, by force or where one side cannot refuse."},
        {"GENDER_BASED_VIOLENCE", gender_based_violence,
         "Violence that grows from gender roles or power between the sexes: between partners, in the family, forced marriage."},
        {"CORRUPTION", corruption,
         "Bribery, or authority bent for a private advantage, at any level."},
        {"FRAUD", fraud,
         "Deception for material gain: invented recipients, false claims, fake collections."},
        {"CODE_OF_CONDUCT_VIOLATION", code_of_conduct_violation,
         "Staff or volunteers act against the rules of conduct of their organisation."},
        {"ENVIRONMENTAL_HEALTH_AND_SAFETY_ISSUES", environmental_health_and_safety_issues,
         "Rules that protect the environment, health or safety are broken, or a place or practice endangers people."},
        {"THREATS_AND_PHYSICAL_VIOLENCE", threats_and_physical_violence,
         "Threats, intimidation, beating, attacks, weapons."},
        {"ALCOHOL_OR_NARCOTIC_ABUSE", alcohol_or_narcotic_abuse,
         "Abuse of alcohol or drugs, above all on duty or at a distribution."},
        {"CONFLICT_OF_INTEREST", conflict_of_interest,
         "A private interest of somebody who decides sways the decision, or could."},
        {"THEFT", theft,
         "Property is taken without right: goods, money, relief items."},
        {"EMBEZZLEMENT", embezzlement,
         "Funds or goods are diverted by those they were entrusted to."},
        {"GIFTS_BRIBES_AND_KICKBACKS", gifts_bribes_and_kickbacks,
         "An improper advantage is asked for, given or taken: money to be put on a list, a share of a contract."},
        {"PROCUREMENT_OR_TENDER_VIOLATION", procurement_or_tender_violation,
         "Purchasing or a tender is manipulated, or its rules are evaded."},
        {"INSIDER_TRADING", insider_trading,
         "Confidential information is used to trade, or passed on to those who do."},
        {"FALSIFICATION_OR_DESTRUCTION_OF_INFORMATION", falsification_or_destruction_of_information,
         "Records, lists, signatures or reports are forged, hidden or destroyed."},
        {"NEPOTISM_AND_FAVOURITISM", nepotism_and_favouritism,
         "Family, friends or one's own group are served or hired before others."},
        {"ABUSE_OF_OFFICIAL_POSITION", abuse_of_official_position,
         "Somebody uses a position or office for private benefit."},
        {"UNFAIR_TREATMENT_OF_EMPLOYEES", unfair_treatment_of_employees,
         "Unjust decisions about staff or volunteers: pay, hours, assignments, promotion."},
        {"UNFAIR_DISMISSAL", unfair_dismissal,
         "Somebody lost their work without good cause."},
        {"HARASSMENT", harassment,
         "Conduct that is hostile, unwanted or meant to wear somebody down."},
        {"PRIVACY_AND_CONFIDENTIALITY_ISSUES", privacy_and_confidentiality_issues,
         "Personal data or something told in confidence reaches those who have no right to it."},
        {"WORKPLACE_BULLYING", workplace_bullying,
         "Repeated humiliation, shouting or exclusion at work."},
        {"SEXUAL_HARASSMENT", sexual_harassment,
         "Sexual attention that is not wanted: remarks, advances, messages, looks."},
        {"VANDALISM", vandalism,
         "Property is damaged on purpose."},
        {"GIFTS_AND_HOSPITALITY", gifts_and_hospitality,
         "Presents, meals or favours that put somebody's impartiality in doubt."},
        {"ENVIRONMENTAL_VIOLATIONS", environmental_violations,
         "Pollution, dumping, or waste of natural resources."},
        {"FOOD_SAFETY", food_safety,
         "Food is spoiled, expired, or stored or handled so that it endangers those who eat it."},
        {"RETALIATION_AGAINST_WHISTLEBLOWERS", retaliation_against_whistleblowers,
         "Somebody is punished, or fears to be, because they complained or reported."},
        {"INAPPROPRIATE_BEHAVIOUR", inappropriate_behaviour,
         "Other conduct out of place at work or towards a community: insults, disrespect."},
    }};
    // clang-format on
}

} // namespace verbatim::detect_sensitive

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

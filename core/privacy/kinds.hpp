#pragma once

#include <string_view>

/// The kinds of finding, as they appear in placeholders (docs/reference/redaction.md#kinds). Literals: they outlive
/// every engine.
namespace verbatim::core::privacy::kind {

inline constexpr std::string_view coordinates       = "COORDINATES";
inline constexpr std::string_view credit_card       = "CREDIT_CARD";
inline constexpr std::string_view crypto            = "CRYPTO";
inline constexpr std::string_view date_of_birth     = "DATE_OF_BIRTH";
inline constexpr std::string_view device_id         = "DEVICE_ID";
inline constexpr std::string_view email_address     = "EMAIL_ADDRESS";
inline constexpr std::string_view iban_code         = "IBAN_CODE";
inline constexpr std::string_view insurance_id      = "INSURANCE_ID";
inline constexpr std::string_view ip_address        = "IP_ADDRESS";
inline constexpr std::string_view license_plate     = "LICENSE_PLATE";
inline constexpr std::string_view location          = "LOCATION";
inline constexpr std::string_view mac_address       = "MAC_ADDRESS";
inline constexpr std::string_view medical_license   = "MEDICAL_LICENSE";
inline constexpr std::string_view national_id       = "NATIONAL_ID";
inline constexpr std::string_view nrp               = "NRP";
inline constexpr std::string_view organization      = "ORGANIZATION";
inline constexpr std::string_view person            = "PERSON";
inline constexpr std::string_view phone_number      = "PHONE_NUMBER";
inline constexpr std::string_view refugee_id        = "REFUGEE_ID";
inline constexpr std::string_view social_handle     = "SOCIAL_HANDLE";
inline constexpr std::string_view tax_id            = "TAX_ID";
inline constexpr std::string_view uk_nhs            = "UK_NHS";
inline constexpr std::string_view url               = "URL";
inline constexpr std::string_view us_bank_number    = "US_BANK_NUMBER";
inline constexpr std::string_view us_driver_license = "US_DRIVER_LICENSE";
inline constexpr std::string_view us_itin           = "US_ITIN";
inline constexpr std::string_view us_passport       = "US_PASSPORT";
inline constexpr std::string_view us_ssn            = "US_SSN";

} // namespace verbatim::core::privacy::kind

#pragma once

#include "verbatim/sdk/schema.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Request and response: docs/reference/operations/coding-agreement.md. Ratios of the response have six decimals; null
/// where a division by zero would give the statistic.
namespace verbatim::coding_agreement {

/// The names of a code, from the first level.
using code_path = std::vector<std::string>;

struct suggested_code
{
    code_path             code;
    std::optional<double> confidence;
};
void declare(sdk::schema_builder& schema, suggested_code& code);

/// A record as a person and a model coded it, and maybe another person. Codes may repeat; their order has no meaning.
struct coded_record
{
    std::string                           id;
    std::vector<code_path>                human;
    std::vector<suggested_code>           suggested;
    bool                                  blind = false; ///< people chose without sight of the suggestions
    std::optional<std::vector<code_path>> second_human;  ///< none: one person
    std::optional<std::string>            language;
    boost::json::object                   metadata;
};
void declare(sdk::schema_builder& schema, coded_record& record);

struct request
{
    std::vector<coded_record> records;
    std::vector<std::string>  by;
    std::optional<double>     wanted_precision;
    std::size_t               bootstrap_resamples = 1'000;
    std::size_t               confidence_bins     = 10;
    std::size_t               max_codes           = 100;
    std::size_t               max_confusions      = 20;
};
void declare(sdk::schema_builder& schema, request& request);

struct interval_estimate
{
    std::optional<double> value;
    std::optional<double> low;
    std::optional<double> high;
};
void declare(sdk::schema_builder& schema, interval_estimate& estimate);

struct score_triple
{
    std::optional<double> precision;
    std::optional<double> recall;
    std::optional<double> f1;
};
void declare(sdk::schema_builder& schema, score_triple& scores);

struct bin_report
{
    double                from  = 0;
    double                to    = 0;
    std::size_t           count = 0;
    std::optional<double> mean_confidence;
    std::optional<double> precision;
    std::optional<double> low;
    std::optional<double> high;
};
void declare(sdk::schema_builder& schema, bin_report& bin);

struct threshold_report
{
    double      threshold       = 0;
    std::size_t suggested_codes = 0;
    double      precision       = 0;
    double      low             = 0;
    double      high            = 0;
    double      recall          = 0;
    double      f1              = 0;
};
void declare(sdk::schema_builder& schema, threshold_report& report);

struct confidence_report
{
    std::size_t                     suggested_codes            = 0;
    double                          expected_calibration_error = 0;
    double                          brier_score                = 0;
    std::vector<bin_report>         bins;
    std::optional<threshold_report> best_f1;
    std::optional<threshold_report> wanted_precision;
    std::optional<threshold_report> assured_precision;
};
void declare(sdk::schema_builder& schema, confidence_report& report);

/// Members of overall_report and level_report.
struct measures
{
    interval_estimate                kappa;
    interval_estimate                alpha;
    double                           exact_match = 0;
    score_triple                     micro;
    score_triple                     macro;
    std::optional<confidence_report> confidence; ///< none: no suggested code has one
};

struct code_report
{
    code_path         code;
    std::size_t       human     = 0;
    std::size_t       suggested = 0;
    std::size_t       both      = 0;
    score_triple      scores;
    interval_estimate kappa;
    interval_estimate alpha;
};
void declare(sdk::schema_builder& schema, code_report& report);

struct confusion_report
{
    std::optional<code_path> human;
    std::optional<code_path> suggested;
    std::size_t              record_count = 0;
    std::vector<std::string> record_ids;
};
void declare(sdk::schema_builder& schema, confusion_report& report);

/// Of complete codes.
struct overall_report
{
    measures agreement;
};
void declare(sdk::schema_builder& schema, overall_report& report);

struct level_report
{
    std::size_t                   level = 1;
    measures                      agreement;
    std::vector<code_report>      codes;
    std::size_t                   codes_omitted = 0;
    std::vector<confusion_report> confusions;
};
void declare(sdk::schema_builder& schema, level_report& report);

/// Of two coders on complete codes.
struct coder_pair_report
{
    interval_estimate kappa;
    interval_estimate alpha;
    double            exact_match = 0;
};
void declare(sdk::schema_builder& schema, coder_pair_report& report);

/// Of the records that two people coded.
struct people_report
{
    std::size_t       record_count = 0;
    coder_pair_report between_people;
    coder_pair_report model_and_human;
    coder_pair_report model_and_second_human;
};
void declare(sdk::schema_builder& schema, people_report& report);

/// Of all records, or of those of a group.
struct agreement_report
{
    std::size_t                  record_count = 0;
    overall_report               overall;
    std::optional<people_report> people; ///< none: no record has a second person
    std::vector<level_report>    levels;
};
void declare(sdk::schema_builder& schema, agreement_report& report);

struct group_report
{
    std::optional<std::string> value;
    agreement_report           report;
};
void declare(sdk::schema_builder& schema, group_report& report);

struct key_report
{
    std::string               key;
    std::vector<group_report> values;
    std::size_t               values_omitted = 0;
};
void declare(sdk::schema_builder& schema, key_report& report);

/// Whether the suggestions can be relied on, or why that is not known.
enum class verdict_grade
{
    reliable,
    tentative,
    unreliable,
    undecided,
    few_records,
    one_code,
    no_interval
};
sdk::enum_values declare(verdict_grade);

struct verdict_report
{
    verdict_grade         grade        = verdict_grade::few_records;
    std::size_t           record_count = 0; ///< blind
    std::size_t           code_count   = 0; ///< that people chose in them
    std::optional<double> low;              ///< of alpha
    std::optional<double> high;
};
void declare(sdk::schema_builder& schema, verdict_report& report);

struct response
{
    agreement_report                report;
    verdict_report                  verdict;
    std::optional<agreement_report> blind;
    std::optional<agreement_report> not_blind;
    std::size_t                     bootstrap_resamples = 0;
    std::vector<key_report>         by;
};
void declare(sdk::schema_builder& schema, response& response);

} // namespace verbatim::coding_agreement

/// Examples of the OpenAPI document.
namespace verbatim::coding_agreement::examples {

std::string request();
std::string request_by_language();
std::string response(); ///< to the first

} // namespace verbatim::coding_agreement::examples

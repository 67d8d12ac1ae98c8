#include "wire.hpp"

#include "limits.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <string_view>

namespace verbatim::coding_agreement {

namespace {

void check_path(const code_path& path, std::string_view field, sdk::validation_issues& issues)
{
    const auto is_bounded = [](const std::string& name) {
        return !name.empty() && sdk::utf8::count_code_points(name) <= max_name_length;
    };
    if (path.empty() || path.size() > max_levels) issues.add(field, "Codes should have 1 to 16 levels");
    else if (!std::ranges::all_of(path, is_bounded))
        issues.add(field, "Names of codes should have 1 to 512 characters");
}

void check_suggestion(const suggested_code& suggestion, sdk::validation_issues& issues)
{
    check_path(suggestion.code, "code", issues);
}

void check_paths(const std::vector<code_path>& paths, const std::string& field, sdk::validation_issues& issues)
{
    for (std::size_t n = 0; n != paths.size(); ++n) check_path(paths[n], field + "[" + std::to_string(n) + "]", issues);
}

void check_human_codes(const coded_record& record, sdk::validation_issues& issues)
{
    check_paths(record.human, "human", issues);
    if (record.second_human) check_paths(*record.second_human, "second_human", issues);
}

void check_keys(const request& request, sdk::validation_issues& issues)
{
    for (std::size_t n = 0; n != request.by.size(); ++n)
    {
        const auto& key     = request.by[n];
        const auto  field   = "by[" + std::to_string(n) + "]";
        const auto  earlier = request.by.begin() + static_cast<std::ptrdiff_t>(n);
        if (key.empty() || sdk::utf8::count_code_points(key) > max_key_length)
            issues.add(field, "String should have 1 to 128 characters");
        else if (std::find(request.by.begin(), earlier, key) != earlier) issues.add(field, "Keys should be different");
    }
}

void declare_agreement(sdk::schema_builder& schema, interval_estimate& kappa, interval_estimate& alpha)
{
    schema.field("kappa", kappa, "Cohen's kappa.");
    schema.field("alpha", alpha, "Krippendorff's alpha.");
}

void declare_scores(sdk::schema_builder& schema, score_triple& scores)
{
    schema.field("precision", scores.precision, "Share of the suggested codes that are human codes. Null without any.")
        .example("0.8");
    schema.field("recall", scores.recall, "Share of the human codes that are suggested. Null without any.")
        .example("0.8");
    schema.field("f1", scores.f1, "Harmonic mean of precision and recall. Null without codes.").example("0.8");
}

void declare_measures(sdk::schema_builder& schema, measures& measures)
{
    declare_agreement(schema, measures.kappa, measures.alpha);
    schema.field("exact_match", measures.exact_match, "Share of the records with equal sets of codes.").example("0.8");
    schema.field("micro", measures.micro, "Scores of all uses of codes together.");
    schema.field("macro", measures.macro, "Means of the scores of the codes, each over the codes that have it.");
    schema.field("confidence", measures.confidence,
                 "Calibration and thresholds. Null if no suggested code has a confidence.");
}

void declare_report(sdk::schema_builder& schema, agreement_report& report)
{
    schema.field("record_count", report.record_count, "Number of records.").example("5");
    schema.field("overall", report.overall, "Agreement on complete codes.");
    schema.field("people", report.people, "Agreement of two people. Null if no record has `second_human`.");
    schema.field("levels", report.levels, "Agreement by level, the broadest first.");
}

} // namespace

void declare(sdk::schema_builder& schema, suggested_code& code)
{
    schema.name("SuggestedCode", "A code that a model suggests.");

    schema.required("code", code.code, "Names of the code, 1 to 16, from the first level. Compared exactly.")
        .example(R"(["Health", "Medicine"])");
    schema.optional("confidence", code.confidence, "Confidence of the model.").at_least(0).at_most(1).example("0.9");
    schema.rule(&check_suggestion);
}

void declare(sdk::schema_builder& schema, coded_record& record)
{
    schema.name("CodedRecord", "The codes of one record by a person and by a model.");

    schema.required("id", record.id, "Id of the record, for the examples of confusions.").at_most(256).example("F-1");
    schema
        .required("human", record.human,
                  "Codes that people chose, each a list of names from the first level. Empty: no code fits.")
        .at_most(max_record_codes)
        .example(R"([["Health", "Medicine"]])");
    schema.required("suggested", record.suggested, "Codes that a model suggests. Empty: none.")
        .at_most(max_record_codes);
    schema
        .optional(
            "blind", record.blind,
            "Whether people chose the codes without having seen the suggestions for this record. A verdict is made "
            "from these records only.")
        .null_as_absent();
    schema
        .optional("second_human", record.second_human,
                  "Codes of another person, who had not seen those of the first. Null: none coded it.")
        .at_most(max_record_codes);
    schema.optional("language", record.language, "Language of the record, for `by`.").at_most(64).example("en");
    schema.optional("metadata", record.metadata, "Members to group by.").null_as_absent();
    schema.rule(&check_human_codes);
}

void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("CodingAgreementRequest", "Records with the codes of a person and of a model.")
        .example(examples::request())
        .example(examples::request_by_language());

    schema.required("records", request.records, "Records to compare.").at_least(1).at_most(max_records);
    schema
        .optional("by", request.by,
                  "Keys to report separately: `language`, or members of `metadata`, each with at most 128 characters.")
        .at_most(max_keys)
        .example(R"(["language"])");
    schema
        .optional("wanted_precision", request.wanted_precision,
                  "Precision for which the lowest threshold of confidence is reported.")
        .at_least(0)
        .at_most(1)
        .example("0.9");
    schema
        .optional("bootstrap_resamples", request.bootstrap_resamples,
                  "Resamples of the intervals of kappa and alpha. 0: no intervals.")
        .at_most(max_resamples);
    schema.optional("confidence_bins", request.confidence_bins, "Bins of the calibration, of equal width.")
        .at_least(1)
        .at_most(max_bins);
    schema.optional("max_codes", request.max_codes, "Codes in each list `codes`, the most frequent first.")
        .at_most(max_listed_codes);
    schema.optional("max_confusions", request.max_confusions, "Entries in each list `confusions`.").at_most(100);
    schema.rule(&check_keys);
}

void declare(sdk::schema_builder& schema, interval_estimate& estimate)
{
    schema.name("AgreementStatistic", "A statistic with its 95 % bootstrap interval.");

    schema
        .field("value", estimate.value,
               "1: full agreement, 0: agreement by chance. Null if both coders use a single category.")
        .example("0.75");
    schema
        .field("low", estimate.low,
               "Lower bound. Null without resamples, or if fewer than half of them have the statistic.")
        .example("0.58");
    schema.field("high", estimate.high, "Upper bound. Null if the lower bound is null.").example("0.88");
}

void declare(sdk::schema_builder& schema, score_triple& scores)
{
    schema.name("AgreementScores", "Suggested codes measured against human codes.");
    declare_scores(schema, scores);
}

void declare(sdk::schema_builder& schema, bin_report& bin)
{
    schema.name("CalibrationBin", "Suggested codes with a confidence above `from` and up to `to`.");

    schema.field("from", bin.from, "Lower bound, exclusive; inclusive if it is 0.").example("0.8");
    schema.field("to", bin.to, "Upper bound, inclusive.").example("0.9");
    schema.field("count", bin.count, "Number of suggested codes.").example("40");
    schema.field("mean_confidence", bin.mean_confidence, "Mean confidence. Null without codes.").example("0.86");
    schema.field("precision", bin.precision, "Share that are human codes. Null without codes.").example("0.8");
    schema.field("low", bin.low, "Lower bound of the 95 % Wilson interval of the precision.").example("0.652425");
    schema.field("high", bin.high, "Upper bound of the interval.").example("0.894955");
}

void declare(sdk::schema_builder& schema, threshold_report& report)
{
    schema.name("ConfidenceThreshold", "Scores of the suggested codes with at least this confidence.");

    schema.field("threshold", report.threshold, "Confidence, not rounded.").example("0.7");
    schema.field("suggested_codes", report.suggested_codes, "Suggested codes that reach it.").example("40");
    schema.field("precision", report.precision, "Share of them that are human codes.").example("0.8");
    schema.field("low", report.low, "Lower bound of the 95 % Wilson interval of the precision.").example("0.652425");
    schema.field("high", report.high, "Upper bound of the interval.").example("0.894955");
    schema.field("recall", report.recall, "Share of all human codes.").example("0.64");
    schema.field("f1", report.f1, "Harmonic mean of precision and recall.").example("0.711111");
}

void declare(sdk::schema_builder& schema, confidence_report& report)
{
    schema.name("ConfidenceReport", "The confidence of suggested codes compared with their correctness.");

    schema.field("suggested_codes", report.suggested_codes, "Suggested codes with a confidence.").example("50");
    schema
        .field("expected_calibration_error", report.expected_calibration_error,
               "Mean distance of precision and confidence of the bins, weighted by their counts.")
        .example("0.06");
    schema
        .field("brier_score", report.brier_score,
               "Mean square of the distance of confidence and correctness, which is 1 or 0.")
        .example("0.15");
    schema.field("bins", report.bins, "Calibration by confidence, ascending.");
    schema.field("best_f1", report.best_f1, "Threshold with the highest F1. Null without human codes.");
    schema.field("wanted_precision", report.wanted_precision,
                 "Lowest threshold with the wanted precision in these records. Null if none was requested or none "
                 "reaches it.");
    schema.field("assured_precision", report.assured_precision,
                 "Lowest threshold whose precision reaches the wanted one with 97.5 % certainty. Null if none was "
                 "requested, none is certain to reach it, or fewer than 50 suggested codes have a confidence.");
}

void declare(sdk::schema_builder& schema, code_report& report)
{
    schema.name("CodeAgreement", "Agreement on one code: each coder uses it in a record or not.");

    schema.field("code", report.code, "Names of the code from the first level.").example(R"(["Health", "Medicine"])");
    schema.field("human", report.human, "Records in which people chose it.").example("5");
    schema.field("suggested", report.suggested, "Records in which the model suggests it.").example("5");
    schema.field("both", report.both, "Records with both.").example("4");
    declare_scores(schema, report.scores);
    declare_agreement(schema, report.kappa, report.alpha);
}

void declare(sdk::schema_builder& schema, confusion_report& report)
{
    schema.name("CodeConfusion", "A human code that is not suggested, and a code that is suggested instead.");

    schema.field("human", report.human, "Human code. Null: a surplus suggestion.").example(R"(["Health", "Medicine"])");
    schema.field("suggested", report.suggested, "Suggested code. Null: nothing was suggested instead.")
        .example(R"(["Health", "Staff"])");
    schema.field("record_count", report.record_count, "Number of records.").example("3");
    schema.field("record_ids", report.record_ids, "Ids of the first records, at most 5.").example(R"(["F-4"])");
}

void declare(sdk::schema_builder& schema, overall_report& report)
{
    schema.name("OverallAgreement", "Agreement on complete codes.");
    declare_measures(schema, report.agreement);
}

void declare(sdk::schema_builder& schema, level_report& report)
{
    schema.name("LevelAgreement", "Agreement on codes cut to one level. Codes with fewer levels do not count.");

    schema.field("level", report.level, "Level, from 1.").example("1");
    declare_measures(schema, report.agreement);
    schema.field("codes", report.codes, "Codes, the most frequent first.");
    schema.field("codes_omitted", report.codes_omitted, "Codes beyond `max_codes`.").example("0");
    schema.field("confusions", report.confusions, "Confusions, the most frequent first.");
}

void declare(sdk::schema_builder& schema, coder_pair_report& report)
{
    schema.name("CoderPairAgreement", "Agreement of two coders on complete codes.");

    declare_agreement(schema, report.kappa, report.alpha);
    schema.field("exact_match", report.exact_match, "Share of the records with equal sets of codes.").example("0.8");
}

void declare(sdk::schema_builder& schema, people_report& report)
{
    schema.name("PeopleAgreement", "Agreement on the records that two people coded.");

    schema.field("record_count", report.record_count, "Records with `second_human`.").example("60");
    schema.field("between_people", report.between_people, "The two people.");
    schema.field("model_and_human", report.model_and_human, "Suggestions and the first person.");
    schema.field("model_and_second_human", report.model_and_second_human, "Suggestions and the second person.");
}

void declare(sdk::schema_builder& schema, agreement_report& report)
{
    schema.name("KindAgreement", "Agreement on the records of one kind.");
    declare_report(schema, report);
}

sdk::enum_values declare(verdict_grade)
{
    return {"VerdictGrade",
            {{"reliable", verdict_grade::reliable, "Alpha is at least 0.8 with 97.5 % certainty."},
             {"tentative", verdict_grade::tentative, "Alpha is at least 0.667 with 97.5 % certainty."},
             {"unreliable", verdict_grade::unreliable, "Alpha is below 0.667 with 97.5 % certainty."},
             {"undecided", verdict_grade::undecided, "The interval of alpha has 0.667 in it."},
             {"few_records", verdict_grade::few_records, "Not measured: fewer than 50 blind records."},
             {"one_code", verdict_grade::one_code, "Not measured: people chose fewer than two codes."},
             {"no_interval", verdict_grade::no_interval, "Not measured: no resamples."}}};
}

void declare(sdk::schema_builder& schema, verdict_report& report)
{
    schema.name("AgreementVerdict", "Whether the suggestions can be relied on, from the blind records.");

    schema.field("grade", report.grade, "The verdict, or why there is none.").example("reliable");
    schema.field("record_count", report.record_count, "Blind records.").example("96");
    schema.field("code_count", report.code_count, "Codes that people chose in them.").example("12");
    schema.field("low", report.low, "Lower bound of alpha. Null if it is not measured.").example("0.82");
    schema.field("high", report.high, "Upper bound of alpha. Null if it is not measured.").example("0.95");
}

void declare(sdk::schema_builder& schema, group_report& report)
{
    schema.name("GroupAgreement", "Agreement on the records with one value of a key.");

    schema.field("value", report.value, "The value. Null: the records without one.").example("en");
    declare_report(schema, report.report);
}

void declare(sdk::schema_builder& schema, key_report& report)
{
    schema.name("KeyAgreement", "Agreement by the values of a key.");

    schema.field("key", report.key, "The key.").example("language");
    schema.field("values", report.values, "Groups, the largest first; the records without a value last.");
    schema.field("values_omitted", report.values_omitted, "Further values, with the fewest records.").example("0");
}

void declare(sdk::schema_builder& schema, response& response)
{
    schema.name("CodingAgreementResponse", "Agreement of a person and a model on the codes of records.")
        .example(examples::response());

    declare_report(schema, response.report);
    schema.field("verdict", response.verdict, "Whether the suggestions can be relied on.");
    schema.field("blind", response.blind, "Agreement on the blind records. Null without any.");
    schema.field("not_blind", response.not_blind,
                 "Agreement on the others, where people may have followed the suggestions. Null without any.");
    schema.field("bootstrap_resamples", response.bootstrap_resamples, "Resamples of the intervals.").example("1000");
    schema.field("by", response.by, "Agreement by key, in the order of the request.");
}

} // namespace verbatim::coding_agreement

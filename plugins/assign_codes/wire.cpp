#include "wire.hpp"

namespace verbatim::assign_codes {

void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("AssignCodesRequest", "One message and the codes to choose from.").example(R"({
  "feedback_record": {"id": "Form-00017", "content": "The clinic ran out of insulin twice this month."},
  "coding_levels": {"root_codes": [
    {"id": "L1-health", "name": "Health", "children": [
      {"id": "L2-med", "name": "Medicine", "children": [
        {"id": "L3-stock", "name": "Stock-outs", "children": []}]}]},
    {"id": "L1-water", "name": "Water", "children": []}]},
  "max_codes": 1,
  "confidence_threshold": 0.1
})");

    schema.required("feedback_record", request.record, "The message to code.");
    schema
        .optional("coding_levels", request.coding_levels,
                  "The codes to choose from. May be left out where the server has a coding framework of its own.")
        .reject_null();
    schema.optional("max_codes", request.max_codes, "How many codes to report at most.")
        .at_least(1)
        .at_most(most_codes);
    schema
        .optional("confidence_threshold", request.confidence_threshold,
                  "The least score that each level of a code must reach; null: nothing is filtered.")
        .at_least(0)
        .at_most(1);
}

void declare(sdk::schema_builder& schema, assigned_code& code)
{
    schema.name("AssignedCode",
                "One code and how sure the model is of it; all null but the explanation when none applies.");

    schema.field("coding_level_1_id", code.level_id[0], "Of the broadest level.").example("L1-health");
    schema.field("coding_level_1_name", code.level_name[0], "Of the broadest level.").example("Health");
    schema.field("coding_level_2_id", code.level_id[1], "Null when the code has one level.").example("L2-med");
    schema.field("coding_level_2_name", code.level_name[1], "Null when the code has one level.").example("Medicine");
    schema.field("coding_level_3_id", code.level_id[2], "Null when the code has fewer levels.").example("L3-stock");
    schema.field("coding_level_3_name", code.level_name[2], "Null when the code has fewer levels.")
        .example("Stock-outs");
    schema.field("confidence_level_1", code.confidence[0], "0..1").example("0.97");
    schema.field("confidence_level_2", code.confidence[1], "0..1").example("0.95");
    schema.field("confidence_level_3", code.confidence[2], "0..1").example("0.9");
    schema
        .field("confidence_aggregate", code.aggregate,
               "The lowest score of all levels, those beneath the third included.")
        .example("0.9");
    schema
        .field("explanation", code.explanation,
               "One line for each level; without a code, why there is none and what came nearest.")
        .example("- Level 1 (0.97): About clinic services.\n- Level 2 (0.95): Concerns a drug.\n"
                 "- Level 3 (0.90): Reports missing stock.");
}

void declare(sdk::schema_builder& schema, response& response)
{
    schema.name("AssignCodesReply", "The codes that fit, for a person to confirm.");

    schema
        .field("assigned_codes", response.assigned_codes,
               "Best first; never empty: without a code, one entry that tells why.")
        .at_least(1);
}

} // namespace verbatim::assign_codes

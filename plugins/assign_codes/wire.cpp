#include "wire.hpp"

namespace verbatim::assign_codes {

void declare(sdk::declaration& wire, request& asked)
{
    wire.is("AssignCodesRequest", "One message and the codes to choose from.").example(R"({
  "feedback_record": {"id": "Form-00017", "content": "The clinic ran out of insulin twice this month."},
  "coding_levels": {"root_codes": [
    {"id": "L1-health", "name": "Health", "children": [
      {"id": "L2-med", "name": "Medicine", "children": [
        {"id": "L3-stock", "name": "Stock-outs", "children": []}]}]},
    {"id": "L1-water", "name": "Water", "children": []}]},
  "max_codes": 1,
  "confidence_threshold": 0.1
})");

    wire.needs("feedback_record", asked.record, "The message to code.");
    wire.takes("coding_levels", asked.coding_levels,
               "The codes to choose from. May be left out where the server has a coding framework of its own.")
        .null_is_wrong();
    wire.takes("max_codes", asked.max_codes, "How many codes to report at most.").at_least(1).at_most(most_codes);
    wire.takes("confidence_threshold", asked.confidence_threshold,
               "The least score that each level of a code must reach; null: nothing is filtered.")
        .at_least(0)
        .at_most(1);
}

void declare(sdk::declaration& wire, assigned_code& given)
{
    wire.is("AssignedCode",
            "One code and how sure the model is of it; all null but the explanation when none applies.");

    wire.gives("coding_level_1_id", given.level_id[0], "Of the broadest level.").example("L1-health");
    wire.gives("coding_level_1_name", given.level_name[0], "Of the broadest level.").example("Health");
    wire.gives("coding_level_2_id", given.level_id[1], "Null when the code has one level.").example("L2-med");
    wire.gives("coding_level_2_name", given.level_name[1], "Null when the code has one level.").example("Medicine");
    wire.gives("coding_level_3_id", given.level_id[2], "Null when the code has fewer levels.").example("L3-stock");
    wire.gives("coding_level_3_name", given.level_name[2], "Null when the code has fewer levels.")
        .example("Stock-outs");
    wire.gives("confidence_level_1", given.confidence[0], "0..1").example("0.97");
    wire.gives("confidence_level_2", given.confidence[1], "0..1").example("0.95");
    wire.gives("confidence_level_3", given.confidence[2], "0..1").example("0.9");
    wire.gives("confidence_aggregate", given.aggregate,
               "The lowest score of all levels, those beneath the third included.")
        .example("0.9");
    wire.gives("explanation", given.explanation,
               "One line for each level; without a code, why there is none and what came nearest.")
        .example("- Level 1 (0.97): About clinic services.\n- Level 2 (0.95): Concerns a drug.\n"
                 "- Level 3 (0.90): Reports missing stock.");
}

void declare(sdk::declaration& wire, reply& given)
{
    wire.is("AssignCodesReply", "The codes that fit, for a person to confirm.");

    wire.gives("assigned_codes", given.assigned_codes,
               "Best first; never empty: without a code, one entry that tells why.")
        .at_least(1);
}

} // namespace verbatim::assign_codes

#pragma once

#include "dimensions/dimension.hpp"
#include "themes/theme_list.hpp"

#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Outputs of models about themes, read leniently: a wrong entry costs this entry, not the output.
namespace verbatim::analyze_bulk::themes {

/// A theme of one chunk.
struct theme_candidate
{
    std::string               title;
    std::string               definition;
    std::vector<std::int64_t> records; ///< numbers of records in the message that hold it
};
void declare(sdk::schema_builder& schema, theme_candidate& candidate);

struct candidate_list
{
    std::vector<theme_candidate> themes;
};
void declare(sdk::schema_builder& schema, candidate_list& list);

/// The themes of one record of a batch.
struct record_themes
{
    std::int64_t             record = 0; ///< number in the message, from 1
    std::vector<std::string> themes;
};
void declare(sdk::schema_builder& schema, record_themes& entry);

/// A sentence that is typical of a theme.
struct typical_sentence
{
    std::string  theme;
    std::int64_t record   = 0; ///< number in the message, from 1
    std::int64_t sentence = 0; ///< number in the record, from 1
};
void declare(sdk::schema_builder& schema, typical_sentence& entry);

struct assignment_list
{
    std::vector<record_themes>    assignments;
    std::vector<typical_sentence> quotes;
};
void declare(sdk::schema_builder& schema, assignment_list& list);

/// The themes of one record of a batch, and its values of the dimensions.
struct record_reading
{
    std::int64_t             record = 0; ///< number in the message, from 1
    std::vector<std::string> themes;
    std::vector<std::string> values; ///< labels, one of each dimension
};
void declare(sdk::schema_builder& schema, record_reading& entry);

/// An assignment_list with values.
struct reading_list
{
    std::vector<record_reading>   assignments;
    std::vector<typical_sentence> quotes;
};
void declare(sdk::schema_builder& schema, reading_list& list);

/// The list as an output, for the schema with values if `values` has the labels of each of its records.
std::string write_assignments(assignment_list list, std::span<const std::vector<std::string>> values);

struct read_candidates
{
    std::vector<theme_candidate> themes;      ///< with texts of one line; their records exist and differ
    std::size_t                  dropped = 0; ///< record numbers that do not exist or repeat
};

inline constexpr std::size_t max_candidates = 40; ///< of a chunk; further ones are left out

/// The candidates of a chunk of `records` records. A candidate is left out if it has no title, or if none of the
/// records that it names exists. None if the output is no list.
std::optional<read_candidates> parse_candidates(std::string_view output, std::size_t records);

/// The first `max_themes` themes with different titles. None if the output is no list.
std::optional<std::vector<theme>> parse_themes(std::string_view output, std::size_t max_themes);

/// The sentence of a quote, by index.
struct sentence_reference
{
    theme_reference theme;
    std::size_t     record   = 0; ///< index in the batch
    std::size_t     sentence = 0; ///< index in the record; may not exist
};

struct read_assignments
{
    /// By index in the batch: the themes, sorted, without repetition; none: the output does not name the record.
    std::vector<std::optional<std::vector<theme_reference>>> records;
    std::vector<sentence_reference>                          quotes; ///< of existing records and themes

    /// By index in the batch: the value of each dimension; none: the output does not name exactly one of each, or names
    /// one that does not exist. Empty without dimensions.
    std::vector<std::optional<std::vector<dimensions::value_number>>> values;

    std::size_t dropped = 0; ///< numbers and ids that do not exist or repeat
};

/// The assignments of a batch of `records` records. Of several entries about a record the first counts. None if the
/// output is no list, or names no record, or only themes that do not exist.
std::optional<read_assignments> parse_assignments(std::string_view output, const std::vector<theme>& themes,
                                                  std::size_t                            records,
                                                  std::span<const dimensions::dimension> dimensions = {});

} // namespace verbatim::analyze_bulk::themes

/// Outputs of at most about `max_characters` code points after which an analysis makes the most and the longest
/// further calls: sdk::chat_request::longest.
namespace verbatim::analyze_bulk::themes::longest {

std::string candidates(std::size_t max_characters);

std::string themes(std::size_t max_themes, std::size_t max_characters);

/// Each record holds every theme, as far as they fit; with `reads_rest_again`, where records without a theme are read
/// again, as long a text in which none holds one.
std::string assignments(const std::vector<theme>& themes, std::size_t records, std::size_t max_characters,
                        bool reads_rest_again = false, std::span<const dimensions::dimension> dimensions = {});

} // namespace verbatim::analyze_bulk::themes::longest

#include "cli/input/columns.hpp"

#include "cli/failure.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace verbatim::cli::input {

namespace {

constexpr std::size_t sample_rows = 200; ///< that decide on a column

using std::string_view;

// Names in order of preference, without blanks and punctuation.
constexpr string_view id_names[]{"id",   "recordid",   "feedbackid", "formid", "number",      "reference",     "ref",
                                 "uuid", "instanceid", "caseid",     "key",    "identifiant", "identificador", "nummer",
                                 "nr",   "no",         "n°",         "nº"};
constexpr string_view text_names[]{"content",
                                   "feedback",
                                   "feedbacktext",
                                   "text",
                                   "comment",
                                   "comments",
                                   "message",
                                   "description",
                                   "feedbackcomment",
                                   "feedbackcontent",
                                   "feedbackdescription",
                                   "response",
                                   "verbatim",
                                   "commentaire",
                                   "commentaires",
                                   "retour",
                                   "texte",
                                   "comentario",
                                   "comentarios",
                                   "texto",
                                   "mensaje",
                                   "opmerking",
                                   "opmerkingen",
                                   "tekst",
                                   "النص",
                                   "التعليق",
                                   "отзыв",
                                   "текст",
                                   "комментарий",
                                   "відгук"};
constexpr string_view date_names[]{"created",        "createdat",  "createdon", "date",          "datereceived",
                                   "feedbackdate",   "receivedon", "received",  "datecollected", "dateoffeedback",
                                   "submissiontime", "submitted",  "timestamp", "today",         "start",
                                   "fecha",          "datum",      "التاريخ",   "дата"};
constexpr string_view url_names[]{"urlid"};
constexpr string_view level_names[][5]{{"codinglevel1", "codelevel1", "level1", "feedbacktype", "typeoffeedback"},
                                       {"codinglevel2", "codelevel2", "level2", "category", "feedbackcategory"},
                                       {"codinglevel3", "codelevel3", "level3", "code", "feedbackcode"}};
constexpr string_view code_names[]{"codes", "code", "category", "type", "topic", "theme"};

/// Letters and digits in lower case; letters outside ASCII stay.
std::string normalized(string_view name)
{
    std::string result;
    for (const char c : name)
        if (sdk::ascii::is_alphanumeric(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80)
            result += sdk::ascii::to_lower(c);
    return result;
}

std::optional<std::size_t> first_named(const table& rows, std::span<const string_view> names)
{
    for (const auto wanted : names)
        for (std::size_t column = 0; column != rows.columns().size(); ++column)
            if (normalized(rows.columns()[column]) == wanted) return column;
    return std::nullopt;
}

/// The mean number of bytes of the first cells that are not blank.
double mean_length(const table& rows, std::size_t column)
{
    std::size_t bytes = 0, cells = 0;
    for (std::size_t row = 0; row != std::min(rows.row_count(), sample_rows); ++row)
        if (const auto size = sdk::utf8::trimmed(rows.cell(row, column)).size(); size != 0) bytes += size, ++cells;
    return cells == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(cells);
}

std::size_t longest_column(const table& rows)
{
    std::size_t best    = 0;
    double      longest = -1;
    for (std::size_t column = 0; column != rows.columns().size(); ++column)
        if (const auto length = mean_length(rows, column); length > longest) best = column, longest = length;
    return best;
}

bool has_dates(const table& rows, std::size_t column)
{
    const auto sample = inspect_dates(rows, column, sample_rows);
    return sample.filled != 0 && sample.dates * 5 >= sample.filled * 4;
}

std::optional<std::size_t> date_column_of(const table& rows)
{
    if (const auto named = first_named(rows, date_names); named && has_dates(rows, *named)) return named;
    for (std::size_t column = 0; column != rows.columns().size(); ++column)
        if (normalized(rows.columns()[column]).find("date") != std::string::npos && has_dates(rows, column))
            return column;
    return std::nullopt;
}

std::vector<std::size_t> code_columns(const table& rows)
{
    std::vector<std::size_t> columns;
    for (const auto& names : level_names)
        if (const auto column = first_named(rows, names)) columns.push_back(*column);
    if (columns.empty())
        if (const auto column = first_named(rows, code_names)) columns.push_back(*column);
    return columns;
}

std::optional<std::size_t> chosen(const table& rows, const std::optional<std::string>& name, const std::string& option,
                                  auto guess)
{
    if (!name) return guess();
    if (*name == "none") return std::nullopt;
    return require_column(rows, *name, option);
}

std::vector<std::size_t> chosen_codes(const table& rows, const std::vector<std::string>& names)
{
    std::vector<std::size_t> columns;
    for (const auto& name : names)
        if (name != "none") columns.push_back(require_column(rows, name, "--codes"));
    return columns;
}

/// Columns of metadata, each once. The date and the codes are sent as metadata, too, under names of their own.
std::vector<std::size_t> metadata_columns(const table& rows, const std::vector<metadata_name>& names,
                                          const column_roles& roles)
{
    std::vector<std::pair<std::string, std::size_t>> sent;
    if (roles.date) sent.emplace_back("created", *roles.date);
    for (std::size_t level = 0; level != roles.codes.size(); ++level)
        sent.emplace_back("coding_level_" + std::to_string(level + 1), roles.codes[level]);
    std::vector<std::size_t> columns;
    for (const auto& item : names)
    {
        if (item.name == "none") continue;
        const auto  column = require_column(rows, item.name, item.option);
        const auto& name   = rows.columns()[column];
        const auto  other  = std::ranges::find(sent, name, &std::pair<std::string, std::size_t>::first);
        if (other == sent.end()) sent.emplace_back(name, column), columns.push_back(column);
        else if (other->second != column)
            throw failure{exit_status::input, "column " + name +
                                                  ": its name is that of the metadata made from column " +
                                                  rows.columns()[other->second] + ". Rename it"};
    }
    return columns;
}

day_order order_of(const table& rows, std::size_t column, std::optional<day_order> order)
{
    if (order) return *order;
    const auto dates = inspect_dates(rows, column);
    if (dates.is_ambiguous())
        throw failure{exit_status::input, "column " + rows.columns()[column] +
                                              ": day and month of its dates can be exchanged. Say which comes first: "
                                              "--date-order dmy or --date-order mdy"};
    return dates.month_first > dates.day_first ? day_order::month_first : day_order::day_first;
}

/// The guessed text column must not be another column of a known role.
std::size_t guess_text(const table& rows, const column_roles& roles)
{
    if (const auto named = first_named(rows, text_names)) return *named;
    const auto longest = longest_column(rows);
    if (longest == roles.id || longest == roles.date)
        throw failure{exit_status::input, "no column looks like the text of the feedback. Name it with --text COLUMN"};
    return longest;
}

} // namespace

std::size_t require_column(const table& rows, const std::string& name, const std::string& option)
{
    if (const auto exact = rows.find_column(name)) return *exact;
    const string_view wanted[]{name};
    const auto        simple = normalized(name);
    const string_view similar[]{simple};
    if (const auto found = first_named(rows, simple.empty() ? wanted : similar)) return *found;
    std::string names;
    for (const auto& column : rows.columns()) names += (names.empty() ? "" : ", ") + column;
    throw failure{exit_status::input, option + ": there is no column " + name + ". The columns are: " + names};
}

std::optional<std::size_t> find_id_column(const table& rows) { return first_named(rows, id_names); }

column_roles find_columns(const table& rows, const column_names& names)
{
    column_roles roles;
    roles.id     = chosen(rows, names.id, "--id", [&] { return find_id_column(rows); });
    roles.date   = chosen(rows, names.date, "--date", [&] { return date_column_of(rows); });
    roles.url_id = chosen(rows, names.url_id, "--url-id", [&] { return first_named(rows, url_names); });
    roles.text   = names.text ? require_column(rows, *names.text, "--text") : guess_text(rows, roles);
    roles.codes  = names.codes ? chosen_codes(rows, *names.codes) : code_columns(rows);
    std::erase(roles.codes, roles.text);
    roles.metadata = metadata_columns(rows, names.metadata, roles);
    if (roles.date) roles.order = order_of(rows, *roles.date, names.order);
    return roles;
}

std::vector<std::string> doubts(const table& rows, const column_roles& roles, const column_names& names)
{
    std::vector<std::string> notes;
    const auto&              columns = rows.columns();
    if (columns.size() == 1 && !names.text && rows.place_word == "row" && !first_named(rows, text_names))
        notes.push_back("the first row is read as the name of the only column, not as a record");
    if (const auto named = first_named(rows, date_names); named && !roles.date && !names.date)
    {
        const auto sample = inspect_dates(rows, *named, sample_rows);
        if (sample.dates != 0)
            notes.push_back("column " + columns[*named] + " is not used as the date, because only " +
                            std::to_string(sample.dates) + " of its first " + std::to_string(sample.filled) +
                            " values can be read as dates. Use it with --date \"" + columns[*named] + "\"");
    }
    return notes;
}

std::string describe(const table& rows, const column_roles& roles)
{
    const auto& columns = rows.columns();
    const auto  name    = [&](std::optional<std::size_t> column) {
        return column ? columns[*column] : std::string{"none"};
    };
    std::string text = "text: " + columns[roles.text] + ", id: " + name(roles.id) + ", date: " + name(roles.date);
    std::string codes;
    for (const auto column : roles.codes) codes += (codes.empty() ? "" : " + ") + columns[column];
    text += ", codes: " + (codes.empty() ? "none" : codes);
    for (const auto column : roles.metadata) text += ", also: " + columns[column];
    return text;
}

} // namespace verbatim::cli::input

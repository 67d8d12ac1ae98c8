#include "framework_formats.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace verbatim::codebook {

namespace json = boost::json;

namespace {

/// The first three of each kind belong to the levels.
enum class column : unsigned char
{
    type,
    category,
    code,
    type_id,
    category_id,
    code_id,
    type_description,
    category_description,
    code_description,
    description, ///< of the finest level of the row
    aliases,
    include,
    exclude,
    examples,
    none,
};

constexpr std::size_t levels = std::size(level_names);

constexpr column at_level(column first, std::size_t level)
{
    return static_cast<column>(static_cast<std::size_t>(first) + level);
}

struct column_name
{
    std::string_view name; ///< letters and digits, in lower case
    codebook::column column;
};
constexpr column_name column_names[]{
    {"type", column::type},
    {"feedbacktype", column::type},
    {"typeoffeedback", column::type},
    {"level1", column::type},
    {"category", column::category},
    {"level2", column::category},
    {"code", column::code},
    {"codename", column::code},
    {"level3", column::code},
    {"typeid", column::type_id},
    {"categoryid", column::category_id},
    {"codeid", column::code_id},
    {"typedescription", column::type_description},
    {"categorydescription", column::category_description},
    {"codedescription", column::code_description},
    {"description", column::description},
    {"definition", column::description},
    {"aliases", column::aliases},
    {"keywords", column::aliases},
    {"include", column::include},
    {"inclusioncriteria", column::include},
    {"exclude", column::exclude},
    {"exclusioncriteria", column::exclude},
    {"examples", column::examples},
    {"example", column::examples},
};

/// Ignores case and everything between letters and digits: `Code description` is `code_description`.
column column_of(std::string_view header)
{
    std::string name;
    for (const char c : header)
        if (sdk::ascii::is_alphanumeric(static_cast<unsigned char>(c))) name += sdk::ascii::to_lower(c);
    const auto match = std::ranges::find(column_names, name, &column_name::name);
    return match == std::end(column_names) ? column::none : match->column;
}

/// The texts of a row by column; a cell with several lines has several texts.
using row_texts = std::map<column, std::vector<std::string>>;

/// Adds the lines of a cell without bullets and blank lines.
void add_lines(std::vector<std::string>& texts, std::string_view cell)
{
    while (!cell.empty())
    {
        const auto end  = std::min(cell.find('\n'), cell.size());
        auto       line = sdk::utf8::trimmed(cell.substr(0, end));
        for (const std::string_view bullet : {"- ", "* ", "\u2022"})
            if (line.starts_with(bullet))
            {
                line = sdk::utf8::trimmed(line.substr(bullet.size()));
                break;
            }
        if (!line.empty()) texts.emplace_back(line);
        cell.remove_prefix(std::min(end + 1, cell.size()));
    }
}

std::string joined(const std::vector<std::string>& lines)
{
    std::string text;
    for (const auto& line : lines) text.append(text.empty() ? "" : " ").append(line);
    return text;
}

/// The tree while rows are read. Rows of the same path describe the same code.
class tree_builder
{
public:
    void add(const row_texts& row, std::size_t number)
    {
        update_path(row);
        if (row.empty()) return;
        if (path_[0].empty()) throw std::runtime_error{"row " + std::to_string(number) + " has no type"};
        std::size_t at = 0;
        for (std::size_t level = 0; level != levels; ++level)
        {
            if (path_[level].empty()) continue;
            at         = child(at, path_[level]);
            auto& code = drafts_[at].code;
            set(code.id, row, at_level(column::type_id, level));
            set(code.description, row, at_level(column::type_description, level));
        }
        describe(drafts_[at].code, row);
    }

    framework build() const
    {
        framework codes{children_of(0, {}, 0)};
        if (codes.root_codes.empty()) throw std::runtime_error{"no codes"};
        return codes;
    }

private:
    struct draft
    {
        node                     code;
        std::vector<std::size_t> children;
    };

    /// An empty cell of a type or category repeats the one above, as merged cells of a spreadsheet are exported.
    void update_path(const row_texts& row)
    {
        for (std::size_t level = 0; level != levels; ++level)
        {
            const auto cell = row.find(at_level(column::type, level));
            const auto name = cell == row.end() ? std::string{} : joined(cell->second);
            if (name.empty() && level + 1 != levels) continue;
            if (name != path_[level])
                std::fill(path_.begin() + static_cast<std::ptrdiff_t>(level), path_.end(), std::string{});
            path_[level] = name;
        }
    }

    std::size_t child(std::size_t parent, const std::string& name)
    {
        const auto [position, is_new] = positions_.try_emplace({parent, name}, drafts_.size());
        if (is_new)
        {
            drafts_[parent].children.push_back(drafts_.size());
            drafts_.push_back({.code = {.name = name}});
        }
        return position->second;
    }

    /// The first row that has the text wins.
    static void set(std::string& text, const row_texts& row, column column)
    {
        if (const auto cell = row.find(column); text.empty() && cell != row.end()) text = joined(cell->second);
    }

    static void describe(node& code, const row_texts& row)
    {
        set(code.description, row, column::description);
        const auto append = [&](std::vector<std::string>& texts, column column) {
            if (const auto cell = row.find(column); cell != row.end())
                std::ranges::copy(cell->second, std::back_inserter(texts));
        };
        append(code.aliases, column::aliases);
        append(code.include, column::include);
        append(code.exclude, column::exclude);
        append(code.examples, column::examples);
    }

    std::vector<node> children_of(std::size_t parent, const std::string& position, std::size_t depth) const
    {
        std::vector<node> nodes;
        for (const auto index : drafts_[parent].children)
        {
            auto       code       = drafts_[index].code;
            const auto path       = position + '-' + std::to_string(nodes.size());
            const auto default_id = std::string{level_names[depth]} + path;
            if (code.id.empty()) code.id = default_id;
            require_limits(code, default_id);
            code.children = children_of(index, path, depth + 1);
            nodes.push_back(std::move(code));
        }
        return nodes;
    }

    std::vector<draft>                                         drafts_{1}; ///< the first holds the roots
    std::map<std::pair<std::size_t, std::string>, std::size_t> positions_; ///< of drafts, by parent and name
    std::array<std::string, levels>                            path_;      ///< of the latest row
};

/// Splits CSV into records of cells: RFC 4180, also with line feeds alone.
class csv_reader
{
public:
    explicit csv_reader(std::string_view text)
        : text_{text}
        , separator_{separator_of(text)}
    {}

    /// None at the end of the text.
    std::optional<std::vector<std::string>> next()
    {
        if (at_ >= text_.size()) return std::nullopt;
        std::vector<std::string> cells{""};
        bool                     is_quoted = false;
        for (; at_ != text_.size(); ++at_)
        {
            const char c = text_[at_];
            if (c == '"') is_quoted = !is_quoted || continues_quote(cells.back());
            else if (is_quoted) cells.back() += c;
            else if (c == separator_) cells.emplace_back();
            else if (c == '\n') break;
            else cells.back() += c;
        }
        if (is_quoted) throw std::runtime_error{"row " + std::to_string(row_) + " has a quoted cell without an end"};
        ++at_;
        ++row_;
        return cells;
    }

private:
    /// A doubled quote inside a quoted cell is a quote.
    bool continues_quote(std::string& cell)
    {
        if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') return false;
        cell += '"';
        ++at_;
        return true;
    }

    /// The most frequent of the possible separators in the first line.
    static char separator_of(std::string_view text)
    {
        const auto line = text.substr(0, text.find('\n'));
        return std::ranges::max({',', ';', '\t'}, {}, [&](char c) { return std::ranges::count(line, c); });
    }

    std::string_view text_;
    char             separator_;
    std::size_t      at_  = 0;
    std::size_t      row_ = 1; ///< of next(); 1 is the header, as in a spreadsheet
};

row_texts read_row(const json::object& object)
{
    row_texts cells;
    for (const auto& [name, value] : object)
    {
        const auto column = column_of(name);
        if (column == column::none) continue;
        std::vector<std::string> texts;
        if (value.is_string()) add_lines(texts, value.get_string());
        else if (value.is_array())
            for (const auto& item : value.get_array())
                if (item.is_string()) add_lines(texts, item.get_string());
        if (!texts.empty()) cells.emplace(column, std::move(texts));
    }
    return cells;
}

} // namespace

framework read_rows(const json::array& rows)
{
    tree_builder tree;
    for (std::size_t n = 0; n != rows.size(); ++n)
    {
        if (!rows[n].is_object()) throw std::runtime_error{"row " + std::to_string(n + 1) + " is not an object"};
        tree.add(read_row(rows[n].get_object()), n + 1);
    }
    return tree.build();
}

framework read_csv(std::string_view text)
{
    if (!sdk::utf8::is_valid(text)) throw std::runtime_error{"not valid UTF-8"};
    csv_reader          csv{text};
    std::vector<column> columns;
    for (const auto& header : csv.next().value_or(std::vector<std::string>{})) columns.push_back(column_of(header));
    if (std::ranges::find(columns, column::type) == columns.end())
        throw std::runtime_error{"neither JSON nor CSV with a column named type"};

    tree_builder tree;
    for (std::size_t number = 2; auto cells = csv.next(); ++number) // 1 is the header
    {
        row_texts texts;
        for (std::size_t n = 0; n != std::min(cells->size(), columns.size()); ++n)
            if (std::vector<std::string> lines; columns[n] != column::none)
                if (add_lines(lines, (*cells)[n]); !lines.empty()) texts.emplace(columns[n], std::move(lines));
        tree.add(texts, number);
    }
    return tree.build();
}

} // namespace verbatim::codebook

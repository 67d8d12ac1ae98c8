#pragma once

#include "verbatim/feedback/model_json.hpp"

#include <boost/json/object.hpp>

#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::feedback {

/// The kinds of repairs of a value.
class repair_set
{
public:
    void add(sdk::reply_repair repair) { kinds_.set(static_cast<std::size_t>(repair)); }
    void add(const std::vector<sdk::reply_repair>& repairs)
    {
        for (const auto repair : repairs) add(repair);
    }
    std::vector<sdk::reply_repair> list() const;

private:
    std::bitset<sdk::reply_repair_names.size()> kinds_;
};

/// Parses one object or array of an output, in the forms that models write. Every byte is read at most a few times.
class tolerant_parser
{
public:
    /// `at` is the position of a bracket.
    tolerant_parser(std::string_view text, std::size_t at)
        : text_{text}
        , at_{at}
    {}

    /// None if there is no value; then end() is behind the brackets that were opened.
    std::optional<model_value> parse();

    std::size_t end() const noexcept { return at_; }

private:
    using json_value = std::optional<boost::json::value>; ///< none: a syntax error, or the output ended within it

    json_value                 parse_value(int depth);
    json_value                 parse_object(int depth);
    json_value                 parse_array(int depth);
    bool                       parse_member(boost::json::object& object, int depth);
    json_value                 parse_number();
    json_value                 parse_word();
    std::optional<std::string> parse_name();
    std::optional<std::string> parse_string();
    bool                       parse_escape(std::string& string);
    std::optional<unsigned>    parse_code_unit();

    void             leave();
    void             skip_blanks();
    bool             skip(std::string_view token);
    void             skip_digits();
    bool             is_closing_quote(std::size_t size) const;
    bool             has_ended();
    char             current() const { return text_[at_]; }
    std::string_view rest() const { return text_.substr(at_); }

    std::string_view text_;
    std::size_t      at_;
    std::size_t      open_   = 0;     ///< brackets
    bool             ended_  = false; ///< the output ended within the value
    bool             is_cut_ = false; ///< more than closing braces is missing
    repair_set       repairs_;
};

} // namespace verbatim::feedback

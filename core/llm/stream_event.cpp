#include "llm/stream_event.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/json/basic_parser_impl.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

namespace verbatim::core::llm {

namespace json = boost::json;

namespace {

enum class place : std::uint8_t
{
    other, ///< ignored with all that it contains
    event,
    choices,
    choice,
    delta,
    whole_message, ///< in the place of a delta: some servers send it in a single event
    parts,
    part,
    usage,
    usage_details,
    message, ///< of the Messages format, as the two below
    message_delta,
    block,
    error,
};

using text_member = std::string stream_event::*;

/// What a member of an object is: another place, or a text, or one of both.
struct known_member
{
    std::string_view name;
    place            inside = place::other;
    text_member      text   = nullptr;
};

constexpr std::array event_members{
    known_member{"choices", place::choices},
    known_member{"model", place::other, &stream_event::model},
    known_member{"usage", place::usage},
    known_member{"service_tier", place::other, &stream_event::service_tier},
    known_member{"type", place::other, &stream_event::type},
    known_member{"delta", place::message_delta},
    known_member{"content_block", place::block},
    known_member{"message", place::message},
    known_member{"error", place::error, &stream_event::error},
};
constexpr std::array choice_members{
    known_member{"delta", place::delta},
    known_member{"finish_reason", place::other, &stream_event::finish_reason},
    known_member{"message", place::whole_message},
    known_member{"error", place::error, &stream_event::error},
};
constexpr std::array delta_members{
    known_member{"content", place::parts, &stream_event::content},
    known_member{"refusal", place::other, &stream_event::refusal},
    known_member{"reasoning_content", place::other, &stream_event::reasoning_content},
    known_member{"reasoning", place::other, &stream_event::reasoning},
};
constexpr std::array message_members{
    known_member{"model", place::other, &stream_event::model},
    known_member{"usage", place::usage},
};
constexpr std::array message_delta_members{
    known_member{"text", place::other, &stream_event::content},
    known_member{"partial_json", place::other, &stream_event::partial_json},
    known_member{"stop_reason", place::other, &stream_event::finish_reason},
};
constexpr std::array block_members{
    known_member{"type", place::other, &stream_event::block_type},
    known_member{"text", place::other, &stream_event::content},
};

std::span<const known_member> known_members(place of) noexcept
{
    switch (of)
    {
    case place::event: return event_members;
    case place::choice: return choice_members;
    case place::delta:
    case place::whole_message: return delta_members;
    case place::message: return message_members;
    case place::message_delta: return message_delta_members;
    case place::block: return block_members;
    default: return {};
    }
}

/// The handler of a parser. Texts replace earlier ones of the same member, as in a tree of values.
class event_reader
{
public:
    static constexpr std::size_t max_object_size = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_array_size  = max_object_size;
    static constexpr std::size_t max_key_size    = max_object_size;
    static constexpr std::size_t max_string_size = max_object_size;

    using error_code  = boost::system::error_code;
    using string_view = json::string_view;

    explicit event_reader(stream_event& event) noexcept
        : event_{event}
    {}

    bool on_document_begin(error_code&) { return true; }
    bool on_document_end(error_code&) { return true; }

    bool on_object_begin(error_code&)
    {
        const auto inside = next_object();
        begin(inside);
        if (inside == place::error) event_.error = '{';
        return true;
    }

    bool on_object_end(std::size_t, error_code&)
    {
        if (top() == place::usage_details) event_.usage += '}';
        if (top() == place::part && part_type_ == "text") event_.content += part_text_;
        --depth_;
        return true;
    }

    bool on_array_begin(error_code&)
    {
        const bool is_known = next_ == place::choices || next_ == place::parts;
        begin(is_known ? next_ : place::other);
        return true;
    }

    bool on_array_end(std::size_t, error_code&)
    {
        --depth_;
        return true;
    }

    bool on_key_part(string_view part, std::size_t size, error_code&)
    {
        if (size == part.size()) key_.assign(part.data(), part.size());
        else key_.append(part.data(), part.size());
        return true;
    }

    bool on_key(string_view part, std::size_t size, error_code& error)
    {
        on_key_part(part, size, error);
        text_ = nullptr;
        next_ = place::other;
        find_member();
        return true;
    }

    bool on_string_part(string_view part, std::size_t size, error_code&)
    {
        if (!text_) return true;
        if (size == part.size()) text_->assign(part.data(), part.size());
        else text_->append(part.data(), part.size());
        return true;
    }

    bool on_string(string_view part, std::size_t size, error_code& error)
    {
        on_string_part(part, size, error);
        text_ = nullptr; // items of a list follow without a key
        return true;
    }

    bool on_number_part(string_view, error_code&) { return true; }

    bool on_int64(std::int64_t, string_view digits, error_code&) { return take_number(digits); }
    bool on_uint64(std::uint64_t, string_view digits, error_code&) { return take_number(digits); }
    bool on_double(double, string_view digits, error_code&) { return take_number(digits); }

    bool on_bool(bool, error_code&) { return clear_text(); }
    bool on_null(error_code&) { return clear_text(); }
    bool on_comment_part(string_view, error_code&) { return true; }
    bool on_comment(string_view, error_code&) { return true; }

private:
    static constexpr std::size_t max_depth = 32; ///< the parser's own

    place top() const noexcept { return depth_ == 0 ? place::other : places_[depth_ - 1]; }

    bool clear_text()
    {
        if (text_) text_->clear();
        text_ = nullptr;
        return true;
    }

    void begin(place inside)
    {
        clear_text(); // a text member that is none
        next_             = place::other;
        places_[depth_++] = inside;
    }

    /// The place of an object that begins here.
    place next_object()
    {
        if (depth_ == 0) return place::event;
        switch (top())
        {
        case place::choices: return std::exchange(had_choice_, true) ? place::other : place::choice;
        case place::parts:
            part_type_.clear();
            part_text_.clear();
            return place::part;
        default: break;
        }
        if (next_ == place::usage_details) write_key("{");
        return next_ == place::choices || next_ == place::parts ? place::other : next_;
    }

    void find_member()
    {
        const auto at = top();
        if (at == place::usage || at == place::usage_details) next_ = place::usage_details;
        if (at == place::part) text_ = key_ == "type" ? &part_type_ : key_ == "text" ? &part_text_ : nullptr;
        for (const auto& known : known_members(at))
            if (known.name == key_) return use(known);
    }

    void use(const known_member& known)
    {
        event_.has_choices = event_.has_choices || known.inside == place::choices;
        if (known.inside == place::whole_message && had_delta_) return;
        if (known.inside == place::delta && std::exchange(had_message_, false)) clear_delta();
        had_delta_   = had_delta_ || known.inside == place::delta;
        had_message_ = had_message_ || known.inside == place::whole_message;
        if (known.text) text_ = &(event_.*known.text);
        next_ = known.inside;
    }

    void clear_delta()
    {
        for (const auto& known : delta_members) (event_.*known.text).clear();
    }

    /// Numbers count in usage only.
    bool take_number(string_view digits)
    {
        if (top() == place::usage || top() == place::usage_details) write_key(digits);
        return clear_text();
    }

    void write_key(string_view value)
    {
        auto& usage = event_.usage;
        if (!usage.empty() && usage.back() != '{') usage += ',';
        sdk::append_json_string(key_, usage);
        usage += ':';
        usage += value;
    }

    stream_event&                    event_;
    std::array<place, max_depth + 1> places_;
    std::size_t                      depth_ = 0;
    std::string                      key_; ///< a copy: the parser's text of an escape ends with its call
    place                            next_ = place::other; ///< of the value that follows, if it is no text
    std::string*                     text_ = nullptr;      ///< of the value that follows, if it is one
    std::string                      part_type_;
    std::string                      part_text_;
    bool                             had_choice_  = false;
    bool                             had_delta_   = false;
    bool                             had_message_ = false;
};

} // namespace

void stream_event::clear() noexcept
{
    for (auto* text : {&type, &block_type, &content, &partial_json, &refusal, &reasoning_content, &reasoning,
                       &finish_reason, &model, &service_tier, &usage, &error})
        text->clear();
    has_choices = false;
}

bool read_event(std::string_view data, stream_event& event)
{
    event.clear();
    if (!data.starts_with('{')) return false;
    json::basic_parser<event_reader> parser{json::parse_options{}, event};
    boost::system::error_code        error;
    return parser.write_some(false, data.data(), data.size(), error) == data.size() && !error;
}

} // namespace verbatim::core::llm

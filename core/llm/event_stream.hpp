#pragma once

#include "http_client/transport.hpp"
#include "llm/stream_event.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace verbatim::core::llm {

/// Collects the body of a response to a chat request. The server-sent events of a stream are merged as they arrive,
/// into the body that the provider sends without a stream: docs/reference/provider.md#streams. Any other body stays as
/// it is, except for blanks before it.
class event_stream final : public http_client::body_sink
{
public:
    bool take(std::string_view bytes) override;

    /// The body. Call once, after the last byte.
    std::string take_body();

    /// Whether the model has written something.
    bool has_text() const noexcept { return !content_.empty(); }

    /// Whether take() has ended the stream because its text repeats itself. The body is then that of a finished stream.
    bool repeats() const noexcept { return repeats_; }

private:
    static constexpr std::size_t min_growth = 256; ///< in bytes, between two checks for repeats

    enum class body_kind
    {
        unknown,
        plain,
        events,
    };

    bool        take_events(std::string_view bytes);
    bool        take_line(std::string_view line);
    bool        take_whole_line();
    bool        take_event(std::string_view line, std::string_view data);
    std::size_t take_with_same_frame(std::string_view text);
    void        remember_frame(std::string_view line, std::string_view text);
    bool        accepts_more();
    bool        add_choice();
    bool        add_message();
    void        add_error(std::string_view data);
    bool        add_usage();

    bool        check_repeats();
    std::string merged_chat() const;
    std::string merged_message() const;

    body_kind    kind_    = body_kind::unknown;
    std::size_t  skipped_ = 0; ///< blanks before the body
    std::string  body_;        ///< of a plain body; the incomplete line of a stream
    std::string  content_;
    std::string  reasoning_;
    std::string  refusal_;
    std::string  model_;
    std::string  tier_;
    std::string  reason_;
    std::string  usage_;              ///< members of an object, as JSON; of equal names the last one counts
    std::string  error_;              ///< an event that is an error, as JSON
    bool         is_message_ = false; ///< of the Messages format
    bool         repeats_    = false;
    std::size_t  next_check_ = min_growth; ///< the size of `content_` at which it may repeat itself
    std::string  before_text_;             ///< of the last line that brought text and nothing else
    std::string  after_text_;              ///< the rest of it
    stream_event event_;                   ///< the last one; here to keep its memory
};

} // namespace verbatim::core::llm

#include "cli/input/yaml.hpp"

#include "cli/failure.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

namespace verbatim::cli::input {

namespace json = boost::json;

namespace {

/// That of a list in the metadata of a record in `feedback_records`.
constexpr std::size_t max_depth = 5;

/// Aliases can make a small file an endless value, so that the items and the text of a file are bounded.
constexpr std::size_t max_items = 1'000'000;
constexpr std::size_t max_text  = std::size_t{256} << 20; ///< bytes

[[noreturn]] void fail(const YAML::Mark& mark, const std::string& problem)
{
    throw failure{exit_status::input, (mark.is_null() ? "" : "line " + std::to_string(mark.line + 1) + ": ") + problem};
}

/// Makes a value of each document; all scalars are texts.
class document_reader final : public YAML::EventHandler
{
public:
    /// `take` gets each document.
    document_reader(std::size_t file_size, std::function<void(const json::value&)> take)
        : items_left_{std::max(max_items, 2 * file_size)}
        , text_left_{std::max(max_text, file_size)}
        , take_{std::move(take)}
    {}

    /// For some texts the parser finds one empty document after the other at the same place.
    void OnDocumentStart(const YAML::Mark& mark) override
    {
        if (mark.pos <= position_) fail(mark, "is not valid YAML");
        position_ = mark.pos;
        document_ = nullptr;
        anchored_.clear();
    }
    void OnDocumentEnd() override { take_(document_); }

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(mark, nullptr, anchor); }
    void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string& text) override
    {
        add(mark, json::string{text}, anchor);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        const auto found = anchored_.find(anchor);
        if (found == anchored_.end()) fail(mark, "an alias is part of its own value");
        count(mark, found->second, open_.size());
        add(mark, found->second, YAML::NullAnchor);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        open(mark, json::array{}, anchor);
    }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override
    {
        open(mark, json::object{}, anchor);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

private:
    /// A list or an object whose items are read.
    struct open_value
    {
        YAML::Mark                  mark;
        json::value                 value;
        YAML::anchor_t              anchor;
        std::optional<json::string> name{}; ///< of the next member
    };

    void open(const YAML::Mark& mark, json::value empty, YAML::anchor_t anchor)
    {
        if (open_.size() == max_depth) fail(mark, "is nested too deeply");
        open_.push_back({mark, std::move(empty), anchor});
    }

    void close()
    {
        auto closed = std::move(open_.back());
        open_.pop_back();
        add(closed.mark, std::move(closed.value), closed.anchor);
    }

    void add(const YAML::Mark& mark, json::value value, YAML::anchor_t anchor)
    {
        if (!value.is_structured()) count(mark, value, open_.size());
        if (anchor != YAML::NullAnchor) anchored_[anchor] = value;
        if (open_.empty()) document_ = std::move(value);
        else if (auto* list = open_.back().value.if_array()) list->push_back(std::move(value));
        else add_member(mark, open_.back(), std::move(value));
    }

    static void add_member(const YAML::Mark& mark, open_value& object, json::value value)
    {
        if (object.name) object.value.get_object()[*std::exchange(object.name, {})] = std::move(value);
        else if (value.is_string()) object.name = std::move(value.get_string());
        else fail(mark, "has a name that is no text");
    }

    /// Counts a value that becomes a part of the document at this depth.
    void count(const YAML::Mark& mark, const json::value& value, std::size_t depth)
    {
        if (items_left_-- == 0) fail(mark, "has too many items for one file");
        if (value.is_structured() && depth == max_depth) fail(mark, "is nested too deeply");
        if (const auto* list = value.if_array())
            for (const auto& item : *list) count(mark, item, depth + 1);
        if (const auto* object = value.if_object())
            for (const auto& member : *object)
            {
                count_text(mark, member.key().size());
                count(mark, member.value(), depth + 1);
            }
        if (const auto* text = value.if_string()) count_text(mark, text->size());
    }

    void count_text(const YAML::Mark& mark, std::size_t size)
    {
        if (size > text_left_) fail(mark, "has too much text for one file");
        text_left_ -= size;
    }

    std::size_t                             items_left_, text_left_;
    std::function<void(const json::value&)> take_;
    int                                     position_ = -1; ///< of the latest document
    std::vector<open_value>                 open_;
    json::value                             document_;
    std::map<YAML::anchor_t, json::value>   anchored_;
};

} // namespace

json::value parse_yaml(const std::string& text)
try
{
    json::array        records;
    document_reader    reader{text.size(), [&](const json::value& document) {
                               const auto* object = document.if_object();
                               const auto* member = object ? object->if_contains("feedback_records") : nullptr;
                               const auto& value  = member ? *member : document;
                               if (const auto* list = value.if_array())
                                   records.insert(records.end(), list->begin(), list->end());
                               else if (!value.is_null()) records.push_back(value);
                           }};
    std::istringstream stream{text};
    YAML::Parser       parser{stream};
    while (parser.HandleNextDocument(reader))
    {}
    return records;
}
catch (const YAML::Exception& error) // its text may quote the file
{
    fail(error.mark, "is not valid YAML");
}

} // namespace verbatim::cli::input

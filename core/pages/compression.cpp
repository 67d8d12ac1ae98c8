#include "pages/compression.hpp"

#include <brotli/encode.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

namespace verbatim::core::pages {

namespace {

/// Each start compresses the document. Quality 9 makes it 2 % smaller and takes six times as long.
constexpr int brotli_quality = 6;

/// Base-2 logarithm of the window size: 256 KiB, about the size of the document. The default window needs 10 MB more.
constexpr int brotli_window = 18;

/// Selects the gzip format in zlib.
constexpr int gzip_frame = 16;

std::string gzip(std::string_view text)
{
    z_stream stream{};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzip_frame, MAX_MEM_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error{"zlib cannot be initialised"};
    const std::unique_ptr<z_stream, decltype(&deflateEnd)> cleanup{&stream, &deflateEnd};

    std::string output(deflateBound(&stream, text.size()), '\0');
    stream.next_in   = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in  = static_cast<uInt>(text.size());
    stream.next_out  = reinterpret_cast<Bytef*>(output.data());
    stream.avail_out = static_cast<uInt>(output.size());
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error{"gzip compression failed"};
    output.resize(stream.total_out);
    return output;
}

std::string brotli(std::string_view text)
{
    std::string output(BrotliEncoderMaxCompressedSize(text.size()), '\0');
    auto        size = output.size();
    if (!BrotliEncoderCompress(brotli_quality, brotli_window, BROTLI_MODE_TEXT, text.size(),
                               reinterpret_cast<const std::uint8_t*>(text.data()), &size,
                               reinterpret_cast<std::uint8_t*>(output.data())))
        throw std::runtime_error{"Brotli compression failed"};
    output.resize(size);
    return output;
}

} // namespace

std::vector<http::encoded_body> compress(std::string_view text)
{
    std::vector<http::encoded_body> encodings;
    const auto                      add = [&](std::string_view encoding, std::string output) {
        if (output.size() < text.size())
            encodings.push_back({encoding, std::make_shared<const std::string>(std::move(output))});
    };
    add("br", brotli(text));
    add("gzip", gzip(text));
    std::stable_sort(encodings.begin(), encodings.end(),
                     [](const auto& left, const auto& right) { return left.body->size() < right.body->size(); });
    return encodings;
}

std::string gunzip(std::string_view gzip_body, std::size_t size)
{
    z_stream stream{};
    if (inflateInit2(&stream, MAX_WBITS + gzip_frame) != Z_OK) throw std::runtime_error{"zlib cannot be initialised"};
    const std::unique_ptr<z_stream, decltype(&inflateEnd)> cleanup{&stream, &inflateEnd};

    std::string text(size, '\0');
    stream.next_in   = reinterpret_cast<Bytef*>(const_cast<char*>(gzip_body.data()));
    stream.avail_in  = static_cast<uInt>(gzip_body.size());
    stream.next_out  = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    if (inflate(&stream, Z_FINISH) != Z_STREAM_END || stream.avail_out != 0)
        throw std::runtime_error{"a gzip body is damaged"};
    return text;
}

http::body_source make_lazy_body(std::shared_ptr<const std::string> gzip_body, std::size_t size)
{
    struct lazy_text
    {
        std::once_flag                     once;
        std::shared_ptr<const std::string> text;
    };
    return [gzip_body = std::move(gzip_body), size, lazy = std::make_shared<lazy_text>()] {
        std::call_once(lazy->once, [&] { lazy->text = std::make_shared<const std::string>(gunzip(*gzip_body, size)); });
        return lazy->text;
    };
}

} // namespace verbatim::core::pages

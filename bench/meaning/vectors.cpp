// The vectors of the built-in embedders, for bench/meaning/run.
//
//     bench_vectors [WORD_VECTORS]        lines of text on the standard input; their vectors as float32 on the standard
//     output
//
// With a table the embedder is local/semantic, otherwise local/lexical. One thread; the last line on the standard error
// has the CPU seconds of embedding, and the peak of memory in KiB.

#include "embedding/text_vectorizer.hpp"

#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace verbatim::core::embedding;

namespace {

/// The KiB of a line such as `VmHWM:     12345 kB`; 0 if there is none.
long peak_of_memory()
{
    std::ifstream status{"/proc/self/status"};
    long          kib = 0;
    for (std::string line; std::getline(status, line);)
        if (std::sscanf(line.c_str(), "VmHWM: %ld", &kib) == 1) break;
    return kib;
}

} // namespace

int main(int count, char** arguments)
{
    std::vector<std::string> lines;
    for (std::string line; std::getline(std::cin, line);) lines.push_back(std::move(line));

    std::unique_ptr<const word_vectors> table;
    if (count > 1) table = std::make_unique<const word_vectors>(arguments[1]);

    const auto      begin = std::clock();
    text_vectorizer vectorizer{{lines.begin(), lines.end()}, table.get()};
    for (std::size_t n = 0; n != vectorizer.slices(); ++n) vectorizer.count(n);
    for (std::size_t n = 0; n != vectorizer.slices(); ++n) vectorizer.weigh(n);
    const auto vectors = std::move(vectorizer).take();
    const auto end     = std::clock();

    std::vector<float> row(vectors.width());
    for (std::size_t n = 0; n != vectors.size(); ++n)
    {
        vectors.read(n, row);
        std::fwrite(row.data(), sizeof(float), row.size(), stdout);
    }
    std::fprintf(stderr, "%.3f %ld\n", static_cast<double>(end - begin) / CLOCKS_PER_SEC, peak_of_memory());
}

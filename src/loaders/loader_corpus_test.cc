// Real documents of every format: each loads, or fails with the error that it should, within ten
// seconds and 1 GiB. The files are not in the repository: GLOSSATOR_SHARED_DIR (default: the folder
// "shared" beside it) holds them under data/files.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "loaders/loader.h"
#include "loaders/loader_test_util.h"

namespace gloss {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;

constexpr double kMaxSeconds = 10;
constexpr long kMaxKilobytes = 1L << 20;

fs::path CorpusFolder() {
  const char* shared = std::getenv("GLOSSATOR_SHARED_DIR");
  return (shared != nullptr ? fs::path(shared) : fs::path(GLOSSATOR_SOURCE_DIR) / ".." / "shared") /
         "data" / "files";
}

/// What is not simply "ok", by file name.
const std::map<std::string, std::string>& ExpectedFailures() {
  static const std::map<std::string, std::string> failures = {
      {"docling__2206.01062_pg3.pdf", "encrypted"},
      {"pdfminer_six__aes-128.pdf", "encrypted"},
      {"pdfminer_six__aes-256-r6.pdf", "encrypted"},
      {"pdfminer_six__rc4-40.pdf", "encrypted"},
      {"pdfplumber__password-example.pdf", "encrypted"},
      {"sample-files__libreoffice-writer-password.pdf", "encrypted"},
      {"docling__ocr_test.pdf", "no_text"},
      {"docling__ocr_test_rotated_90.pdf", "no_text"},
      {"markitdown__MEDRPT-2024-PAT-3847_medical_report_scan.pdf", "no_text"},
      {"pdfminer_six__pdf-with-jbig2.pdf", "no_text"},
      {"sample-files__grayscale-image.pdf", "no_text"},
      {"sample-files__imagemagick-images.pdf", "no_text"},
      {"mammoth_js__empty.docx", "no_text"},
      {"python-docx__blk-containing-table.docx", "no_text"},
  };
  return failures;
}

struct Outcome {
  std::string code;  ///< "ok", the status's name, or what ended the process.
  double seconds = 0;
  long kilobytes = 0;
};

/// Loads the file in a process of its own, so that a crash is seen and memory is measured.
Outcome LoadInChild(const fs::path& path, const LoadOptions& options) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return {"no pipe"};
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    const Result<Document> document = LoadFile(path.string(), options);
    const std::string code(StatusCodeName(document.status().code()));
    const ssize_t written = write(ends[1], code.data(), code.size());
    _exit(written == static_cast<ssize_t>(code.size()) ? 0 : 1);
  }
  close(ends[1]);
  Outcome outcome;
  std::array<char, 64> buffer{};
  for (ssize_t n = 0; (n = read(ends[0], buffer.data(), buffer.size())) > 0;) {
    outcome.code.append(buffer.data(), static_cast<size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  outcome.kilobytes = usage.ru_maxrss;
  if (WIFSIGNALED(status)) outcome.code = fmt::format("signal {}", WTERMSIG(status));
  return outcome;
}

std::vector<fs::path> CorpusFiles(std::string_view extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(CorpusFolder())) {
    if (entry.is_regular_file() && entry.path().extension() == extension) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

class LoaderCorpusTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::is_directory(CorpusFolder())) {
      GTEST_SKIP() << "no documents at " << CorpusFolder()
                   << "; set GLOSSATOR_SHARED_DIR to the folder that has data/files";
    }
  }

  static void ExpectOutcomes(std::string_view extension, size_t count) {
    const std::vector<fs::path> files = CorpusFiles(extension);
    EXPECT_EQ(files.size(), count);
    for (const fs::path& path : files) {
      const Outcome outcome = LoadInChild(path, {});
      const auto failure = ExpectedFailures().find(path.filename().string());
      EXPECT_EQ(outcome.code, failure == ExpectedFailures().end() ? "ok" : failure->second) << path;
      EXPECT_LT(outcome.seconds, kMaxSeconds) << path;
      EXPECT_LT(outcome.kilobytes, kMaxKilobytes) << path;
    }
  }

  static Document Load(std::string_view name) {
    Result<Document> document = LoadFile((CorpusFolder() / name).string(), {});
    EXPECT_TRUE(document.ok()) << document.status().ToString();
    return document.ok() ? std::move(document).value() : Document{};
  }
};

TEST_F(LoaderCorpusTest, EveryHtmlFile) { ExpectOutcomes(".html", 38); }
TEST_F(LoaderCorpusTest, EveryDocxFile) { ExpectOutcomes(".docx", 29); }
TEST_F(LoaderCorpusTest, EveryPdfFile) { ExpectOutcomes(".pdf", 46); }

TEST_F(LoaderCorpusTest, EncryptedPdfFilesWithTheirPasswords) {
  const std::vector<std::pair<std::string, std::string>> passwords = {
      {"sample-files__libreoffice-writer-password.pdf", "openpassword"},
      {"pdfminer_six__aes-128.pdf", "foo"},
      {"pdfminer_six__rc4-40.pdf", "foo"},
      {"pdfminer_six__aes-256-r6.pdf", "usersecret"},
      {"pdfplumber__password-example.pdf", "test"},
      {"docling__2206.01062_pg3.pdf", "1234"},
  };
  for (const auto& [name, password] : passwords) {
    LoadOptions options;
    options.password = password;
    const Outcome outcome = LoadInChild(CorpusFolder() / "pdf" / name, options);
    EXPECT_EQ(outcome.code, "ok") << name;
    options.password = "wrong";
    EXPECT_EQ(LoadInChild(CorpusFolder() / "pdf" / name, options).code, "encrypted") << name;
  }
}

/// The words of a text (letters and digits), each after a space.
std::string WordsOf(std::string_view text) {
  std::string words;
  bool in_word = false;
  for (const char c : text) {
    const bool is_word = static_cast<unsigned char>(c) >= 0x80 || std::isalnum(c) != 0;
    if (is_word && !in_word) words += ' ';
    if (is_word) words += c;
    in_word = is_word;
  }
  return words;
}

/// Share (by length) of the expected blocks of eight words or more whose words stand in the page in
/// one piece, block after block in the same order.
double ShareInOrder(const Document& expected, const Document& page) {
  const std::string words = WordsOf(page.text);
  size_t at = 0;
  size_t found = 0;
  size_t all = 0;
  for (const Block& block : expected.blocks) {
    const std::string piece = WordsOf(block.span.In(expected.text));
    if (std::count(piece.begin(), piece.end(), ' ') < 8) continue;
    all += piece.size();
    const size_t position = words.find(piece, at);
    if (position == std::string::npos) continue;
    found += piece.size();
    at = position + piece.size();
  }
  return all == 0 ? 1 : static_cast<double>(found) / static_cast<double>(all);
}

TEST_F(LoaderCorpusTest, MainTextOfPagesIsThereInOrder) {
  size_t pairs = 0;
  for (const fs::path& source : CorpusFiles(".html")) {
    const std::string name = source.string();
    const size_t suffix = name.find(".source.html");
    if (suffix == std::string::npos) continue;
    const auto page = LoadFile(name, {});
    const auto main_text = LoadFile(name.substr(0, suffix) + ".expected.html", {});
    ASSERT_TRUE(page.ok() && main_text.ok()) << source;
    EXPECT_GE(ShareInOrder(*main_text, *page), 0.95) << source;
    ++pairs;
  }
  EXPECT_EQ(pairs, 16U);
}

TEST_F(LoaderCorpusTest, HiddenNodesStayOut) {
  const Document page = Load("html/readability__hidden-nodes.source.html");
  EXPECT_THAT(page.text, Not(HasSubstr("should not be displayed")));
  EXPECT_THAT(page.text, Not(HasSubstr("hidden")));
}

TEST_F(LoaderCorpusTest, WikipediaKeepsItsTables) {
  const Document page = Load("html/readability__wikipedia-2.source.html");
  EXPECT_EQ(page.title, "New Zealand - Wikipedia");
  const auto cells = std::count_if(page.blocks.begin(), page.blocks.end(),
                                   [](const Block& block) { return block.cell.has_value(); });
  EXPECT_GT(cells, 200);
}

TEST_F(LoaderCorpusTest, WordDocumentsShowTheirParts) {
  EXPECT_THAT(Shown(Load("docx/mammoth_js__footnotes.docx")),
              testing::ElementsAre("paragraph: Ouch[1].[2]",
                                   "footnote: A tachyon walks into a bar.", "footnote: Fin."));
  EXPECT_THAT(Shown(Load("docx/mammoth_js__comments.docx")),
              AllOf(Contains("paragraph: Ouch."), Contains("comment: Fin.")));
  EXPECT_THAT(Shown(Load("docx/mammoth_js__text-box.docx")),
              testing::ElementsAre("paragraph: Datum plane"));
  EXPECT_THAT(Shown(Load("docx/docling__equations.docx")), Contains(HasSubstr("A=πr^2")));
  EXPECT_THAT(Shown(Load("docx/docling__unit_test_headers_numbered.docx")),
              AllOf(Contains("heading@1: Section 1"), Contains("heading@3: Section 1.2.3")));
  EXPECT_THAT(Shown(Load("docx/python-docx__hdr-header-footer.docx")),
              Contains(HasSubstr("furniture: ")));
}

}  // namespace
}  // namespace gloss

#include "loaders/pdf_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "loaders/document_check.h"
#include "loaders/pdf_test_util.h"
#include "text/segmenter.h"

namespace gloss {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Sets an environment variable for the life of the object.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~ScopedVariable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// A pdftotext of the test's making, first on PATH.
class FakePdftotextTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "fake_pdftotext_XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Result<Document> LoadWith(const std::string& script, const LoadOptions& options = {}) {
    const std::string program = folder_ + "/pdftotext";
    EXPECT_TRUE(WriteFileAtomically(program, "#!/bin/sh\n" + script + "\n").ok());
    chmod(program.c_str(), 0755);
    const char* path = std::getenv("PATH");
    const ScopedVariable scoped("PATH", folder_ + ":" + (path != nullptr ? path : "/usr/bin:/bin"));
    return LoadPdf("%PDF-1.4", options);
  }

  Status StatusWith(const std::string& script, const LoadOptions& options = {}) {
    return LoadWith(script, options).status();
  }

  std::string folder_;
};

TEST_F(FakePdftotextTest, MissingProgramNamesThePackage) {
  const ScopedVariable path("PATH", folder_);
  const Status status = LoadPdf("%PDF-1.4", {}).status();
  EXPECT_EQ(status.code(), StatusCode::kNotFound);
  EXPECT_THAT(status.message(), HasSubstr("poppler-utils"));
}

TEST_F(FakePdftotextTest, ItsOutputBecomesADocument) {
  const std::string xhtml = BboxWriter("A Title").Page().Line(50, 100, "One sentence.").Finish();
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/output", xhtml).ok());
  const auto document = LoadWith("cat '" + folder_ + "/output'");
  ASSERT_TRUE(document.ok()) << document.status().ToString();
  EXPECT_EQ(document->text, "One sentence.");
  EXPECT_EQ(document->title, "A Title");
  EXPECT_EQ(document->media_type, "application/pdf");
  EXPECT_EQ(document->page_count, 1);
  EXPECT_THAT(document->warnings, ElementsAre());
}

TEST_F(FakePdftotextTest, DamageThatItReportsIsAWarning) {
  const std::string xhtml = BboxWriter().Page().Line(50, 100, "One sentence.").Finish();
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/output", xhtml).ok());
  const auto document = LoadWith(
      "echo 'Syntax Warning: a detail' >&2; "
      "echo 'Syntax Error (5): Unknown filter' >&2; cat '" +
      folder_ + "/output'");
  ASSERT_TRUE(document.ok()) << document.status().ToString();
  EXPECT_THAT(
      document->warnings,
      ElementsAre("damaged in places, text may be missing (Syntax Error (5): Unknown filter)"));
}

TEST_F(FakePdftotextTest, FailuresBecomeTypedErrors) {
  const std::string wrong_password = "echo 'Command Line Error: Incorrect password' >&2; exit 1";
  EXPECT_EQ(StatusWith(wrong_password),
            Status(StatusCode::kEncrypted, "it is encrypted: give its password with --password"));
  LoadOptions options;
  options.password = "guess";
  EXPECT_EQ(StatusWith(wrong_password, options),
            Status(StatusCode::kEncrypted, "it is encrypted and the password does not open it"));
  EXPECT_EQ(StatusWith("exit 3").code(), StatusCode::kEncrypted);
  EXPECT_EQ(StatusWith("echo \"Syntax Error: Couldn't read xref table\" >&2; exit 1"),
            Status(StatusCode::kCorruptDocument,
                   "pdftotext cannot read it: Syntax Error: Couldn't read xref table"));
  EXPECT_EQ(StatusWith("kill -SEGV $$").code(), StatusCode::kCorruptDocument);
  EXPECT_EQ(StatusWith("echo \"terminate called: std::bad_alloc\" >&2; kill -ABRT $$").code(),
            StatusCode::kTooLarge);
  EXPECT_EQ(StatusWith("echo '<page >'").code(), StatusCode::kCorruptDocument);
  EXPECT_EQ(StatusWith("exit 0").code(), StatusCode::kCorruptDocument);
  EXPECT_EQ(StatusWith("printf 'Syntax Error: \\001\\377bad\\n' >&2; exit 1").message(),
            "pdftotext cannot read it: Syntax Error: ??bad");
}

TEST_F(FakePdftotextTest, TimeLimitAndStop) {
  LoadOptions options;
  options.limits.max_seconds = 1;
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(StatusWith("sleep 30", options),
            Status(StatusCode::kTimeout, "reading it took longer than 1 s"));
  std::stop_source stop;
  stop.request_stop();
  options.stop = stop.get_token();
  EXPECT_EQ(StatusWith("sleep 30", options).code(), StatusCode::kCancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST_F(FakePdftotextTest, PasswordsGoAsBothKinds) {
  LoadOptions options;
  options.password = "a b'$(id)";
  EXPECT_THAT(StatusWith("echo \"Error: $*\" >&2; exit 1", options).message(),
              HasSubstr("-upw a b'$(id) -opw a b'$(id) - -"));
  options.password = std::string("a\0b", 3);
  EXPECT_EQ(LoadPdf("%PDF-1.4", options).status().code(), StatusCode::kInvalidArgument);
}

std::string Example() {
  auto bytes = ReadFile(std::string(GLOSSATOR_SOURCE_DIR) + "/examples/abstract.pdf");
  EXPECT_TRUE(bytes.ok()) << bytes.status().ToString();
  return bytes.ok() ? std::move(bytes).value() : "";
}

TEST(PdfLoaderTest, TheExampleReadsLikeItsText) {
  const auto document = LoadPdf(Example(), {});
  ASSERT_TRUE(document.ok()) << document.status().ToString();
  EXPECT_EQ(CheckDocument(*document), Status::Ok());
  const auto expected = ReadFile(std::string(GLOSSATOR_SOURCE_DIR) + "/examples/abstract.txt");
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  const std::string body = expected->substr(0, expected->find_last_not_of('\n') + 1);
  EXPECT_EQ(document->text.substr(0, body.size()), body);
  // After the body only the running header and the footer, as furniture.
  ASSERT_GE(document->blocks.size(), 2U);
  const Block& header = document->blocks[document->blocks.size() - 2];
  EXPECT_EQ(header.kind, BlockKind::kFurniture);
  EXPECT_EQ(header.span.begin, body.size() + 2);
  EXPECT_THAT(document->title, HasSubstr("Once-daily oral belmarone"));
  EXPECT_EQ(document->page_count, 1);
}

TEST(PdfLoaderTest, TheExampleHasItsSentences) {
  auto document = LoadPdf(Example(), {});
  ASSERT_TRUE(document.ok()) << document.status().ToString();
  document->language = "en";
  Segment(*document);
  std::vector<std::string_view> sentences;
  for (size_t i = 0; i < document->sentences.size(); ++i) {
    sentences.push_back(document->SentenceText(i));
  }
  // Title, authors, four headings and fourteen sentences; not the header, not the footer.
  EXPECT_EQ(sentences.size(), 20U);
  EXPECT_THAT(sentences,
              Contains("Participants were randomly assigned to receive 40 mg of belmarone, "
                       "80 mg of belmarone or placebo once daily for 24 weeks."));
  EXPECT_THAT(sentences,
              Contains("The difference between 80 mg and placebo was 2.3 days (95% "
                       "confidence interval 1.7 to 2.9; P < 0.001) and was statistically "
                       "significant."));
  EXPECT_THAT(sentences, Contains("No deaths were reported during the trial."));
}

TEST(PdfLoaderTest, BytesThatAreNoPdfAreCorrupt) {
  for (const char* bytes : {"", "no PDF at all", "%PDF-1.7\n", "%PDF-1.4\n1 0 obj\n<<"}) {
    EXPECT_EQ(LoadPdf(bytes, {}).status().code(), StatusCode::kCorruptDocument) << bytes;
  }
}

TEST(PdfLoaderTest, EveryCutOfTheExampleGivesADocumentOrAnError) {
  const std::string whole = Example();
  for (size_t size = 0; size < whole.size(); size += whole.size() / 12) {
    const auto document = LoadPdf(std::string_view(whole).substr(0, size), {});
    if (document.ok()) {
      EXPECT_EQ(CheckDocument(*document), Status::Ok()) << size;
    } else {
      EXPECT_THAT(document.status().code(),
                  testing::AnyOf(StatusCode::kCorruptDocument, StatusCode::kNoText))
          << size;
    }
  }
}

TEST(PdfLoaderTest, LimitsOnBytesTextPagesAndMemory) {
  const std::string bytes = Example();
  LoadOptions options;
  options.limits.max_bytes = bytes.size() - 1;
  EXPECT_EQ(LoadPdf(bytes, options).status().code(), StatusCode::kTooLarge);
  options = {};
  options.limits.max_text_bytes = 100;
  EXPECT_EQ(LoadPdf(bytes, options).status().code(), StatusCode::kTooLarge);
  options = {};
  options.limits.max_pages = 0;
  EXPECT_EQ(LoadPdf(bytes, options).status().code(), StatusCode::kTooLarge);
  options = {};
  options.limits.max_process_bytes = size_t{1} << 20;
  EXPECT_FALSE(LoadPdf(bytes, options).ok());
}

}  // namespace
}  // namespace gloss

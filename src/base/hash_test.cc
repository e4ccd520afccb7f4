#include "base/hash.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "base/file_system.h"

namespace gloss {
namespace {

// Test vectors of FIPS 180-2 and RFC 1321.
TEST(HashTest, Sha256MatchesTheStandard) {
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(HashTest, Md5MatchesTheStandard) {
  EXPECT_EQ(Md5Hex(""), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(Md5Hex("message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
}

TEST(HashTest, NulBytesCount) {
  EXPECT_NE(Md5Hex(std::string_view("a\0b", 3)), Md5Hex("a"));
  EXPECT_NE(Sha256Hex(std::string_view("a\0b", 3)), Sha256Hex("a"));
}

TEST(HashTest, FileHashEqualsHashOfItsBytes) {
  const std::string path = testing::TempDir() + "hash_test_file";
  // Longer than one block of reading.
  const std::string content(3'000'000, 'q');
  ASSERT_TRUE(WriteFileAtomically(path, content).ok());
  const auto hash = Sha256HexOfFile(path);
  ASSERT_TRUE(hash.ok()) << hash.status().ToString();
  EXPECT_EQ(*hash, Sha256Hex(content));
  unlink(path.c_str());
}

TEST(HashTest, FileErrorsAreTold) {
  EXPECT_EQ(Sha256HexOfFile("/no/such/file").status().code(), StatusCode::kNotFound);
  EXPECT_FALSE(Sha256HexOfFile(testing::TempDir()).ok());
}

TEST(HashTest, PiecesGiveTheHashOfTheWhole) {
  Sha256 hash;
  EXPECT_EQ(hash.Hex(), Sha256Hex(""));
  hash.Update("ab");
  EXPECT_EQ(hash.Hex(), Sha256Hex("ab"));
  hash.Update("");
  hash.Update("c");
  EXPECT_EQ(hash.Hex(), Sha256Hex("abc"));
  const Sha256 moved = std::move(hash);
  EXPECT_EQ(moved.Hex(), Sha256Hex("abc"));
}

}  // namespace
}  // namespace gloss

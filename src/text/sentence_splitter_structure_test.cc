// Lines, lists, headings, tables, odd characters and other scripts.

#include "text/splitter_cases.h"

namespace gloss {
namespace {

TEST(SentenceSplitterStructure, LinesAndCharacters) {
  static constexpr SplitCase kCases[] = {
      {"en", "Heading‖\n\nFirst paragraph. ‖Second sentence.‖\n\nNo full stop here‖\n\nLast one"},
      {"en",
       "A hard-wrapped paragraph goes on to the next line of the\ntext and does not break in the "
       "middle of the sentence. ‖It\nends here, and a new one starts, by the President of "
       "the\nUnited States himself. ‖The end."},
      {"en",
       "Introduction‖\nThe method that we use in this paper is simple and it was\ndescribed before "
       "by several other groups of authors.‖ It works."},
      {"en", "Shopping list:‖\n- apples‖\n- pears and\n  plums‖\n- figs.‖\n\nDone."},
      {"en", "1. First item‖\n2. Second item‖\n3. Third item"},
      {"en", "1) First item‖\n2) Second item"},
      {"en", "a) First item‖\nb) Second item"},
      {"en", "(a) First item‖\n(b) Second item"},
      {"en", "• First item‖\n• Second item"},
      {"en", "* First item. ‖It goes on.‖\n* Second item."},
      {"en", "apples‖\nbananas‖\ncherries"},
      {"en", "# Title‖\nText of the section.‖\n## Next‖\nMore text."},
      {"en", "**Title**‖\nText of the section."},
      {"en", "Title‖\n=====‖\nText of the section."},
      {"en", "Name\tAge‖\nAnna\t35‖\nBen\t41"},
      {"en", "| Name | Age |‖\n|---|---|‖\n| Anna | 35 |"},
      {"en", "Anna | 35 | Rome‖\nBen | 41 | Oslo"},
      {"en", "First line.‖\r\nSecond line.‖\r\n\r\nThird line."},
      {"en", "First line.‖\rSecond line."},
      {"en", "He spoke of the\r\nweather. ‖It was fine."},
      {"en", "A line that ends with a comma,\nGoes on here."},
      {"en", "It was inter-\nnational.‖ Good."},
      {"en", "Roses are red‖\nViolets are blue‖\nSugar is sweet‖\nAnd so are you"},
      {"en", "The committee of the\nEuropean Union met."},
      {"en", "Dear Sir or Madam,\nI write to you."},
      {"en", "Question: Why?‖\nAnswer: Because."},
      {"en", "Key: value‖\nOther: thing"},
      {"en", "See Dr.\nSmith about it.‖ He knows."},
      {"en", "It cost $5.\u00A0‖ Then it rose."},
      {"en", "Zero\u200Bwidth.\u200B‖ Next."},
      {"en", "First.   ‖   Second.‖  "},
      {"en", ".."},
      {"en", "..."},
      {"en", "."},
      {"en", "!!!"},
      {"en", "?!?"},
      {"en", "Just words"},
      {"en", "Wait.....‖ What?"},
      {"en", ". Leading stop."},
      {"en", "1.1 Scope‖\n1.2 Terms"},
      {"en", "I. Introduction‖\nII. Methods"},
      {"en", "He said – no."},
      {"en", "> Quoted line.‖\n> Other line."},
      {"en", "© 2020 Acme. ‖All rights reserved."},
      {"en", "He is 5 ft. 3 in. tall."},
      {"en", "Turn left at 5th Ave. and go on."},
      {"en", "\"This is the end.\"‖ \"No, it is not.\""},
      {"en", "The report is on\nthe table.‖\n\n\n\nNext."},
      {"en", "First paragraph ends here.\n‖Second line begins."},
      {"en",
       "A first line of running text that is long enough to wrap in March\n2020 and goes on."},
      {"en", "Agenda:‖\n1. Opening‖\n2. Budget‖\n   - costs‖\n   - income‖\n3. Close"},
      {"en", "Read this:‖\n\n    code line‖\n\nThe end."},
      {"en", "Name: Anna. ‖Age: 35."},
      {"en", "The list (1. eggs, 2. milk) is short.‖ Buy it."},
      {"en", "Total\t3.5\t4.5‖\nSum\t1.2\t9"},
      {"en", "Foo (bar\nbaz) qux.‖ Next."},
      {"en", "\"Quoted text that\ngoes on.\" ‖Then more."},
      {"en", "See http://example.com/a.B?c=D. ‖It works."},
      {"en", "Line one‖\n---‖\nLine two"},
      {"en", "Hello  world.  ‖How are you?"},
      {"en", "A.‖\n\nB."},
      {"en", "One sentence. ‖Another one."},
      {"en",
       "It is as shown in the well-known book by Smith\n[3] in 2010 and later, as is said. ‖Then "
       "more."},
      {"en", "The book by J.\nR. Smith sold well. ‖It won."},
      {"en", "The result is in Fig.\n2 of the paper. ‖It is clear."},
      {"en", "References‖\n[1] A. Smith. ‖Title.‖\n[2] B. Jones. ‖Title."},
      {"en",
       "The three parts are:‖\n(a) the first;‖\n(b) the second, which is\nlong; and‖\n(c) the "
       "third."},
  };
  CheckSplitCases(kCases);
}

TEST(SentenceSplitterStructure, GermanLines) {
  static constexpr SplitCase kCases[] = {
      {"de", "Der Ausschuss tagte am\n3. Juni in Bonn.‖ Danach\nwar Schluss."},
      {"de", "Der 1. FC Köln spielt am 3. Mai gegen den\n1. FC Kaiserslautern."},
      {"de", "§ 1‖\n(1) Das gilt.‖\n(2) Das nicht."},
      {"de", "Überschrift ohne Punkt‖\n\nDer Text beginnt.‖ Er endet."},
      {"de",
       "Der Bundestag hat das Gesetz in seiner Sitzung am Donnerstag mit der\nMehrheit der Stimmen "
       "beschlossen, und zwar nach einer langen Debatte im\nPlenum des Hauses.‖ Es tritt in "
       "Kraft."},
      {"de", "- Treffen am Sonntag, dem\n  3. Juni in Bonn‖\n- Treffen am Montag"},
      {"de", "Wie er am Sonntag sagte, gilt Nr.\n5. ‖Das ist so."},
  };
  CheckSplitCases(kCases);
}

TEST(SentenceSplitterStructure, Japanese) {
  static constexpr SplitCase kCases[] = {
      {"ja", "これは文です。‖それも文です。‖本当？‖はい！"},
      {"ja", "「はい。」と言った。‖彼は去った。"},
      {"ja", "彼は「はい。」‖"},
      {"ja", "数は３．５です。‖次。"},
  };
  CheckSplitCases(kCases);
}

TEST(SentenceSplitterStructure, Chinese) {
  static constexpr SplitCase kCases[] = {
      {"zh", "这是第一句。‖这是第二句！‖真的吗？‖“是的。”‖他说。"},
      {"zh", "中文没有空格。‖ 也可以有。"},
      {"zh", "真的?‖好的!‖再见."},
  };
  CheckSplitCases(kCases);
}

TEST(SentenceSplitterStructure, OtherScripts) {
  static constexpr SplitCase kCases[] = {
      {"", "यह वाक्य है।‖ दूसरा वाक्य॥‖ तीसरा।"},
      {"", "ما هذا؟‖ نعم.‖ لا."},
      {"", "Τι είναι αυτό;‖ Ναι.‖ Όχι; ‖Ίσως."},
      {"", "ይህ ነው።‖ ሌላ።"},
      {"", "Это предложение.‖ Второе предложение."},
      {"", "ภาษาไทยไม่มีจุด  ‖ประโยคที่สอง‖\n\nย่อหน้าใหม่"},
      {"", "ភាសាខ្មែរ។‖ ប្រយោគ។"},
      {"", "한국어 문장이다.‖ 다음 문장이다."},
      {"", "Սա է։‖ Մյուսը։"},
      {"", "زبان فارسی است.‖ این هم جمله است.‖ یہ جملہ ہے۔‖ دوسرا۔"},
      {"", "Dr. Foo came, e.g. today.‖ Next."},
  };
  CheckSplitCases(kCases);
}

}  // namespace
}  // namespace gloss

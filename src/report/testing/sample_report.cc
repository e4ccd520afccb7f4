#include "report/testing/sample_report.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/hash.h"

namespace gloss::testing {
namespace {

constexpr std::array<Verdict, 5> kVerdictCycle = {Verdict::kSupported, Verdict::kSupported,
                                                  Verdict::kContradicted, Verdict::kNotEnoughInfo,
                                                  Verdict::kConflicting};

Provenance SampleProvenance() {
  return {.product_version = "0.1.0",
          .method = "etracer",
          .splitter_version = "gloss-splitter/1",
          .models = {{"embedder", "all-minilm-l6-v2", std::string(64, 'a')},
                     {"entailment", "gloss-nli-minilm-en-v1", std::string(64, 'b')},
                     {"decomposer", "smollm2-135m-instruct", std::string(64, 'c')}},
          .prompts = {{"decompose/en/1", std::string(64, 'd')}},
          .settings = {{"max_attempts", "3"}, {"seed", "42"}, {"tau", "0.5"}}};
}

}  // namespace

DocumentBuilder::DocumentBuilder(std::string id, std::string title, std::string uri) {
  document_.id = std::move(id);
  document_.title = std::move(title);
  document_.uri = std::move(uri);
  document_.media_type = "text/plain";
  document_.language = "en";
}

DocumentBuilder& DocumentBuilder::Page(int page) {
  page_ = page;
  line_ = 72;
  document_.page_count = std::max(document_.page_count, page);
  document_.media_type = "application/pdf";
  return *this;
}

DocumentBuilder& DocumentBuilder::Heading(int level, std::string_view text) {
  while (!heading_path_.empty() &&
         document_.blocks[static_cast<size_t>(heading_path_.back())].heading_level >= level) {
    heading_path_.pop_back();
  }
  Block block;
  block.kind = BlockKind::kHeading;
  block.heading_level = level;
  AddBlock(std::move(block), {std::string(text)});
  heading_path_.push_back(static_cast<int>(document_.blocks.size()) - 1);
  return *this;
}

DocumentBuilder& DocumentBuilder::Paragraph(const std::vector<std::string>& sentences) {
  AddBlock({}, sentences);
  return *this;
}

DocumentBuilder& DocumentBuilder::ListItem(std::string_view text) {
  Block block;
  block.kind = BlockKind::kListItem;
  AddBlock(std::move(block), {std::string(text)});
  return *this;
}

DocumentBuilder& DocumentBuilder::Cell(const TableCell& cell, std::string_view text) {
  Block block;
  block.kind = BlockKind::kTableCell;
  block.cell = cell;
  AddBlock(std::move(block), {std::string(text)});
  return *this;
}

DocumentBuilder& DocumentBuilder::Furniture(std::string_view text) {
  Block block;
  block.kind = BlockKind::kFurniture;
  const size_t sentences = document_.sentences.size();
  AddBlock(std::move(block), {std::string(text)});
  document_.sentences.resize(sentences);
  return *this;
}

void DocumentBuilder::AddBlock(Block block, const std::vector<std::string>& sentences) {
  std::string& text = document_.text;
  if (!text.empty()) text.append("\n\n");
  block.span.begin = text.size();
  block.heading_path = heading_path_;
  for (const std::string& sentence : sentences) {
    if (text.size() > block.span.begin) text.push_back(' ');
    const Span span{text.size(), text.size() + sentence.size()};
    text.append(sentence);
    document_.sentences.push_back({.span = span,
                                   .block = static_cast<int>(document_.blocks.size()),
                                   .tag = Md5Hex(sentence).substr(0, 8)});
    AddWords(span);
  }
  block.span.end = text.size();
  document_.blocks.push_back(std::move(block));
}

void DocumentBuilder::AddWords(const Span& span) {
  if (page_ == 0) return;
  size_t begin = span.begin;
  double x = 72;
  while (begin < span.end) {
    size_t end = std::min(document_.text.find(' ', begin), span.end);
    const double width = 5.5 * static_cast<double>(end - begin);
    document_.boxes.push_back(
        {.span = {begin, end},
         .box = {
             .page = page_, .x_min = x, .y_min = line_, .x_max = x + width, .y_max = line_ + 12}});
    x += width + 3;
    if (x > 450) {
      x = 72;
      line_ += 14;
    }
    begin = end + 1;
  }
  line_ += 14;
}

Document DocumentBuilder::Build() {
  document_.sha256 = Sha256Hex(document_.text);
  return document_;
}

ClaimResult& AddClaim(GroundingReport* report, int sentence, std::string_view text,
                      Verdict verdict) {
  ClaimResult result;
  result.claim.id = "c" + std::to_string(report->claims.size() + 1);
  result.claim.text = text;
  result.claim.sentence = sentence;
  result.claim.span = report->response.sentences[static_cast<size_t>(sentence)].span;
  result.claim.entailment_by_sentence = 0.97F;
  result.verdict = verdict;
  report->claims.push_back(std::move(result));
  return report->claims.back();
}

void AddEvidence(ClaimResult* claim, Polarity polarity, const std::vector<SentenceRef>& sentences,
                 float score) {
  const bool supports = polarity == Polarity::kSupports;
  claim->evidence.push_back(
      {.polarity = polarity, .sentences = sentences, .score = score, .probability = 0.9375F});
  for (const SentenceRef& sentence : sentences) {
    PairScore pair;
    pair.sentence = sentence;
    pair.importance = score;
    pair.signed_score = supports ? score : -score;
    pair.relation.label = supports ? Relation::kEntailment : Relation::kContradiction;
    pair.relation.probabilities = supports ? std::array<float, 3>{0.9375F, 0.0425F, 0.02F}
                                           : std::array<float, 3>{0.02F, 0.0425F, 0.9375F};
    pair.relation.logits = supports ? std::array<float, 3>{3.25F, -0.5F, -1.25F}
                                    : std::array<float, 3>{-1.25F, -0.5F, 3.25F};
    claim->scores.push_back(pair);
  }
  std::sort(claim->scores.begin(), claim->scores.end(),
            [](const PairScore& a, const PairScore& b) { return a.sentence < b.sentence; });
}

void FinishReport(GroundingReport* report) {
  std::array<int, 6> counts{};
  std::vector<std::map<std::pair<SentenceRef, Polarity>, SentenceCitations::Link>> links(
      report->response.sentences.size());
  for (const ClaimResult& result : report->claims) {
    ++counts[static_cast<size_t>(result.verdict)];
    for (const EvidenceSet& set : result.evidence) {
      for (const SentenceRef& sentence : set.sentences) {
        auto& link = links[static_cast<size_t>(result.claim.sentence)][{sentence, set.polarity}];
        link.sentence = sentence;
        link.polarity = set.polarity;
        link.score = std::max(link.score, set.score);
        link.claims.push_back(result.claim.id);
      }
    }
  }
  for (size_t i = 0; i < links.size(); ++i) {
    SentenceCitations citations{.sentence = static_cast<int>(i), .links = {}};
    for (auto& [key, link] : links[i]) citations.links.push_back(std::move(link));
    report->citations.push_back(std::move(citations));
  }
  const auto count = [&counts](Verdict verdict) { return counts[static_cast<size_t>(verdict)]; };
  const int claims = static_cast<int>(report->claims.size());
  const double checkable = claims - count(Verdict::kNotCheckable);
  if (checkable > 0) {
    report->metrics = {.fcr = count(Verdict::kSupported) / checkable,
                       .acr = count(Verdict::kConflicting) / checkable,
                       .hcr = count(Verdict::kContradicted) / checkable,
                       .ucr = count(Verdict::kNotEnoughInfo) / checkable,
                       .unchecked = count(Verdict::kUnchecked) / checkable,
                       .cer = 0.9375,
                       .ecss = 0.787,
                       .pfcr = std::nullopt};
  }
  Coverage& coverage = report->coverage;
  coverage.response_sentences = static_cast<int>(report->response.sentences.size());
  coverage.response_sentences_checked = coverage.response_sentences;
  coverage.claims = claims;
  coverage.claims_checked = claims - count(Verdict::kUnchecked);
  coverage.sources_read = static_cast<int>(report->documents.size());
  coverage.sources = coverage.sources_read + static_cast<int>(report->unread_sources.size());
  report->provenance = SampleProvenance();
}

GroundingReport SampleReport() {
  GroundingReport report;
  report.id = "demo-1";
  report.question = "What did the Lumen trial find?";
  DocumentBuilder trial("d1", "Lumen: a randomised trial of nightly melatonin", "papers/lumen.pdf");
  trial.Page(1)
      .Heading(1, "Lumen: a randomised trial of nightly melatonin")
      .Heading(2, "Abstract")
      .Paragraph({"We enrolled 240 adults with chronic insomnia at six hospitals in Norway.",
                  "Participants were randomised to 2 mg of melatonin or placebo for twelve weeks.",
                  "Sleep onset latency fell by 18 minutes in the melatonin group."})
      .Furniture("Lumen trial · page 1")
      .Page(2)
      .Heading(2, "Results")
      .Paragraph({"Total sleep time did not differ between the groups.",
                  "Daytime sleepiness improved in the melatonin group.",
                  "That improvement was no longer present at the six-month visit."})
      .Cell({.table = 0, .row = 0, .column = 0, .is_header = true}, "Outcome")
      .Cell({.table = 0, .row = 0, .column = 1, .is_header = true}, "Melatonin")
      .Cell({.table = 0, .row = 0, .column = 2, .is_header = true}, "Placebo")
      .Cell({.table = 0, .row = 1, .column = 0}, "Withdrawals")
      .Cell({.table = 0, .row = 1, .column = 1}, "9 of 121")
      .Cell({.table = 0, .row = 1, .column = 2}, "14 of 119")
      .Page(3)
      .Heading(2, "Safety")
      .Paragraph({"No serious adverse events were related to the study drug.",
                  "Mild headache was reported by 11 participants."});
  DocumentBuilder notes("d2", "", "notes/会议记录.md");
  notes.Heading(1, "会议记录 🧪")
      .Paragraph({"试验在挪威的六家医院进行。",
                  "Zoe\u0308 said: the team 👩🏽‍🔬 counted 12 serious adverse events."})
      .ListItem("Follow-up visits were planned after six months.");
  notes.document().language = "zh";
  report.documents = {trial.Build(), notes.Build()};

  DocumentBuilder response("r", "", "answer.txt");
  response.Paragraph(
      {"Here is what the trial found.",
       "The Lumen trial enrolled 240 adults in Norway and gave them 2 mg of melatonin.",
       "Melatonin increased total sleep time and shortened sleep onset by 18 minutes."});
  response.Paragraph({"Its effect on daytime sleepiness was gone after six months.",
                      "No serious adverse events were seen.",
                      "Treatment costs about 40 euros a month 💶.",
                      "Nine of 121 participants on melatonin withdrew."});
  report.response = response.Build();

  AddClaim(&report, 0, "Here is what the trial found.", Verdict::kNotCheckable).reason =
      "not a statement";
  AddEvidence(&AddClaim(&report, 1, "The Lumen trial enrolled 240 adults.", Verdict::kSupported),
              Polarity::kSupports, {{0, 2}}, 0.9312F);
  {
    ClaimResult& claim =
        AddClaim(&report, 1, "The Lumen trial took place in Norway.", Verdict::kSupported);
    AddEvidence(&claim, Polarity::kSupports, {{0, 2}}, 0.7431F);
    AddEvidence(&claim, Polarity::kSupports, {{1, 1}}, 0.6118F);
  }
  AddEvidence(&AddClaim(&report, 1, "The Lumen trial gave its participants 2 mg of melatonin.",
                        Verdict::kSupported),
              Polarity::kSupports, {{0, 3}}, 0.8815F);
  AddEvidence(
      &AddClaim(&report, 2, "Melatonin increased total sleep time.", Verdict::kContradicted),
      Polarity::kContradicts, {{0, 6}}, 0.8127F);
  AddEvidence(
      &AddClaim(&report, 2, "Melatonin shortened sleep onset by 18 minutes.", Verdict::kSupported),
      Polarity::kSupports, {{0, 4}}, 0.9004F);
  AddEvidence(&AddClaim(&report, 3,
                        "The effect of melatonin on daytime sleepiness was gone after six months.",
                        Verdict::kSupported),
              Polarity::kSupports, {{0, 7}, {0, 8}}, 0.8466F);
  {
    ClaimResult& claim =
        AddClaim(&report, 4, "No serious adverse events were seen.", Verdict::kConflicting);
    claim.claim.origin = ClaimOrigin::kSentence;
    AddEvidence(&claim, Polarity::kSupports, {{0, 16}}, 0.7903F);
    AddEvidence(&claim, Polarity::kContradicts, {{1, 2}}, 0.7011F);
  }
  {
    ClaimResult& claim =
        AddClaim(&report, 5, "Treatment costs about 40 euros a month 💶.", Verdict::kNotEnoughInfo);
    claim.reason = "something may support it, but with a probability of 0.31 only";
    claim.weak_evidence = {{.polarity = Polarity::kSupports,
                            .sentences = {{1, 1}},
                            .score = 0.5512F,
                            .probability = 0.31F}};
  }
  {
    ClaimResult& claim = AddClaim(&report, 6, "Nine of 121 participants on melatonin withdrew.",
                                  Verdict::kUnchecked);
    claim.unchecked_pairs = 2;
    claim.reason = "the time limit ran out";
  }
  report.dropped_claims = {
      {.text = "The trial cured insomnia.", .sentence = 2, .attempt = 1, .reason = "not_entailed"}};
  report.unread_sources = {{"scan.pdf", Status(StatusCode::kNoText, "scan.pdf: no text layer")}};
  report.documents[0].warnings = {"page 4 has no text"};
  FinishReport(&report);
  report.coverage.gaps = {
      "Claim c10: 2 source sentences were not compared: the time limit ran out.",
      "Source scan.pdf was not read: no text layer."};
  return report;
}

GroundingReport HostileReport() {
  GroundingReport report;
  report.id = "</script><script>window.pwned=1</script>";
  report.question = "<img src=x onerror=window.pwned=1> `code` | pipe";
  DocumentBuilder source("d1", "</title><script>window.pwned=1</script>",
                         "javascript:window.pwned=1");
  source.Heading(1, "<h1 onclick=window.pwned=1>Heading</h1>")
      .Paragraph({"<a3f5e823>The budget was 58.3 million.</a3f5e823>",
                  "</script><script>window.pwned=1</script><!-- <script>",
                  "\x1b[31mRed\x1b[0m and \x1b]0;title\x07 and \u009b31m move \x1b[2J.",
                  "The sum is \u202E3.85\u202C million \u2066hidden\u2069.",
                  "[click](javascript:window.pwned=1) ![x](http://example.invalid/x.png) "
                  "<b>*bold*</b> _under_ `code` | cell | \\ &lt; &amp;"})
      .Cell({.table = 0, .row = 0, .column = 0}, "a | b\tc")
      .Paragraph({"Line\u2028separator\u2029and \"quotes\" 'single' ]]> ${x} {{y}}."});
  report.documents = {source.Build()};
  DocumentBuilder response("r", "<svg onload=window.pwned=1>", "answer.html");
  response.Paragraph({"The budget was \x1b[1m85.3 million</span><script>window.pwned=1</script>.",
                      "[1]: javascript:window.pwned=1", "| a | b |\u202E evil"});
  report.response = response.Build();
  {
    ClaimResult& claim = AddClaim(&report, 0, "The budget was <b>85.3</b> million | \x1b[5m.",
                                  Verdict::kContradicted);
    AddEvidence(&claim, Polarity::kContradicts, {{0, 1}}, 0.9F);
    AddEvidence(&claim, Polarity::kContradicts, {{0, 2}, {0, 4}}, 0.8F);
  }
  AddEvidence(&AddClaim(&report, 1, "[x](javascript:window.pwned=1)", Verdict::kSupported),
              Polarity::kSupports, {{0, 5}, {0, 6}}, 0.7F);
  AddClaim(&report, 2, "</script><script>window.pwned=1</script>", Verdict::kUnchecked).reason =
      "<script>window.pwned=1</script>";
  FinishReport(&report);
  report.coverage.gaps = {"<script>window.pwned=1</script> \x1b[31m [x](javascript:1)"};
  report.warnings = {"<img src=x onerror=window.pwned=1>\n# heading"};
  report.provenance.method = "\"><script>window.pwned=1</script>";
  return report;
}

GroundingReport RightToLeftReport() {
  GroundingReport report;
  report.question = "متى افتتح المتحف؟";
  DocumentBuilder arabic("d1", "تاريخ المتحف الوطني", "museum.txt");
  arabic.Heading(1, "تاريخ المتحف الوطني")
      .Paragraph({"افتتح المتحف الوطني في عام 1998 بحضور وزير الثقافة.",
                  "يضم المتحف أكثر من 12,000 قطعة أثرية (Catalogue 2004).",
                  "لا يستقبل المتحف الزوار يوم الاثنين."});
  arabic.document().language = "ar";
  DocumentBuilder english("d2", "Museum guide", "guide.txt");
  english.Paragraph(
      {"The National Museum (المتحف الوطني) opened in 1998.", "It is closed on Mondays."});
  report.documents = {arabic.Build(), english.Build()};
  DocumentBuilder response("r", "", "answer.txt");
  response.document().language = "ar";
  response.Paragraph(
      {"افتتح المتحف في عام 1998.", "المتحف مفتوح كل يوم اثنين.", "Tickets cost 5 dinars."});
  report.response = response.Build();
  {
    ClaimResult& claim = AddClaim(&report, 0, "افتتح المتحف في عام 1998.", Verdict::kSupported);
    AddEvidence(&claim, Polarity::kSupports, {{0, 1}}, 0.92F);
    AddEvidence(&claim, Polarity::kSupports, {{1, 0}}, 0.81F);
  }
  {
    ClaimResult& claim = AddClaim(&report, 1, "المتحف مفتوح يوم الاثنين.", Verdict::kContradicted);
    AddEvidence(&claim, Polarity::kContradicts, {{0, 3}}, 0.88F);
    AddEvidence(&claim, Polarity::kContradicts, {{1, 1}}, 0.64F);
  }
  AddClaim(&report, 2, "Tickets cost 5 dinars.", Verdict::kNotEnoughInfo);
  FinishReport(&report);
  return report;
}

GroundingReport EmptyReport() {
  GroundingReport report;
  DocumentBuilder source("d1", "Source", "source.txt");
  source.Paragraph({"One sentence."});
  report.documents = {source.Build()};
  report.response = DocumentBuilder("r", "", "answer.txt").Build();
  FinishReport(&report);
  return report;
}

GroundingReport ReformulatedReport() {
  GroundingReport report;
  report.response =
      DocumentBuilder("response", "", "answer.txt")
          .Paragraph({"The trial in Oslo cost 85.3 million euros.", "It <b>began</b> in 2019.",
                      "Whales sing at night 🐋.", "They were small.", "Moe paid for it."})
          .Build();
  report.documents = {DocumentBuilder("d1", "Budget", "budget.txt")
                          .Paragraph({"The trial in Oslo cost 58.3 million euros.",
                                      "The trial in Oslo began in 2019."})
                          .Build()};
  const std::string& text = report.response.text;
  const auto span_of = [&](std::string_view word) {
    const size_t at = text.find(word);
    return Span{at, at + word.size()};
  };
  ClaimResult& cost =
      AddClaim(&report, 0, "The trial in Oslo cost 85.3 million euros.", Verdict::kContradicted);
  AddEvidence(&cost, Polarity::kContradicts, {{0, 0}}, 0.93F);
  ClaimResult& began =
      AddClaim(&report, 1, "The trial in Oslo <b>began</b> in 2019.", Verdict::kSupported);
  began.claim.substitutions = {{span_of("It"), "The trial in Oslo"}};
  AddEvidence(&began, Polarity::kSupports, {{0, 1}}, 0.9F);
  AddClaim(&report, 2, "Whales sing at night 🐋.", Verdict::kNotCheckable);
  ClaimResult& small = AddClaim(&report, 3, "They were small.", Verdict::kNotEnoughInfo);
  small.claim.open_references = {{span_of("They"), {"the <trials>", "the patients"}}};
  small.claim.context = "Whales sing at night 🐋.";
  AddClaim(&report, 4, "Moe paid for it.", Verdict::kNotEnoughInfo);
  FinishReport(&report);
  Reformulation reformulation;
  reformulation.text =
      "The trial in Oslo cost 58.3 million euros. It <b>began</b> in 2019. Whales sing at night "
      "🐋. They were small. [not supported by the sources]";
  const auto part = [&](std::string_view words) {
    const size_t at = reformulation.text.find(words);
    return Span{at, at + words.size()};
  };
  reformulation.sentences = {
      {.action = SentenceAction::kRewritten,
       .span = part("The trial in Oslo cost 58.3 million euros."),
       .reason = "contradicted by the sources: figures replaced by those of the source",
       .attempts = {{"The trial in Oslo cost 58.3 million euros.", "figure", ""}},
       .claims = {{"The trial in Oslo cost 58.3 million euros.", Verdict::kSupported, {{0, 0}}}}},
      {.action = SentenceAction::kKept,
       .span = part("It <b>began</b> in 2019."),
       .reason = "",
       .attempts = {},
       .claims = {}},
      {.action = SentenceAction::kKept,
       .span = part("Whales sing at night 🐋."),
       .reason = "",
       .attempts = {},
       .claims = {}},
      {.action = SentenceAction::kMarked,
       .span = part("They were small. [not supported by the sources]"),
       .reason = "not in the sources, and no text was found that they support",
       .attempts = {{"<script>", "model", "markup"}},
       .claims = {}},
      {.action = SentenceAction::kDropped,
       .span = {reformulation.text.size(), reformulation.text.size()},
       .reason = "not in the sources, and no text was found that they support",
       .attempts = {},
       .claims = {}}};
  report.reformulation = std::move(reformulation);
  return report;
}

GroundingReport UncheckedReport() {
  GroundingReport report = SampleReport();
  for (ClaimResult& claim : report.claims) {
    claim.verdict = Verdict::kUnchecked;
    claim.reason = "the entailment model failed";
    claim.evidence.clear();
    claim.scores.clear();
  }
  report.citations.clear();
  report.metrics = {};
  report.unread_sources.clear();
  FinishReport(&report);
  report.coverage.response_sentences_checked = 0;
  report.coverage.gaps = {"No claim was compared with the sources: the entailment model failed."};
  return report;
}

GroundingReport LongReport(int sentences_per_source) {
  GroundingReport report;
  constexpr int kParagraph = 8;
  for (int d = 0; d < 3; ++d) {
    DocumentBuilder source("d" + std::to_string(d + 1), "Volume " + std::to_string(d + 1),
                           "volume" + std::to_string(d + 1) + ".pdf");
    std::vector<std::string> paragraph;
    for (int i = 0; i < sentences_per_source; ++i) {
      if (i % 40 == 0) source.Page(i / 40 + 1);
      if (i % 200 == 0) source.Heading(2, "Chapter " + std::to_string(i / 200 + 1));
      paragraph.push_back("Sentence " + std::to_string(i) + " of volume " + std::to_string(d + 1) +
                          " reports that station " + std::to_string(i * 7 % 91) + " recorded " +
                          std::to_string(i * 13 % 457) + " millimetres of rain in that year.");
      if (paragraph.size() == kParagraph || i + 1 == sentences_per_source) {
        source.Paragraph(paragraph);
        paragraph.clear();
      }
    }
    report.documents.push_back(source.Build());
  }
  DocumentBuilder response("r", "", "answer.txt");
  for (int i = 0; i < 60; ++i) {
    response.Paragraph(
        {"Statement " + std::to_string(i) + " summarises what the stations recorded.",
         "It was a wet year at station " + std::to_string(i) + "."});
  }
  report.response = response.Build();
  for (int i = 0; i < 120; ++i) {
    const auto verdict = kVerdictCycle[static_cast<size_t>(i) % kVerdictCycle.size()];
    ClaimResult& claim =
        AddClaim(&report, i, report.response.SentenceText(static_cast<size_t>(i)), verdict);
    const auto& target = report.documents[static_cast<size_t>(i % 3)];
    const int sentence = i * 97 % static_cast<int>(target.sentences.size());
    if (verdict == Verdict::kSupported || verdict == Verdict::kConflicting) {
      AddEvidence(&claim, Polarity::kSupports, {{i % 3, sentence}}, 0.8F);
    }
    if (verdict == Verdict::kContradicted || verdict == Verdict::kConflicting) {
      AddEvidence(&claim, Polarity::kContradicts, {{(i + 1) % 3, sentence}}, 0.7F);
    }
  }
  FinishReport(&report);
  return report;
}

}  // namespace gloss::testing

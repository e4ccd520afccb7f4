#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

#include "report/html_parts.h"
#include "report/html_text.h"
#include "report/page_assets.h"
#include "report/summary.h"

namespace gloss {
namespace {

constexpr size_t kOpenGaps = 3;  // More are folded, with their number told.

/// Shapes differ as much as colours do: a verdict is told apart without either alone.
constexpr std::string_view kSymbols = R"(<svg class="symbols" aria-hidden="true">
<symbol id="i-supported" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" class="fill"/><path d="M4.6 8.3l2.3 2.3 4.5-5" class="cut"/></symbol>
<symbol id="i-contradicted" viewBox="0 0 16 16"><path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" class="fill"/><path d="M5.3 5.3l5.4 5.4m0-5.4l-5.4 5.4" class="cut"/></symbol>
<symbol id="i-conflicting" viewBox="0 0 16 16"><path d="M8 .8L15.2 8 8 15.2.8 8z" class="fill"/><path d="M5.5 6.4h5M8 4v4.8M5.5 11h5" class="cut"/></symbol>
<symbol id="i-not_enough_info" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.2" class="line"/><path d="M6.1 6.3c.1-1.2.9-1.9 2-1.9s2 .7 2 1.7c0 1.5-2 1.5-2 3.2M8.1 11.3v.4" class="line"/></symbol>
<symbol id="i-not_checkable" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.2" class="line"/><path d="M5.2 8h5.6" class="line"/></symbol>
<symbol id="i-unchecked" viewBox="0 0 16 16"><path d="M8 1.5l7 12.5H1z" class="line dash"/><path d="M8 6v4.2M8 12v.3" class="line"/></symbol>
<symbol id="i-warning" viewBox="0 0 16 16"><path d="M8 1.5l7 12.5H1z" class="line"/><path d="M8 6v4.2M8 12v.3" class="line"/></symbol>
<symbol id="i-supports" viewBox="0 0 16 16"><path d="M3.5 8.3l3 3 6-6.600" class="line bold"/></symbol>
<symbol id="i-contradicts" viewBox="0 0 16 16"><path d="M4 4l8 8m0-8l-8 8" class="line bold"/></symbol>
<symbol id="i-cited" viewBox="0 0 16 16"><path d="M5.6 5.7c.1-1.5 1.100-2.400 2.500-2.400s2.500.9 2.500 2.200c0 1.900-2.500 1.900-2.500 4M8.100 12.300v.5" class="line bold"/></symbol>
<symbol id="i-suggested" viewBox="0 0 16 16"><path d="M3 8h9.500M8.500 4l4 4-4 4" class="line bold"/></symbol>
<symbol id="i-brand" viewBox="0 0 24 24"><path d="M4 3h11v18H4z" class="line"/><path d="M7 8h5M7 12h5M7 16h3" class="line"/><path d="M18 5l3 3-6 6" class="line"/></symbol>
</svg>
)";

constexpr std::string_view kHelp = R"(<dialog id="help" aria-labelledby="help-title">
<h2 id="help-title">Keys</h2>
<table>
<tr><th scope="row"><kbd>j</kbd> <kbd>k</kbd></th><td>Next, previous claim</td></tr>
<tr><th scope="row"><kbd>J</kbd> <kbd>K</kbd></th><td>Next, previous problem</td></tr>
<tr><th scope="row"><kbd>]</kbd> <kbd>[</kbd></th><td>Next, previous evidence of the claim</td></tr>
<tr><th scope="row"><kbd>Enter</kbd></th><td>Go to the evidence in its source</td></tr>
<tr><th scope="row"><kbd>Backspace</kbd></th><td>Back to the claim</td></tr>
<tr><th scope="row"><kbd>f</kbd></th><td>Filter: all, problems, each verdict</td></tr>
<tr><th scope="row"><kbd>/</kbd></th><td>Search claims and sources; <kbd>Enter</kbd> for the next hit</td></tr>
<tr><th scope="row"><kbd>Esc</kbd></th><td>Close, clear the search, let go of the claim</td></tr>
<tr><th scope="row"><kbd>?</kbd></th><td>This list</td></tr>
</table>
<p>A click on marked text in a source shows the claims that rest on it.</p>
<p><label><input type="checkbox" id="single-keys" checked> Single-letter keys on</label></p>
<p><button type="button" id="help-close">Close</button></p>
</dialog>
)";

template <typename... Values>
void Add(std::string* out, fmt::format_string<Values...> format, Values&&... values) {
  fmt::format_to(std::back_inserter(*out), format, std::forward<Values>(values)...);
}

void AppendFact(std::string_view name, std::string_view value, std::string* out) {
  Add(out, "<div><dt>{}</dt><dd dir=\"auto\">{}</dd></div>\n", EscapeHtml(name), EscapeHtml(value));
}

}  // namespace

std::string ClaimAnchor(size_t claim) { return fmt::format("claim-{}", claim + 1); }

std::string DocumentAnchor(size_t document) { return fmt::format("d{}", document); }

std::string SentenceAnchor(const SentenceRef& reference) {
  return fmt::format("d{}s{}", reference.document, reference.sentence);
}

std::string IconMarkup(std::string_view name) {
  return fmt::format("<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#i-{}\"/></svg>", name);
}

PageKit TwoPaneKit() {
  return {PageStyle(), PageScript(),
          "<a class=\"skip\" href=\"#response\">To the claims</a>\n"
          "<a class=\"skip\" href=\"#sources\">To the sources</a>\n",
          ""};
}

void AppendPageStart(const PageTitle& page, const PageKit& kit, std::string* out) {
  Add(out,
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'\">\n",
      CspHash(kit.script), CspHash(kit.style));
  Add(out,
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"generator\" content=\"Glossator {}\">\n<title>{}: {}</title>\n",
      EscapeHtml(page.product_version), EscapeHtml(page.title), page.kind);
  Add(out, "<style>{}</style>\n</head>\n<body{}>\n", kit.style,
      kit.body_class.empty() ? "" : fmt::format(" class=\"{}\"", kit.body_class));
  *out += kit.skip_links;
  *out += kSymbols;
}

void AppendHeaderLine(std::string_view title, std::string_view coverage, std::string_view question,
                      std::string* out) {
  Add(out,
      "<header class=\"top\">\n<div class=\"line\">\n<p class=\"brand\">{}Glossator</p>\n"
      "<div class=\"title\"><h1 dir=\"auto\">{}</h1>",
      IconMarkup("brand"), EscapeHtml(title));
  Add(out, "<p class=\"sub\"><span class=\"coverage\">{}</span>", EscapeHtml(coverage));
  if (!question.empty()) {
    Add(out, "<span class=\"question\" dir=\"auto\">{}</span>", EscapeHtml(question));
  }
  *out +=
      "</p></div>\n<div class=\"tools\"><label class=\"hidden\" for=\"search\">Search claims and "
      "sources</label><input type=\"search\" id=\"search\" placeholder=\"Search\" "
      "autocomplete=\"off\" spellcheck=\"false\">"
      "<button type=\"button\" id=\"help-open\" aria-label=\"Keys and help\">?</button></div>"
      "\n</div>\n";
}

void AppendGaps(const std::vector<std::string>& gaps, std::string* out) {
  if (gaps.empty()) return;
  Add(out,
      "<section class=\"gaps\" aria-labelledby=\"gaps-title\">{}<div><h2 id=\"gaps-title\">Not "
      "everything was checked</h2>\n<ul>\n",
      IconMarkup("warning"));
  for (size_t i = 0; i < gaps.size(); ++i) {
    if (i == kOpenGaps) {
      Add(out, "</ul>\n<details><summary>and {} more</summary>\n<ul>\n", gaps.size() - kOpenGaps);
    }
    Add(out, "<li dir=\"auto\">{}</li>\n", EscapeHtml(gaps[i]));
  }
  *out += gaps.size() > kOpenGaps ? "</ul>\n</details>" : "</ul>\n";
  *out += "</div></section>\n";
}

void AppendNotes(const std::vector<std::string>& notes, std::string* out) {
  if (notes.empty()) return;
  *out += "<ul class=\"notes\">\n";
  for (const std::string& note : notes) {
    Add(out, "<li class=\"warning\">{}<span dir=\"auto\">{}</span></li>\n", IconMarkup("warning"),
        EscapeHtml(note));
  }
  *out += "</ul>\n";
}

void AppendVerdictCounts(const std::array<int, 6>& counts, std::string* out) {
  int problems = 0;
  Add(out,
      "<div class=\"counts\" role=\"group\" aria-label=\"Filter claims by verdict\">\n"
      "<button type=\"button\" data-filter=\"all\" aria-pressed=\"true\"><b>{}</b> "
      "All</button>\n",
      std::accumulate(counts.begin(), counts.end(), 0));
  for (Verdict verdict : kAllVerdicts) {
    if (IsProblem(verdict)) problems += counts[static_cast<size_t>(verdict)];
  }
  Add(out,
      "<button type=\"button\" data-filter=\"problems\" aria-pressed=\"false\"><b>{}</b> "
      "Problems</button>\n",
      problems);
  for (Verdict verdict : kAllVerdicts) {
    const int count = counts[static_cast<size_t>(verdict)];
    if (count == 0 && verdict != Verdict::kUnchecked) continue;
    Add(out,
        "<button type=\"button\" class=\"{0}\" data-filter=\"{0}\" aria-pressed=\"false\">{1}"
        "<b>{2}</b> {3}</button>\n",
        VerdictName(verdict), IconMarkup(VerdictName(verdict)), count, VerdictLabel(verdict));
  }
  *out += "</div>\n";
}

void AppendShares(const std::array<int, 6>& counts, std::string* out) {
  const int all = std::accumulate(counts.begin(), counts.end(), 0);
  if (all == 0) return;
  Add(out,
      "<svg class=\"shares\" viewBox=\"0 0 {} 1\" preserveAspectRatio=\"none\" "
      "aria-hidden=\"true\">",
      all);
  int x = 0;
  for (Verdict verdict : kAllVerdicts) {
    const int count = counts[static_cast<size_t>(verdict)];
    if (count == 0) continue;
    Add(out, "<rect class=\"{}\" x=\"{}\" width=\"{}\" height=\"1\"/>", VerdictName(verdict), x,
        count);
    x += count;
  }
  *out += "</svg>\n";
}

void AppendDock(std::string* out) {
  *out +=
      "<div id=\"dock\" hidden>\n<p id=\"where\" role=\"status\"></p>\n<div class=\"steps\">"
      "<button type=\"button\" id=\"evidence-previous\" aria-label=\"Previous evidence\">‹"
      "</button><button type=\"button\" id=\"evidence-next\" aria-label=\"Next evidence\">›"
      "</button><button type=\"button\" id=\"back\">Back to claim</button></div>\n</div>\n";
}

void AppendProvenance(const Provenance& provenance, const std::vector<Document>& documents,
                      const std::vector<MetricLine>& metrics, bool has_data, std::string* out) {
  *out +=
      "<footer>\n<details class=\"fold\" id=\"provenance\"><summary>How this was checked"
      "</summary>\n<dl>\n";
  AppendFact("Method", provenance.method, out);
  AppendFact("Glossator", provenance.product_version, out);
  AppendFact("Sentence splitter", provenance.splitter_version, out);
  for (const ModelUse& model : provenance.models) {
    AppendFact(model.role, model.name + (model.sha256.empty() ? "" : ", sha256 " + model.sha256),
               out);
  }
  for (const PromptUse& prompt : provenance.prompts) {
    AppendFact("prompt", prompt.id + (prompt.sha256.empty() ? "" : ", sha256 " + prompt.sha256),
               out);
  }
  for (const auto& [key, value] : provenance.settings) AppendFact(key, value, out);
  for (const Document& document : documents) {
    AppendFact("source " + document.id,
               document.uri + (document.sha256.empty() ? "" : ", sha256 " + document.sha256), out);
  }
  for (const MetricLine& metric : metrics) {
    AppendFact(metric.name, fmt::format("{}: {}", metric.value, metric.meaning), out);
  }
  *out += "</dl>\n";
  if (has_data) {
    *out += "<p><button type=\"button\" id=\"save\" hidden>Save the data as JSON</button></p>\n";
  }
  *out += "</details>\n</footer>\n";
}

void AppendHelp(std::string* out) { *out += kHelp; }

void AppendPageEnd(std::string_view data, const PageKit& kit, std::string* out) {
  if (!data.empty()) {
    *out += "<script type=\"application/json\" id=\"data\">";
    *out += data;
    *out += "</script>\n";
  }
  Add(out, "<script>{}</script>\n</body>\n</html>\n", kit.script);
}

}  // namespace gloss

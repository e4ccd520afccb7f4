// Behaviour of the grounding report page: keyboard, filters, search, links between claims and
// sources. The markup is whole without it. Text only ever goes in through textContent.
(() => {
  "use strict";
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const all = (selector, from = document) => Array.from(from.querySelectorAll(selector));
  root.classList.add("js");

  const PROBLEMS = new Set(["contradicted", "conflicting", "not_enough_info", "unchecked"]);
  const VERDICTS = [
    "supported", "contradicted", "conflicting", "not_enough_info", "not_checkable", "unchecked",
  ];
  // What an item of a claim's evidence does for it.
  const ROLES = {
    supports: "supports it",
    contradicts: "contradicts it",
    cited: "cited for it",
    suggested: "would support it",
  };
  const sideBySide = window.matchMedia("(min-width: 800px) and (min-height: 540px)");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  const claims = all(".claim").map((element, index) => ({
    element,
    index,
    link: element.querySelector(".claim-link"),
    verdict: VERDICTS.find((verdict) => element.classList.contains(verdict)),
    sentence: element.closest(".sentence"),
    evidence: all(".evidence > li", element).map((item) => ({
      polarity: Object.keys(ROLES).find((role) => item.classList.contains(role)),
      links: all("a", item),
      targets: all("a", item).map((link) => byId(link.getAttribute("href").slice(1))),
    })),
  }));

  let current = null; // The claim that is chosen.
  let step = 0; // Which of its evidence sets is shown.
  let filter = "all";

  // ---- Looks of the chosen claim -----------------------------------------------------------

  const clearMarks = () => {
    for (const element of all(".lit")) element.classList.remove("lit", "now");
    for (const element of all("[aria-current]")) element.removeAttribute("aria-current");
    root.classList.remove("choosing");
  };

  const firstEvidence = (claim) => {
    const wanted = claim.verdict === "contradicted" ? "contradicts" : "supports";
    return Math.max(0, claim.evidence.findIndex((set) => set.polarity === wanted));
  };

  const scrollTo = (element, block) => {
    const options = { block, behavior: calm.matches ? "auto" : "smooth" };
    element.scrollIntoView(options);
    // What was off screen gets its real height only now; go to where it is then.
    if (element.closest(".chunk")) {
      element.scrollIntoView({ block, behavior: "auto" });
      requestAnimationFrame(() => element.scrollIntoView({ block, behavior: "auto" }));
    }
  };

  const describe = (claim) => {
    const where = byId("where");
    where.textContent = "";
    const strong = document.createElement("bdi");
    const name = claim.element.querySelector(".verdict").textContent;
    strong.textContent = `Claim ${claim.index + 1}, ${name.toLowerCase()}`;
    where.append(strong);
    const set = claim.evidence[step];
    const rest = set
      ? `: evidence ${step + 1} of ${claim.evidence.length}, ${ROLES[set.polarity]}, ` +
        set.links.map((link) => link.textContent.trim()).join(" with ")
      : ": no evidence in the sources";
    where.append(rest);
    byId("evidence-previous").disabled = claim.evidence.length < 2;
    byId("evidence-next").disabled = claim.evidence.length < 2;
    byId("dock").hidden = false;
  };

  const announce = (text) => {
    byId("where").textContent = text;
    byId("dock").hidden = false;
  };

  const mark = () => {
    clearMarks();
    if (!current) return;
    root.classList.add("choosing");
    current.element.setAttribute("aria-current", "true");
    for (const set of current.evidence) {
      for (const target of set.targets) target.classList.add("lit");
    }
    const set = current.evidence[step];
    if (!set) return;
    for (const target of set.targets) target.classList.add("now");
    for (const link of set.links) link.setAttribute("aria-current", "true");
    for (const target of set.targets) {
      const back = target.querySelector(`.ref[data-back="${current.index}"]`);
      if (back) back.setAttribute("aria-current", "true");
    }
  };

  const remember = (claim) => {
    try {
      history.replaceState(null, "", claim ? `#${claim.element.id}` : location.pathname);
    } catch {
      // A sandboxed frame may forbid it; the page works without.
    }
  };

  // ---- Moving ------------------------------------------------------------------------------

  /** Chooses a claim. `go`: show its evidence too where the panes are stacked. */
  const choose = (claim, { evidence = firstEvidence(claim), focus = true, go = false } = {}) => {
    current = claim;
    step = evidence;
    mark();
    describe(claim);
    remember(claim);
    if (claim.element.hidden) setFilter("all");
    if (focus) claim.link.focus({ preventScroll: true });
    const set = claim.evidence[step];
    if (sideBySide.matches) {
      if (focus) scrollTo(claim.element, "nearest");
      if (set) scrollTo(set.targets[0], "center");
    } else if (go && set) {
      scrollTo(set.targets[0], "center");
    } else if (focus) {
      scrollTo(claim.element, "center");
    }
  };

  const letGo = () => {
    current = null;
    clearMarks();
    byId("dock").hidden = true;
    remember(null);
  };

  const visible = () => claims.filter((claim) => !claim.element.hidden);

  const move = (direction, wanted = () => true) => {
    const list = visible().filter((claim) => wanted(claim) || claim === current);
    const candidates = list.filter(wanted);
    if (candidates.length === 0) {
      announce("No such claim here.");
      return;
    }
    const at = current ? list.indexOf(current) : -1;
    let next;
    if (at < 0) {
      next = direction > 0 ? list[0] : list[list.length - 1];
    } else {
      next = list[(at + direction + list.length) % list.length];
    }
    choose(next);
  };

  const nextEvidence = (direction) => {
    if (!current || current.evidence.length === 0) return;
    const count = current.evidence.length;
    choose(current, {
      evidence: (step + direction + count) % count,
      focus: false,
      go: true,
    });
  };

  const goToSource = () => {
    const set = current && current.evidence[step];
    if (!set) return;
    scrollTo(set.targets[0], "center");
    const back = set.targets[0].querySelector(`.ref[data-back="${current.index}"]`);
    if (back) back.focus({ preventScroll: true });
  };

  const backToClaim = () => {
    if (!current) return;
    current.link.focus({ preventScroll: true });
    scrollTo(current.element, "center");
  };

  // ---- Filters -----------------------------------------------------------------------------

  const passes = (claim) =>
    filter === "all" || claim.verdict === filter ||
    (filter === "problems" && PROBLEMS.has(claim.verdict));

  function setFilter(name) {
    filter = name;
    const shown = new Set();
    for (const claim of claims) {
      claim.element.hidden = !passes(claim);
      if (!claim.element.hidden) shown.add(claim.sentence);
    }
    for (const sentence of all(".sentence")) {
      sentence.hidden = filter !== "all" && !shown.has(sentence);
    }
    for (const button of all("[data-filter]")) {
      button.setAttribute("aria-pressed", String(button.dataset.filter === filter));
    }
    if (current && current.element.hidden) letGo();
  }

  const announceFilter = () => {
    const button = document.querySelector(`[data-filter="${filter}"]`);
    announce(`Filter: ${button.textContent.trim()}. ${visible().length} of ${claims.length} ` +
             "claims shown.");
  };

  const cycleFilter = () => {
    const names = all("[data-filter]")
      .filter((button) => Number(button.querySelector("b").textContent) > 0)
      .map((button) => button.dataset.filter);
    if (names.length === 0) return;
    setFilter(names[(names.indexOf(filter) + 1) % names.length]);
    announceFilter();
  };

  // ---- Search ------------------------------------------------------------------------------

  const search = byId("search");
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  let hits = [];
  let hit = -1;
  let haystack = null; // [element, folded text], made at the first search.

  const clearHits = () => {
    for (const element of hits) element.classList.remove("hit", "current");
    hits = [];
    hit = -1;
  };

  const find = () => {
    clearHits();
    const needle = fold(search.value.trim());
    if (needle === "") {
      if (current) describe(current);
      else byId("dock").hidden = true;
      return;
    }
    haystack ??= all(".text, .claim-text, .s")
      .map((element) => [element, fold((element.querySelector("mark") || element).textContent)]);
    hits = haystack.filter(([, text]) => text.includes(needle)).map(([element]) => element);
    for (const element of hits) element.classList.add("hit");
    announce(hits.length === 0 ? "Nothing found." : `${hits.length} found. Enter shows the next.`);
  };

  const nextHit = (direction) => {
    if (hits.length === 0) return;
    if (hit >= 0) hits[hit].classList.remove("current");
    hit = (hit + direction + hits.length) % hits.length;
    const element = hits[hit];
    if (element.closest("[hidden]")) setFilter("all");
    element.classList.add("current");
    scrollTo(element, "center");
    announce(`Hit ${hit + 1} of ${hits.length}.`);
  };

  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(find, 150);
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      if (hits.length === 0) find();
      nextHit(event.shiftKey ? -1 : 1);
    }
  });

  // ---- Help --------------------------------------------------------------------------------

  const help = byId("help");
  const singleKeys = byId("single-keys");
  const KEY = "glossator-single-keys";
  try {
    singleKeys.checked = localStorage.getItem(KEY) !== "off";
  } catch {
    // Storage can be forbidden for files; the choice then lasts until the page is closed.
  }
  singleKeys.addEventListener("change", () => {
    try {
      localStorage.setItem(KEY, singleKeys.checked ? "on" : "off");
    } catch {
      // As above.
    }
  });
  byId("help-open").addEventListener("click", () => help.showModal());
  byId("help-close").addEventListener("click", () => help.close());

  // ---- Save --------------------------------------------------------------------------------

  const data = byId("data");
  const save = byId("save");
  if (data && save) {
    save.hidden = false;
    save.addEventListener("click", () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([data.textContent], { type: "application/json" }));
      link.download = "grounding-report.json";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }

  // ---- Events ------------------------------------------------------------------------------

  const claimsAt = (sentence) =>
    all(".ref", sentence).map((back) => claims[Number(back.dataset.back)]);

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest(selector);
    const link = at("a[data-claim]");
    const back = at("a[data-back]");
    const button = at("[data-filter]");
    if (link) {
      event.preventDefault();
      const claim = claims[Number(link.dataset.claim)];
      const set = link.dataset.set === undefined ? firstEvidence(claim) : Number(link.dataset.set);
      choose(claim, { evidence: set, go: true });
    } else if (back) {
      event.preventDefault();
      choose(claims[Number(back.dataset.back)], {
        evidence: evidenceAt(claims[Number(back.dataset.back)], back.closest(".s")),
      });
    } else if (button) {
      setFilter(button.dataset.filter);
      announceFilter();
    } else if (at(".part")) {
      const names = at(".part").dataset.claims.split(" ").map(Number);
      const after = current ? names.indexOf(current.index) + 1 : 0;
      choose(claims[names[after % names.length]]);
    } else if (at(".s") && window.getSelection().isCollapsed) {
      const resting = claimsAt(at(".s"));
      if (resting.length === 0) return;
      const after = current ? resting.indexOf(current) + 1 : 0;
      const claim = resting[after % resting.length];
      choose(claim, { evidence: evidenceAt(claim, at(".s")) });
    }
  });

  function evidenceAt(claim, sentence) {
    return Math.max(0, claim.evidence.findIndex((set) => set.targets.includes(sentence)));
  }

  byId("evidence-previous").addEventListener("click", () => nextEvidence(-1));
  byId("evidence-next").addEventListener("click", () => nextEvidence(1));
  byId("back").addEventListener("click", backToClaim);

  const isProblem = (claim) => PROBLEMS.has(claim.verdict);
  const keys = {
    j: () => move(1),
    k: () => move(-1),
    J: () => move(1, isProblem),
    K: () => move(-1, isProblem),
    "]": () => nextEvidence(1),
    "[": () => nextEvidence(-1),
    f: cycleFilter,
    "/": () => {
      search.focus();
      search.select();
    },
    "?": () => help.showModal(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const typing = event.target.closest("input, textarea");
    if (event.key === "Escape") {
      if (typing || hits.length > 0) {
        search.value = "";
        find();
        search.blur();
      } else {
        letGo();
      }
      return;
    }
    if (typing) return;
    if (event.key === "Enter" && event.target.matches(".claim-link")) {
      event.preventDefault();
      choose(claims[Number(event.target.dataset.claim)], { go: true });
      goToSource();
    } else if (event.key === "Backspace" && current) {
      event.preventDefault();
      backToClaim();
    } else if (singleKeys.checked && Object.hasOwn(keys, event.key)) {
      event.preventDefault();
      keys[event.key]();
    }
  });

  const chosen = claims.find((claim) => `#${claim.element.id}` === location.hash);
  if (chosen) choose(chosen, { focus: false });
})();

// Behaviour of the evaluation page: filters, search, links between texts and sources. The markup is
// whole without it. Text only ever goes in through textContent.
(() => {
  "use strict";
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const all = (selector, from = document) => Array.from(from.querySelectorAll(selector));
  root.classList.add("js");

  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const entries = all(".entry");
  const samples = all(".sample");
  const search = byId("search");
  const chosen = { run: "", criterion: "", outcome: "" };

  // ---- Filters and search ------------------------------------------------------------------

  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const folded = new Map(); // Sample → its text, made at the first search.
  const textOf = (sample) => {
    if (!folded.has(sample)) folded.set(sample, fold(sample.textContent));
    return folded.get(sample);
  };

  const words = (value) => (value ? value.split(" ") : []);

  /** A text passes where it has a check of the chosen criterion with the chosen outcome. */
  const passes = (entry, needle) => {
    if (chosen.run !== "" && entry.dataset.run !== chosen.run) return false;
    if (chosen.outcome !== "") {
      const criteria = words(entry.dataset[chosen.outcome]);
      if (chosen.criterion === "" ? criteria.length === 0 : !criteria.includes(chosen.criterion)) {
        return false;
      }
    }
    return needle === "" || textOf(entry.closest(".sample")).includes(needle);
  };

  const apply = () => {
    const needle = fold(search.value.trim());
    let shown = 0;
    for (const entry of entries) {
      entry.hidden = !passes(entry, needle);
      if (!entry.hidden) ++shown;
    }
    for (const sample of samples) {
      sample.hidden = all(".entry", sample).every((entry) => entry.hidden);
    }
    for (const criterion of all(".criterion")) {
      criterion.hidden = chosen.criterion !== "" && criterion.dataset.criterion !== chosen.criterion;
    }
    for (const button of all("[data-filter]")) {
      const pressed = chosen[button.dataset.filter] === button.dataset.value;
      button.setAttribute("aria-pressed", String(pressed));
    }
    byId("shown").textContent = `${shown} of ${entries.length} texts shown`;
  };

  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 150);
  });
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    search.value = "";
    apply();
  });

  const open = byId("open-all");
  open.addEventListener("click", () => {
    const wanted = entries.some((entry) => !entry.hidden && !entry.open);
    for (const entry of entries) {
      if (!entry.hidden) entry.open = wanted;
    }
    open.textContent = wanted ? "Close all" : "Open all";
  });

  // ---- Links -------------------------------------------------------------------------------

  let from = null; // The link that led to where the reader is.

  const unmark = () => {
    for (const element of all(".now")) element.classList.remove("now");
  };

  const show = (target) => {
    for (let node = target; node; node = node.parentElement) {
      if (node.tagName === "DETAILS") node.open = true;
      node.hidden = false;
    }
    unmark();
    target.classList.add("now");
    target.scrollIntoView({ block: "center", behavior: calm.matches ? "auto" : "smooth" });
  };

  const targetOf = (hash) => (hash.length > 1 ? byId(decodeURIComponent(hash.slice(1))) : null);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-filter]");
    if (button) {
      chosen[button.dataset.filter] = button.dataset.value;
      apply();
      return;
    }
    const link = event.target.closest('main a[href^="#"]');
    const target = link && targetOf(link.getAttribute("href"));
    if (!target) return;
    event.preventDefault();
    from = link;
    show(target);
    byId("where").textContent = link.title || link.textContent.trim();
    byId("dock").hidden = false;
  });

  byId("back").addEventListener("click", () => {
    byId("dock").hidden = true;
    unmark();
    if (!from) return;
    show(from);
    unmark();
    from.focus({ preventScroll: true });
  });

  // ---- Save --------------------------------------------------------------------------------

  const data = byId("data");
  const save = byId("save");
  if (data && save) {
    save.hidden = false;
    save.addEventListener("click", () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([data.textContent], { type: "application/json" }));
      link.download = "evaluation.json";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }

  apply();
  const at = targetOf(location.hash);
  if (at) show(at);
})();

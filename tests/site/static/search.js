// The texts of the pages are in a script (`PAGE_TEXTS`), because a page that is read from the disk
// may not fetch another page.
const QUERY = (new URLSearchParams(location.search).get("q") || "").normalize("NFKC").trim().toLowerCase();

window.fetch = async (address) => {
  const name = address.replace(/^\.\//, "").replace(/\.html$/, "");
  return { text: async () => PAGE_TEXTS[name] || "" };
};

// A page that has the query itself in its title, or often, comes first.
Scorer.score = ([name, title, , , score]) =>
  score +
  (title.toLowerCase().includes(QUERY) ? 30 : 0) +
  Math.min(20, 2 * ((PAGE_TEXTS[name] || "").toLowerCase().split(QUERY).length - 1));

Search.makeSearchSummary = (text, words) => {
  const lower = text.toLowerCase();
  const found = [QUERY, ...words].map((word) => lower.indexOf(word.toLowerCase()));
  const start = Math.max(0, (found.find((at) => at >= 0) || 0) - 80);
  const summary = document.createElement("p");
  summary.classList.add("context");
  summary.textContent = (start ? "… " : "") + text.slice(start, start + 240) + " …";
  return summary;
};

// The Japanese catalogue of Sphinx has no text for the first message.
if (document.documentElement.lang === "ja")
  Object.assign(Documentation.TRANSLATIONS, {
    "Search finished, found one page matching the search query.": [
      "${resultCount}ページ見つかりました。",
    ],
    "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.":
      "見つかりませんでした。別の言葉で検索するか、英語のページを検索してください。",
  });

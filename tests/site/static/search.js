// The texts of the pages are in a script (`PAGE_TEXTS`), because a page that is read from the disk
// may not fetch another page.
const simplify = (text) => text.normalize("NFKC").toLowerCase();
const QUERY = simplify(new URLSearchParams(location.search).get("q") || "").trim();
const WORDS = QUERY.match(/[\p{L}\p{N}_]+/gu) || [];
const findText = (name) => simplify(PAGE_TEXTS[name] || "");

window.fetch = async (address) => {
  const name = address.replace(/^\.\//, "").replace(/\.html$/, "");
  return { text: async () => PAGE_TEXTS[name] || "" };
};

// A page that has the query itself in its title, or often, comes first.
Scorer.score = ([name, title, , , score]) =>
  score +
  (title.toLowerCase().includes(QUERY) ? 30 : 0) +
  Math.min(20, 2 * (findText(name).split(WORDS.join(" ")).length - 1));

Search.makeSearchSummary = (text, terms) => {
  const lower = simplify(text);
  const found = [QUERY, ...WORDS, ...terms].map((word) => lower.indexOf(word.toLowerCase()));
  const start = Math.max(0, (found.find((at) => at >= 0) || 0) - 80);
  const summary = document.createElement("p");
  summary.classList.add("context");
  summary.textContent = (start ? "… " : "") + text.slice(start, start + 240) + " …";
  return summary;
};

if (document.documentElement.lang === "ja") {
  // Japanese has no spaces between words: a page is found if its text contains each word of the query.
  Search.performTermsSearch = () => {
    const { docnames, titles, filenames } = Search._index;
    return docnames.flatMap((name, at) =>
      WORDS.length && WORDS.every((word) => findText(name).includes(word))
        ? [[name, titles[at], "", null, Scorer.term, filenames[at], SearchResultKind.text]]
        : [],
    );
  };

  // The Japanese catalogue of Sphinx has no text for the first message.
  Object.assign(Documentation.TRANSLATIONS, {
    "Search finished, found one page matching the search query.": [
      "${resultCount}ページ見つかりました。",
    ],
    "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.":
      "見つかりませんでした。別の言葉で検索するか、英語のページを検索してください。",
  });
}

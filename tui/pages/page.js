/* The page: a game, or the chapters of a study, of which it shows one; keys, language and theme. */
"use strict";

(function () {
  const games = Array.from(document.querySelectorAll(".game"));
  const players = games.map(() => null); /* each is made when its game is first shown */
  const isStudy = document.body.classList.contains("study");
  const shown = () => players[now];
  const ids = () => games[now].dataset.ids || "";
  let now = -1;

  function noted(at) {
    const chapter = isStudy ? games[now].id + "." : "";
    history.replaceState(null, "", "#" + chapter + at[0] + "-" + at[1]);
  }

  function turnTo(index, place) {
    /* Show a game at a place; at its first position if there is none. */
    if (now >= 0) shown().acts.halt();
    const fresh = !players[index];
    if (now !== index) {
      now = index;
      games.forEach((game, other) => game.classList.toggle("current", other === index));
      document.querySelectorAll(".chapters a").forEach((link, other) => {
        if (other === index) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      });
      measure();
      if (isStudy) scrollTo(0, 0);
    }
    if (fresh) players[index] = playerOf(games[index], noted);
    if (fresh || place) shown().open(place);
    else shown().resume();
  }

  function hashed() {
    const match = /^#(?:chapter-(\d+)(?:\.|$))?(?:(?:(\d+)-)?(\d+))?$/.exec(location.hash) || [];
    const index = Math.min(Math.max(Number(match[1] || 1), 1), games.length) - 1;
    return [index, match[3] ? [Number(match[2] || 0), Number(match[3])] : undefined];
  }

  function speak() {
    const languages = shown().languages;
    html.lang = languages[(Math.max(0, languages.indexOf(html.lang)) + 1) % languages.length];
    const title = document.getElementById("title");
    document.title = title.querySelector("[lang=" + html.lang + "]")?.textContent
      || title.textContent;
    shown().entitle();
  }

  function theme() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const before = html.dataset.theme || (dark ? "night" : "day");
    html.dataset.theme = before === "night" ? "day" : "night";
  }

  function turn(way) {
    const index = now + way;
    if (index < 0 || index >= games.length) return;
    turnTo(index);
    noted(shown().at());
  }

  const acts = {
    language: speak,
    theme,
    previous_chapter: () => turn(-1),
    next_chapter: () => turn(1),
  };
  const keys = {
    ArrowLeft: "previous",
    ArrowRight: "next",
    Home: "first",
    End: "last",
    "[": "previous_turn",
    "]": "next_turn",
    " ": "play",
    l: "language",
    t: "theme",
    y: "copy",
    "<": "previous_chapter",
    ">": "next_chapter",
  };

  function act(name) {
    (acts[name] || shown().acts[name])();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const name = button.id.slice(games[now].contains(button) ? ids().length : 0);
    if (button.dataset.at) shown().go(button.dataset.at.split("-").map(Number));
    else if (acts[name] || shown().acts[name]) act(name);
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const name = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const where = event.target.localName;
    if (!name || where === "input" || where === "select") return;
    if (event.key === " " && (where === "button" || where === "summary")) return;
    if (event.key.length === 1 && event.key !== " " && !shown().hasLetters()) return;
    if (event.target.id === ids() + "pane" && shown().isPanned() && event.key.startsWith("Arrow")) {
      return;
    }
    event.preventDefault();
    act(name);
  });

  function measure() {
    /* The height above the games, which they leave free; the link of the chapter is visible. */
    const opening = document.querySelector(".opening");
    if (!opening) return;
    html.style.setProperty("--opening", opening.offsetHeight + "px");
    const [strip, link] = [opening.querySelector("ol"), opening.querySelector("[aria-current]")];
    if (link) strip.scrollLeft = link.offsetLeft - (strip.clientWidth - link.clientWidth) / 2;
  }

  window.addEventListener("hashchange", () => turnTo(...hashed()));
  window.addEventListener("resize", () => {
    measure();
    shown().again();
  });

  html.classList.add("scripted");
  turnTo(...hashed());
})();

/* A game of the page: shows one position of the course at a time. Everything that it puts on the
   page was drawn and escaped where the page was made. */
"use strict";

const html = document.documentElement;

function playerOf(root, noted) {
  /* The player of a game in its element; it calls `noted` with each place that it goes to. */
  const ids = root.dataset.ids || "";
  const byId = (ident) => document.getElementById(ids + ident);
  const data = JSON.parse(byId("course").textContent);
  const course = courseOf(data);
  const LEGIBLE = 11.05; /* the least size of letters on the map, in pixels */
  const paces = [["\u00d71", 1400], ["\u00d73", 470], ["\u00d7\u00bd", 2800]];
  const drawn = {}; /* what the map shows, by the keys of a position */
  let at = [0, 0];
  let timer = 0;
  let scale = 0; /* pixels per unit of the map; 0: as large as the pane and its letters need */
  let pace = 0;

  const languageAt = () => Math.max(0, data.languages.indexOf(html.lang));

  function said(index) {
    /* A text in each language. */
    const texts = data.texts[index];
    const same = texts.every((text) => text === texts[0]);
    if (same) return [document.createTextNode(texts[0])];
    return texts.map((text, language) => {
      const span = document.createElement("span");
      span.lang = data.languages[language];
      span.textContent = text;
      return span;
    });
  }

  function tell(element, index) {
    element.replaceChildren(...said(index));
  }

  /* ---- the map ----------------------------------------------------------------------------- */

  function drawUnit(unit, value) {
    const group = byId("u-" + unit);
    group.toggleAttribute("hidden", !value);
    if (!value) return;
    const shown = drawn["@" + unit] || [];
    group.style.transform = "translate(" + value[0] + "px," + value[1] + "px)";
    if (value[2] !== shown[2]) group.lastElementChild.innerHTML = data.looks[value[2]];
  }

  function entitle(position) {
    /* What a counter tells when it is pointed at. */
    const language = languageAt();
    for (const unit of data.units) {
      const value = position["@" + unit];
      if (!value) continue;
      const title = byId("u-" + unit).firstElementChild;
      title.textContent = data.texts[value[4]][language] + ": " + data.texts[value[3]][language];
    }
  }

  function draw(position) {
    for (const key of Object.keys(position)) {
      const value = position[key];
      if (drawn[key] === value) continue;
      if (key[0] === "@") drawUnit(key.slice(1), value);
      else if (key[0] === "=") byId("l-" + key.slice(1)).innerHTML = data.parts[value];
      else if (key[0] === "#") {
        const row = byId("t-" + key.slice(1));
        row.hidden = value < 0;
        if (value >= 0) tell(row.lastElementChild, value);
      }
      drawn[key] = value;
    }
    entitle(position);
  }

  function tellStanding() {
    const rows = course.standing(at).map(([place, units]) => {
      const row = document.createElement("div");
      const name = document.createElement("dt");
      const list = document.createElement("dd");
      tell(name, place);
      units.forEach((unit, index) => {
        if (index) list.append(" ");
        list.append(...said(unit));
      });
      row.append(name, list);
      return row;
    });
    byId("description").replaceChildren(...rows);
  }

  function bounds() {
    /* The scale at which the whole map is seen, and the one at which it can be read. */
    const pane = byId("pane");
    const [, , width, height] = data.view;
    const whole = Math.min(pane.clientWidth / width, pane.clientHeight / height);
    return [whole, Math.max(whole, LEGIBLE / data.letters)];
  }

  function size() {
    const [whole, legible] = bounds();
    const now = Math.max(whole, Math.min(4 * legible, scale || legible));
    const map = byId("map");
    map.style.width = now * data.view[2] + "px";
    map.style.height = now * data.view[3] + "px";
    byId("smaller").disabled = now <= whole;
    byId("larger").disabled = now >= 4 * legible;
    return now;
  }

  function centre(position) {
    /* Where only a part of the map is seen, the part that the act is about. */
    const pane = byId("pane");
    const now = size();
    const [left, top, width, height] = data.view;
    const [x, y] = position.focus || [left + width / 2, top + height / 2];
    pane.scrollTo({
      left: (x - left) * now - pane.clientWidth / 2,
      top: (y - top) * now - pane.clientHeight / 2,
    });
  }

  /* ---- going from position to position ------------------------------------------------------ */

  function cloned(element) {
    const copy = element.cloneNode(true);
    for (const each of [copy, ...copy.querySelectorAll("[id]")]) each.removeAttribute("id");
    return copy;
  }

  function sentence(row) {
    const parts = [];
    for (const part of row.querySelectorAll(":scope > .event > :not(.number)")) {
      parts.push(cloned(part), " ");
    }
    return parts;
  }

  function tellEvent(row) {
    /* The sentence of the current event, with what was remarked on it; before it what the same
       activation did earlier. */
    const earlier = [];
    for (let each = row; each && each.classList.contains("follows"); ) {
      each = each.previousElementSibling;
      if (each) earlier.unshift(...sentence(each));
    }
    byId("earlier").replaceChildren(...earlier);
    byId("what").replaceChildren(...sentence(row));
    const notes = row.querySelector(":scope > .said");
    const before = byId("live").querySelector(".said");
    if (before) before.remove();
    if (notes) byId("what").after(cloned(notes));
    byId("now").scrollTop = byId("live").offsetTop;
  }

  function light(row) {
    for (const each of root.querySelectorAll("[aria-current]")) {
      each.removeAttribute("aria-current");
    }
    const button = row.querySelector(".event");
    button.setAttribute("aria-current", "step");
    for (let line = row.parentElement; line; line = line.parentElement) {
      if (line.localName === "details") line.open = true;
    }
    const turn = byId("turns").querySelectorAll("button")[course.turnOf(at)];
    if (turn) {
      const strip = byId("turns");
      turn.setAttribute("aria-current", "true");
      strip.scrollLeft = turn.offsetLeft - strip.offsetLeft - strip.clientWidth / 2;
    }
    const list = byId("list");
    if (list.scrollHeight <= list.clientHeight + 1 || getComputedStyle(list).overflowY !== "auto") {
      return; /* the list is not a window of its own: the page stays where it is */
    }
    const box = button.getBoundingClientRect();
    const window_ = list.getBoundingClientRect();
    if (box.top < window_.top + 60 || box.bottom > window_.bottom - 60) {
      list.scrollTop += box.top - window_.top - window_.height / 2;
    }
  }

  function show(place, first) {
    at = course.clamped(place);
    const position = course.tracks[at[0]][at[1]];
    const row = byId("e" + at[0] + "-" + at[1]).parentElement;
    draw(position);
    tell(byId("turn"), position.turn);
    tell(byId("ask"), position.ask);
    tellEvent(row);
    tellStanding();
    byId("position-text").textContent = course.positionText(at);
    byId("copied").hidden = true;
    light(row);
    centre(position);
    const slider = byId("slider");
    slider.value = course.root(at)[1];
    byId("controls").style.setProperty("--at", `${(100 * slider.value) / Math.max(slider.max, 1)}%`);
    byId("count").textContent = (at[0] ? "? " : "") + at[1] + " / " + course.lasts[at[0]];
    slider.setAttribute("aria-valuetext", byId("count").textContent);
    byId("back").hidden = !at[0];
    const starts = !at[0] && !at[1];
    const ends = at[1] === course.lasts[at[0]];
    for (const ident of ["first", "previous", "previous_turn"]) able(ident, !starts);
    for (const ident of ["next", "last"]) able(ident, !ends);
    able("next_turn", course.root(at)[1] < course.lasts[0]);
    if (!first) noted(at);
    if (ends && timer) stop();
  }

  function able(ident, is) {
    /* Not `disabled`: the focus stays on a button that has come to its end. */
    byId(ident).setAttribute("aria-disabled", String(!is));
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    byId("play").classList.remove("playing");
  }

  function tick() {
    timer = setTimeout(() => {
      show(course.stepped(at, 1));
      if (timer) tick();
    }, paces[pace][1]);
  }

  function play() {
    if (timer) return stop();
    if (at[1] === course.lasts[at[0]]) show([at[0], 0]);
    byId("play").classList.add("playing");
    return tick();
  }

  function go(place) {
    stop();
    show(place);
  }

  /* ---- what the reader chooses -------------------------------------------------------------- */

  function hasten() {
    pace = (pace + 1) % paces.length;
    byId("pace-value").textContent = paces[pace][0];
  }

  function enlarge(way) {
    scale = size() * (way > 0 ? 1.4 : 1 / 1.4);
    scale = Math.max(bounds()[0], Math.min(4 * bounds()[1], scale));
    centre(course.tracks[at[0]][at[1]]);
  }

  function copySelected() {
    /* The way to copy where the page has no access to the clipboard. */
    const range = document.createRange();
    range.selectNodeContents(byId("position-text"));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return document.execCommand("copy");
  }

  function copy() {
    const report = (is) => (byId("copied").hidden = !is);
    const text = byId("position-text");
    text.closest("details").open = true;
    if (!navigator.clipboard) return report(copySelected());
    return navigator.clipboard.writeText(text.textContent)
      .then(() => report(true), () => report(copySelected()));
  }

  const acts = {
    first: () => go([at[0], 0]),
    previous_turn: () => go(course.turned(at, -1)),
    previous: () => go(course.stepped(at, -1)),
    play,
    next: () => go(course.stepped(at, 1)),
    next_turn: () => go(course.turned(at, 1)),
    last: () => go([at[0], course.lasts[at[0]]]),
    back: () => go(course.root(at)),
    pace: hasten,
    copy,
    halt: stop,
    larger: () => enlarge(1),
    smaller: () => enlarge(-1),
  };

  byId("slider").addEventListener("input", (event) => go([0, Number(event.target.value)]));
  byId("slider").addEventListener("keydown", (event) => {
    if (event.key === " ") {
      event.preventDefault();
      play();
    }
  });

  /* A swipe over the sentences is a step. */
  let touched = null;
  byId("now").addEventListener("touchstart", (event) => {
    const [one, other] = event.touches;
    touched = other ? null : [one.clientX, one.clientY];
  }, { passive: true });
  byId("now").addEventListener("touchend", (event) => {
    if (!touched) return;
    const across = event.changedTouches[0].clientX - touched[0];
    const down = event.changedTouches[0].clientY - touched[1];
    if (Math.abs(across) > 50 && Math.abs(across) > 2 * Math.abs(down)) {
      acts[across < 0 ? "next" : "previous"]();
    }
  }, { passive: true });

  function open(place) {
    /* The first position is drawn at its places, without a movement to them. */
    html.classList.remove("moving");
    show(place || [0, data.first], true);
    void html.offsetWidth;
    html.classList.add("moving");
  }

  return {
    open, go, acts,
    at: () => at,
    resume: () => show(at, true),
    again: () => centre(course.tracks[at[0]][at[1]]),
    entitle: () => entitle(course.tracks[at[0]][at[1]]),
    isPanned: () => size() > bounds()[0],
    hasLetters: () => byId("single").checked,
    languages: data.languages,
  };
}

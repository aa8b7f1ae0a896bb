/* The course of a game: its positions out of their differences, and the ways from one to another.
   Knows no page. */
"use strict";

function courseOf(data) {
  /* The positions of each track, whole: those of a what-if line go on from the one it begins at. */
  const tracks = [];
  for (const track of data.tracks) {
    const [from, number] = track.from;
    let position = tracks.length ? tracks[from][number] : {};
    tracks.push(track.steps.map((step) => (position = Object.assign({}, position, step))));
  }
  const lasts = tracks.map((positions) => positions.length - 1);

  function clamped(at) {
    /* A place of the course: [track, number], the nearest one there is. */
    const track = at[0] in tracks ? at[0] : 0;
    return [track, Math.max(0, Math.min(at[1], lasts[track]))];
  }

  function stepped(at, way) {
    /* One event on or back; from the first event of a what-if line back to where it begins. */
    const [track, number] = at;
    if (track && number + way < 1) return way < 0 ? data.tracks[track].from.slice() : at;
    return clamped([track, number + way]);
  }

  function turned(at, way) {
    /* The first event of the turn that begins behind a place, or of the last before it. */
    const number = at[0] ? root(at)[1] : at[1];
    const starts = data.turns.filter((turn) => turn[0]).map((turn) => turn[1]);
    if (way > 0) return [0, Math.min(...starts.filter((first) => first > number), lasts[0])];
    return [0, Math.max(...starts.filter((first) => first < number), 0)];
  }

  function root(at) {
    /* The place of the game itself at which the what-if line of a place begins. */
    let place = at;
    while (place[0]) place = data.tracks[place[0]].from;
    return place;
  }

  function turnOf(at) {
    /* Which of the turns a place of the game lies in, by its place in their list. */
    const number = root(at)[1];
    let found = 0;
    data.turns.forEach((turn, index) => {
      if (turn[1] <= number) found = index;
    });
    return found;
  }

  function standing(at) {
    /* Who is where, in texts: [place, [counters]], in the order of the counters. */
    const position = tracks[at[0]][at[1]];
    const places = new Map();
    for (const unit of data.units) {
      const value = position["@" + unit];
      if (!value) continue;
      if (!places.has(value[3])) places.set(value[3], []);
      places.get(value[3]).push(value[5]);
    }
    return Array.from(places);
  }

  function positionText(at) {
    /* The text of a position, as commands of the program accept it. */
    const position = tracks[at[0]][at[1]];
    const fields = data.keys.map((key) => position["^" + key]).filter((field) => field >= 0);
    return [data.head, ...fields.map((field) => data.fields[field])].join("; ");
  }

  return { tracks, lasts, clamped, stepped, turned, root, turnOf, standing, positionText };
}

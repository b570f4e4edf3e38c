"use strict";
(function () {
  const byId = (id) => document.getElementById(id);
  const games = JSON.parse(byId("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

  // Tables: a click on a heading sorts by that column, a second one turns the order round.
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.textContent = "";
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const key = (row) => row.cells[column].dataset.v ?? row.cells[column].textContent.trim();
        const numbers = [...table.tBodies[0].rows].every((row) => {
          const text = key(row);
          return text === "" || !Number.isNaN(parseFloat(text));
        });
        const value = (row) => (numbers ? parseFloat(key(row) || "-Infinity") : key(row).toLowerCase());
        const rows = [...table.tBodies[0].rows].map((row) => [value(row), row]);
        rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1));
        table.tBodies[0].append(...rows.map(([, row]) => row));
      });
    });
  }

  if (games.length === 0) return;
  byId("view").hidden = false;
  const slider = byId("slider");
  let place = 0;
  let move = 0;
  let positions = [];
  let board = null;
  let timer = null;

  const make = (name, attributes) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  };
  const vertex = (index, width) => LETTERS[index % width] + (Math.floor(index / width) + 1);
  const moveText = (game, number) => (game.m[number] < 0 ? "pass" : vertex(game.m[number], board.width));

  // All positions of a game from its changes.
  function unroll(game, area) {
    const cells = new Uint8Array(area);
    for (const code of game.s || []) cells[Math.floor(code / 3)] = code % 3;
    const all = [cells.slice()];
    game.m.forEach((point, number) => {
      if (point >= 0) cells[point] = game.c[number] === "b" ? 1 : 2;
      for (const code of (game.d || {})[number] || []) cells[Math.floor(code / 3)] = code % 3;
      all.push(cells.slice());
    });
    return all;
  }

  function openGame(next, number) {
    place = Math.max(0, Math.min(games.length - 1, next));
    const game = games[place];
    const holder = byId("board");
    holder.textContent = "";
    board = null;
    positions = [];
    for (const template of document.querySelectorAll("template[data-board]")) {
      if (template.dataset.board !== game.k) continue;
      const svg = template.content.querySelector("svg").cloneNode(true);
      const pieces = make("g", {});
      svg.append(pieces);
      holder.append(svg);
      const fact = (name) => Number(template.dataset[name]);
      board = { svg, pieces, width: fact("width"), height: fact("height"), margin: fact("margin"),
        cell: fact("cell"), down: fact("down") === 1 };
      positions = unroll(game, board.width * board.height);
    }
    byId("title").textContent = `Game ${game.n}: ${game.b} (Black) \u2013 ${game.w} (White), ${game.r} (${game.e})` +
      (game.o ? `, opening ${game.o}` : "");
    byId("game-number").value = game.n;
    byId("game-before").disabled = place === 0;
    byId("game-after").disabled = place === games.length - 1;
    slider.max = Math.max(0, positions.length - 1);
    drawGraph(game);
    showMove(number === undefined ? positions.length - 1 : number);
  }

  function showMove(next) {
    const game = games[place];
    move = Math.max(0, Math.min(positions.length - 1, next));
    slider.value = move;
    const mover = (number) => (game.c[number] === "b" ? "Black" : "White");
    const said = move === 0 ? "Start" : `${move}. ${mover(move - 1)} ${moveText(game, move - 1)}`;
    const took = move > 0 && game.t ? game.t[move - 1] : null;
    const time = took === null || took === undefined ? "" :
      took < 1000 ? `, ${took} ms` : `, ${(took / 1000).toFixed(2)} s`;
    byId("move").textContent = `${said}${time} (of ${Math.max(0, positions.length - 1)})`;
    slider.setAttribute("aria-valuetext", said);
    byId("first").disabled = byId("back").disabled = move === 0;
    byId("on").disabled = byId("last").disabled = move >= positions.length - 1;
    if (board) drawBoard(game);
    drawClocks(game);
    drawRemark(game);
    const here = document.querySelector("#graph .here");
    if (here) {
      const x = here.dataset.left * 1 + (here.dataset.wide * move) / Math.max(1, game.m.length);
      here.setAttribute("x1", x);
      here.setAttribute("x2", x);
    }
  }

  function drawBoard(game) {
    const cells = positions[move];
    board.pieces.textContent = "";
    const at = (index) => {
      const row = Math.floor(index / board.width);
      const down = board.down ? row : board.height - 1 - row;
      return { cx: board.margin + (index % board.width) * board.cell, cy: board.margin + down * board.cell };
    };
    const count = [0, 0, 0];
    cells.forEach((stone, index) => {
      count[stone] += 1;
      if (stone) board.pieces.append(make("circle", { class: stone === 1 ? "black" : "white", r: 18, ...at(index) }));
    });
    const last = move > 0 ? game.m[move - 1] : -1;
    if (last >= 0) {
      const stroke = cells[last] === 1 ? "#ff8f7a" : "#c01818";
      board.pieces.append(make("circle", { class: "last", r: 8, stroke, ...at(last) }));
    }
    const title = board.svg.querySelector("title");
    title.textContent = `Position after move ${move}: ${count[1]} black and ${count[2]} white stones` +
      (last >= 0 ? `, last move ${vertex(last, board.width)}` : "");
  }

  function drawClocks(game) {
    if (!game.l) {
      byId("clocks").textContent = "";
      return;
    }
    const left = { b: null, w: null };
    for (let number = 0; number < move; number += 1) {
      if (typeof game.l[number] === "number") left[game.c[number]] = game.l[number];
    }
    const text = (seconds) => {
      if (seconds === null) return "\u2013";
      const whole = Math.floor(Math.abs(seconds));
      return `${seconds < 0 ? "\u2212" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    };
    byId("clocks").textContent = `Clocks: Black ${text(left.b)}, White ${text(left.w)}`;
  }

  function drawRemark(game) {
    const remark = byId("remark");
    remark.textContent = move > 0 ? (game.x || {})[move - 1] || "" : "";
    const add = (text) => {
      const line = document.createElement("div");
      line.className = "fault";
      line.textContent = text;
      remark.append(line);
    };
    for (const [after, text] of game.f || []) {
      if (after === move || (after > move && move === positions.length - 1)) add(text);
    }
    if (game.u && move >= positions.length - 1) add(`Shown to here: ${game.u}`);
  }

  // Black's chances as each player sees them.
  function drawGraph(game) {
    const holder = byId("graph");
    holder.textContent = "";
    if (!game.p || game.m.length === 0) return;
    const [left, wide, top, high] = [40, 590, 12, 130];
    const about = "Black\u2019s chance to win as each player sees it, move by move";
    const svg = make("svg", { class: "plot", viewBox: "0 0 640 176", role: "img", "aria-label": about });
    for (const part of [0, 50, 100]) {
      const y = top + high * (1 - part / 100);
      svg.append(make("line", { class: part === 50 ? "axis" : "grid", x1: left, x2: left + wide, y1: y, y2: y }));
      const label = make("text", { x: left - 6, y: y + 4, "text-anchor": "end" });
      label.textContent = part;
      svg.append(label);
    }
    const caption = make("text", { x: left, y: 170 });
    caption.textContent = "% for Black, seen by:";
    svg.append(caption);
    ["b", "w"].forEach((color, which) => {
      const points = [];
      game.p.forEach((rate, number) => {
        if (typeof rate !== "number" || game.c[number] !== color) return;
        const black = color === "b" ? rate : 1000 - rate;
        const x = left + (wide * (number + 1)) / game.m.length;
        points.push(`${x.toFixed(1)},${(top + high * (1 - black / 1000)).toFixed(1)}`);
      });
      svg.append(make("polyline", { class: `line s${which}`, points: points.join(" ") }));
      const name = make("text", { x: left + 180 + 200 * which, y: 170, class: `s${which}`, style: "fill: currentColor" });
      const full = color === "b" ? game.b : game.w;
      name.textContent = full.length > 22 ? `${full.slice(0, 21)}\u2026` : full;
      svg.append(name);
    });
    const here = make("line", { class: "here", y1: top, y2: top + high, x1: left, x2: left, "data-left": left, "data-wide": wide });
    svg.append(here);
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * 640;
      go(Math.round(((x - left) / wide) * game.m.length));
    });
    holder.append(svg);
  }

  // The address names what is shown, so that it can be passed on.
  function note() {
    try {
      history.replaceState(null, "", `#game=${games[place].n}&move=${move}`);
    } catch (error) {
      // Some browsers forbid it for files; nothing is lost.
    }
  }
  function go(next) {
    showMove(next);
    note();
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    byId("play").textContent = "play";
  }
  function change(next) {
    stop();
    openGame(next);
    note();
  }
  function fromAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const number = Number(wanted.get("game"));
    const found = wanted.has("game") ? games.findIndex((game) => game.n === number) : -1;
    if (found < 0) return false;
    stop();
    const at = wanted.has("move") ? Number(wanted.get("move")) : NaN;
    openGame(found, Number.isInteger(at) ? at : undefined);
    return true;
  }

  byId("first").addEventListener("click", () => { stop(); go(0); });
  byId("back").addEventListener("click", () => { stop(); go(move - 1); });
  byId("on").addEventListener("click", () => { stop(); go(move + 1); });
  byId("last").addEventListener("click", () => { stop(); go(positions.length - 1); });
  byId("game-before").addEventListener("click", () => change(place - 1));
  byId("game-after").addEventListener("click", () => change(place + 1));
  byId("game-number").addEventListener("change", (event) => {
    const found = games.findIndex((game) => game.n === Number(event.target.value));
    if (found >= 0) change(found);
    else event.target.value = games[place].n;
  });
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  byId("play").addEventListener("click", () => {
    if (timer) {
      stop();
      return;
    }
    if (move >= positions.length - 1) go(0);
    byId("play").textContent = "pause";
    timer = setInterval(() => {
      if (move >= positions.length - 1) stop();
      else go(move + 1);
    }, 500);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, .scroll")) return;
    // Keys belong to the page while the viewer is not to be seen.
    const box = byId("view").getBoundingClientRect();
    if (box.bottom < 0 || box.top > window.innerHeight) return;
    const next = { ArrowLeft: move - 1, ArrowRight: move + 1, Home: 0, End: positions.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    stop();
    go(next);
  });
  window.addEventListener("hashchange", () => {
    if (fromAddress()) byId("viewer").scrollIntoView();
  });
  if (fromAddress()) byId("viewer").scrollIntoView();
  else openGame(0);
})();

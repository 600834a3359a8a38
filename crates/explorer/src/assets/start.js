"use strict";
// The beginning.

window.addEventListener("popstate", async () => { if (await restore()) show({ push: false }); });
(async () => {
  await ask("status").then((status) => {
    mostTime = status.max_time; mostBody = status.max_body; hasAtlas = status.atlas;
  }).catch(quiet);
  drawLevels();
  await openLibrary().catch(quiet);
  if (await restore()) show({ push: false });
  else if (opened.kind === "games" && opened.games.length) openGame(opened.games[0]);
  else if (opened.kind === "set" && opened.problems.length) startPuzzle(opened.problems[0]);
  else { newGame(Board.fromFen(opened.fen ?? opened.byProblem?.[0]?.fen ?? STANDARD)); show(); }
  document.body.dataset.ready = "true";
})();

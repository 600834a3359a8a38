"use strict";
// Copies of what is shown.

/** Whether others cannot open the address of this page. */
const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
if (LOCAL) document.querySelector("[data-copy=link]").textContent = "Copy link for this computer";
$("share-text").hidden = !LOCAL;

/** The game with its comments and variations, as a record. Its result is that of the main line. */
function sgfText() {
  let last = 0;
  for (let next = 0; next !== undefined; next = follower(last)) last = next;
  const { result } = nodes[last].ended ?? {};
  const body = { fen: nodes[0].board.fen(), nodes: treeNodes(), white: players.white, black: players.black, result };
  return ask("sgf", {}, { method: "POST", body: JSON.stringify(body), plain: true });
}
/** Gives the user a file. */
function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  say(`Saved as ${name}.`);
}
$("save-sgf").onclick = () => sgfText().then((text) => save("game.sgf", text, "application/x-go-sgf")).catch(quiet);

async function copy(what) {
  const b = board();
  try {
    const text = await {
      fen: async () => b.fen(),
      link: async () => location.href.split("#")[0] + link(),
      sgf: sgfText,
      svg: () => ask("svg", { fen: b.fen() }, { plain: true }),
    }[what]();
    const field = $("copied");
    field.value = text; field.hidden = false;
    try { await navigator.clipboard.writeText(text); say("Copied."); } catch { field.select(); say("Press Ctrl-C to copy."); }
  } catch (error) { say(error.message, true); }
}
for (const button of document.querySelectorAll("[data-copy]")) button.onclick = () => copy(button.dataset.copy);

"use strict";
// Copies of what is shown.

async function copy(what) {
  const b = board();
  try {
    const text = await {
      fen: async () => b.fen(),
      link: async () => location.href.split("#")[0] + link(),
      sgf: () => ask("sgf", {}, { method: "POST", body: JSON.stringify({ fen: nodes[0].board.fen(), nodes: treeNodes() }), plain: true }),
      svg: () => ask("svg", { fen: b.fen() }, { plain: true }),
    }[what]();
    const field = $("copied");
    field.value = text; field.hidden = false;
    const local = what === "link" && ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
    const copied = local ? "Copied. The link opens on this computer only; send others the FEN or the SGF." : "Copied.";
    try { await navigator.clipboard.writeText(text); say(copied); } catch { field.select(); say("Press Ctrl-C to copy."); }
  } catch (error) { say(error.message, true); }
}
for (const button of document.querySelectorAll("[data-copy]")) button.onclick = () => copy(button.dataset.copy);

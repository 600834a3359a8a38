"""Draws docs/images/endgame-selection.svg: solved by empty squares, all problems and those selected."""

import collections
import html

import endgame_selection as selection
import endgame_statistics as statistics

SIZES = range(10, 25)
# Sizes with fewer problems are left out.
FEWEST = 10
WIDTH, HEIGHT = 960, 640
PANEL, GAP, LEFT, TOP = (400, 220), (60, 70), 60, 50
INK, GREY, BLUE, LINES = "#1D2630", "#7A8591", "#1F5FA8", "#DFE4EA"


def curve(rows, column):
    """(size, share, low, high) in percent for each size with enough problems."""
    of_size = collections.defaultdict(list)
    for row in rows:
        of_size[row["empties"]].append((row["region"], row[column] == "="))
    for size in SIZES:
        if len(of_size[size]) >= FEWEST:
            yield (size, *(100 * number for number in statistics.share(of_size[size])))


class Panel:
    """One method's axes and curves."""

    def __init__(self, index):
        self.x0 = LEFT + index % 2 * (PANEL[0] + GAP[0])
        self.y0 = TOP + index // 2 * (PANEL[1] + GAP[1])

    def x(self, size):
        return self.x0 + 14 + (size - SIZES[0]) / (SIZES[-1] - SIZES[0]) * (PANEL[0] - 28)

    def y(self, percent):
        return self.y0 + PANEL[1] * (1 - percent / 100)

    def axes(self, title):
        yield text(self.x0, self.y0 - 10, title, weight="bold")
        for percent in range(0, 101, 20):
            y = self.y(percent)
            yield f'<path d="M{self.x0} {y:.1f}h{PANEL[0]}" stroke="{LINES}"/>'
            yield text(self.x0 - 8, y + 4, percent, anchor="end")
        for size in SIZES[::2]:
            yield text(self.x(size), self.y0 + PANEL[1] + 18, size, anchor="middle")

    def paper(self, percent):
        y = self.y(percent)
        yield f'<path d="M{self.x0} {y:.1f}h{PANEL[0]}" stroke="{INK}" stroke-dasharray="7 4" stroke-width="1.5"/>'

    def curve(self, points, color, filled, shift):
        at = [(self.x(size) + shift, *map(self.y, shares)) for size, *shares in points]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y, _, _ in at)
        yield f'<path d="M{line}" fill="none" stroke="{color}" stroke-width="{thickness(filled)}"/>'
        for x, y, low, high in at:
            yield f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{color}" opacity="0.6"/>'
            yield mark(x, y, color, filled)


def text(x, y, words, anchor="start", weight="normal"):
    at = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}"'
    return f"<text {at}>{html.escape(str(words))}</text>"


def thickness(filled):
    return 2.5 if filled else 1.5


def mark(x, y, color, filled):
    inside = color if filled else "#FFFFFF"
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" stroke="{color}" fill="{inside}"/>'


def legend():
    y, x = 18, LEFT
    for words, color, filled in (("all problems", GREY, False), ("problems that DFPN proves exactly", BLUE, True)):
        yield f'<path d="M{x} {y - 4}h36" stroke="{color}" stroke-width="{thickness(filled)}"/>'
        yield mark(x + 18, y - 4, color, filled)
        yield text(x + 44, y, words)
        x += 60 + 8 * len(words)
    yield f'<path d="M{x} {y - 4}h36" stroke="{INK}" stroke-dasharray="7 4" stroke-width="1.5"/>'
    yield text(x + 44, y, "the paper, all sizes together (table I)")


def figure(limit, ratio):
    data = selection.data("selection")
    chosen = data.selected(limit * ratio)
    parts = list(legend())
    for index, (method, label) in enumerate(selection.METHODS.items()):
        panel, column = Panel(index), f"{limit}/{method}"
        parts += panel.axes(f"{label.strip('`')}: solved, %, by empty squares")
        parts += panel.paper(selection.PAPER[method])
        parts += panel.curve(curve(data.rows, column), GREY, False, -2.5)
        parts += panel.curve(curve(chosen, column), BLUE, True, 2.5)
    title = (f"Problems solved by empty squares at {limit:,} nodes of DFPN an iteration or as much time: all, "
             f"and those that DFPN proves with {ratio} times the nodes, with 95 % intervals clustered by region")
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="Helvetica, Arial, sans-serif" font-size="13" fill="{INK}" role="img">',
        f"<title>{html.escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#FFFFFF"/>',
        *parts,
        "</svg>\n",
    ])

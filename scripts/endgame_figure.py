"""Draws the figures of docs/experiments/endgame-solvers*.md: problems solved by empty squares.

A curve is a list of (region, size, right or not); intervals are clustered by region.
"""

import collections
import html

import endgame_statistics as statistics

# Sizes with fewer problems are left out.
FEWEST = 10
INK, GREY, BLUE, LINES = "#1D2630", "#7A8591", "#1F5FA8", "#DFE4EA"
COLORS = ["#1F5FA8", "#B3541E", "#2C7A4B", "#7B3FA0"]
DASHES = 'stroke-dasharray="7 4" stroke-width="1.5"'


def points(outcomes):
    """(size, share, low, high) in percent for each size with enough problems."""
    of_size = collections.defaultdict(list)
    for region, size, right in outcomes:
        of_size[size].append((region, right))
    for size in sorted(of_size):
        if len(of_size[size]) >= FEWEST:
            yield (size, *(100 * number for number in statistics.share(of_size[size])))


class Panel:
    """Axes at a place, and curves on them."""

    def __init__(self, x0, y0, width, height, sizes):
        self.x0, self.y0, self.width, self.height, self.sizes = x0, y0, width, height, sizes

    def x(self, size):
        first, last = self.sizes[0], self.sizes[-1]
        return self.x0 + 14 + (size - first) / (last - first) * (self.width - 28)

    def y(self, percent):
        return self.y0 + self.height * (1 - percent / 100)

    def axes(self, title):
        yield text(self.x0, self.y0 - 10, title, weight="bold")
        for percent in range(0, 101, 20):
            y = self.y(percent)
            yield f'<path d="M{self.x0} {y:.1f}h{self.width}" stroke="{LINES}"/>'
            yield text(self.x0 - 8, y + 4, percent, anchor="end")
        for size in self.sizes[::2]:
            yield text(self.x(size), self.y0 + self.height + 18, size, anchor="middle")

    def level(self, percent):
        """A dashed line for a share of all sizes together."""
        yield f'<path d="M{self.x0} {self.y(percent):.1f}h{self.width}" stroke="{INK}" {DASHES}/>'

    def curve(self, outcomes, color, filled=True, shift=0.0):
        at = [(self.x(size) + shift, *map(self.y, shares)) for size, *shares in points(outcomes)
              if size in self.sizes]
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


def legend(x, entries):
    """(words, color, filled) of each entry; without a color a dashed line."""
    y = 18
    for words, color, filled in entries:
        if color:
            yield f'<path d="M{x} {y - 4}h36" stroke="{color}" stroke-width="{thickness(filled)}"/>'
            yield mark(x + 18, y - 4, color, filled)
        else:
            yield f'<path d="M{x} {y - 4}h36" stroke="{INK}" {DASHES}/>'
        yield text(x + 44, y, words)
        x += 60 + 8 * len(words)


def drawing(width, height, title, parts):
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="Helvetica, Arial, sans-serif" font-size="13" '
        f'fill="{INK}" role="img">',
        f"<title>{html.escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#FFFFFF"/>',
        *parts,
        "</svg>\n",
    ])


def two_choices(title, chosen_words, methods):
    """A panel for each method, (name, all outcomes, those chosen, the paper's share)."""
    parts = list(legend(60, [("all problems", GREY, False), (chosen_words, BLUE, True),
                             ("the paper, all sizes together (table I)", None, False)]))
    for index, (name, everything, chosen, paper) in enumerate(methods):
        panel = Panel(60 + index % 2 * 460, 50 + index // 2 * 290, 400, 220, range(10, 25))
        parts += panel.axes(f"{name}: solved, %, by empty squares")
        parts += panel.level(paper)
        parts += panel.curve(everything, GREY, filled=False, shift=-2.5)
        parts += panel.curve(chosen, BLUE, shift=2.5)
    return drawing(960, 600, title, parts)


def by_size(title, methods):
    """One panel with a curve for each method, (name, outcomes)."""
    parts = list(legend(60, [(name, color, True) for (name, _), color in zip(methods, COLORS)]))
    panel = Panel(60, 50, 870, 330, range(10, 41))
    parts += panel.axes("solved, %, by empty squares")
    for index, ((_, outcomes), color) in enumerate(zip(methods, COLORS)):
        parts += panel.curve(outcomes, color, shift=2.0 * index - 3.0)
    return drawing(960, 420, title, parts)

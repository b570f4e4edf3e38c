"""A small, slow Go referee, written apart from the engine: legality and area score. Standard library only."""

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class Illegal(Exception):
    """The move is against the rules; the text says why."""


class Referee:
    """A game of Go. Colours are "b" and "w"; vertices are GTP's, in any case. `taken` counts what each colour has captured."""

    def __init__(self, width, height=None, ko="positional", suicide=False):
        self.width, self.height = width, height or width
        self.ko, self.suicide = ko, suicide
        self.board = {}
        self.ban = None
        self.passes = 0
        self.taken = {"b": 0, "w": 0}
        self.moves = []
        self.seen = {self._situation(self.board, "w")}

    def _situation(self, board, mover):
        """What must not come again, after a move by that colour."""
        stones = frozenset(board.items())
        return (stones, mover) if self.ko == "situational" else stones

    def _around(self, point):
        x, y = point
        for nx, ny in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if 0 <= nx < self.width and 0 <= ny < self.height:
                yield nx, ny

    def _string(self, board, point):
        """The stones joined to the one on that point, and their liberties."""
        color, todo, stones, liberties = board[point], [point], {point}, set()
        while todo:
            for other in self._around(todo.pop()):
                if other not in board:
                    liberties.add(other)
                elif board[other] == color and other not in stones:
                    stones.add(other)
                    todo.append(other)
        return stones, liberties

    def point(self, vertex):
        """Column and row from 0."""
        vertex = vertex.upper()
        try:
            point = LETTERS.index(vertex[0]), int(vertex[1:]) - 1
        except (ValueError, IndexError):
            raise Illegal(f"{vertex} is no vertex") from None
        if not (point[0] < self.width and 0 <= point[1] < self.height):
            raise Illegal(f"{vertex} is off the board")
        return point

    def _after(self, color, vertex):
        """What a stone leads to: the board, the stones it takes, its string and that string's liberties. Illegal if it may not be
        placed, superko apart."""
        point = self.point(vertex)
        if point in self.board:
            raise Illegal(f"{vertex} is taken")
        if self.ko == "simple" and self.ban == (color, point):
            raise Illegal(f"{vertex} takes back in a ko")
        board = dict(self.board)
        board[point] = color
        taken = set()
        for other in self._around(point):
            if board.get(other) not in (None, color):
                stones, liberties = self._string(board, other)
                if not liberties:
                    taken |= stones
        for stone in taken:
            del board[stone]
        stones, liberties = self._string(board, point)
        if not liberties:
            if not self.suicide or len(stones) == 1:
                raise Illegal(f"{vertex} is suicide")
            for stone in stones:
                del board[stone]
        return board, taken, stones, liberties

    def play(self, color, vertex):
        """Makes a move or raises Illegal, and then nothing has changed."""
        if vertex.lower() == "pass":
            self.passes += 1
            self.ban = None
            self.moves.append((color, "pass"))
            if self.ko == "situational":
                self.seen.add(self._situation(self.board, color))
            return
        board, taken, stones, liberties = self._after(color, vertex)
        situation = self._situation(board, color)
        if self.ko != "simple" and situation in self.seen:
            raise Illegal(f"{vertex} repeats a position")
        self.ban = None
        if len(taken) == 1 and len(stones) == 1 and len(liberties) == 1:
            self.ban = ("w" if color == "b" else "b", next(iter(taken)))
        self.board = board
        self.taken[color] += len(taken)
        self.seen.add(situation)
        self.passes = 0
        self.moves.append((color, vertex.upper()))

    def vertices(self):
        """All points."""
        return [f"{LETTERS[x]}{y + 1}" for y in range(self.height) for x in range(self.width)]

    def place(self, color, vertex):
        """Puts a stone down before the game: handicap."""
        self.board[self.point(vertex)] = color
        self.seen = {self._situation(self.board, "w" if color == "b" else "b")}

    def area_margin(self, komi, dead=()):
        """Black's area less White's and komi, the dead stones (vertices) taken off first."""
        board = dict(self.board)
        for vertex in dead:
            board.pop(self.point(vertex), None)
        count = {"b": 0, "w": 0}
        seen = set()
        for color in board.values():
            count[color] += 1
        for x in range(self.width):
            for y in range(self.height):
                if (x, y) in board or (x, y) in seen:
                    continue
                region, borders, todo = {(x, y)}, set(), [(x, y)]
                while todo:
                    for other in self._around(todo.pop()):
                        if other in board:
                            borders.add(board[other])
                        elif other not in region:
                            region.add(other)
                            todo.append(other)
                seen |= region
                if len(borders) == 1:
                    count[borders.pop()] += len(region)
        return count["b"] - count["w"] - komi


class MustMove(Referee):
    """NoGo (`captures` is 0: nobody may take anything) or Capture Go (so many stones win): nobody passes, and who cannot move
    has lost."""

    def __init__(self, width, height=None, captures=0):
        super().__init__(width, height, ko="simple")
        self.captures = captures

    def _after(self, color, vertex):
        """As in Go, under these rules."""
        after = super()._after(color, vertex)
        if self.captures == 0 and after[1]:
            raise Illegal(f"{vertex} takes stones")
        return after

    def play(self, color, vertex):
        """Makes a move or raises Illegal, and then nothing has changed."""
        if vertex.lower() == "pass":
            raise Illegal("nobody passes")
        super().play(color, vertex)

    def winner(self, turn):
        """Who has won when it is that colour's turn; None if nobody has."""
        if self.captures:
            for color in "bw":
                if self.taken[color] >= self.captures:
                    return color
        for vertex in self.vertices():
            try:
                self._after(turn, vertex)
                return None
            except Illegal:
                pass
        return "w" if turn == "b" else "b"


def score_text(margin):
    """As GTP's final_score writes it."""
    if margin == 0:
        return "0"
    return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"

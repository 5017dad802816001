"""
A cast of pairing programs, each with one vice: ``python cast.py VICE INPUT OUTPUT [NOTE]``.

They pair with the engine of the edition of 2026 (or 2017, for the one who lags behind) and then go wrong.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path


def honest(event, number, edition="dutch-2026"):  # noqa: ANN001, ANN201 - a script, started by hundreds
    """Pair rightly."""
    from reference_engines.frame.systems import engine_for  # noqa: PLC0415 - some of the cast need no engine

    pairing = engine_for(edition).open(event).round(number).expected()
    return [(pair.white, pair.black) for pair in pairing.pairs], pairing.bye


def swaps_colours(event, number):  # noqa: ANN001, ANN201 - see above
    """Reverse every board."""
    pairs, bye = honest(event, number)
    return [(black, white) for white, black in pairs], bye


def gives_a_second_bye(event, number):  # noqa: ANN001, ANN201 - see above
    """Give the bye to a player who has had it."""
    pairs, bye = honest(event, number)
    had = [p.tpn for p in event.players if any(entry.result.value == "U" for entry in p.rounds)]
    if bye is None or not had:
        return pairs, bye
    return [tuple(bye if tpn == had[0] else tpn for tpn in pair) for pair in pairs], had[0]


def repeats_games(event, number):  # noqa: ANN001, ANN201 - see above
    """Pair the last round again."""
    if number == 1:
        return honest(event, number)
    rows = {player.tpn: player.rounds[-1] for player in event.players}
    pairs = [(tpn, entry.opponent) for tpn, entry in rows.items() if entry.colour and entry.colour.value == "w"]
    bye = [tpn for tpn, entry in rows.items() if entry.result.value == "U"]
    return pairs, bye[0] if bye else None


def pairs_the_absent(event, _number):  # noqa: ANN001, ANN201 - see above
    """Take no notice of byes that were asked for."""
    everybody = [player.tpn for player in event.players]
    half = len(everybody) // 2
    pairs = list(zip(everybody[:half], everybody[half : 2 * half], strict=True))
    return pairs, everybody[-1] if len(everybody) % 2 else None


def always_natural(event, _number):  # noqa: ANN001, ANN201 - see above
    """Pair the first half of the standings with the second."""
    away = {bye.tpn for bye in event.requested_byes}
    order = sorted((p for p in event.players if p.tpn not in away), key=lambda p: (-(p.points or 0), p.tpn))
    half = len(order) // 2
    pairs = [(a.tpn, b.tpn) for a, b in zip(order[:half], order[half : 2 * half], strict=True)]
    return pairs, order[-1].tpn if len(order) % 2 else None


def an_edition_behind(event, number):  # noqa: ANN001, ANN201 - see above
    """Pair by the edition of 2017."""
    return honest(event, number, "dutch-2017")


PAIRS = {
    "honest": honest,
    "swaps-colours": swaps_colours,
    "second-bye": gives_a_second_bye,
    "repeats-games": repeats_games,
    "pairs-the-absent": pairs_the_absent,
    "always-natural": always_natural,
    "edition-behind": an_edition_behind,
}


def abort(_trf: str, _output: str) -> int:
    """End by a signal."""
    os.abort()


def hang(_trf: str, _output: str) -> int:
    """Take an hour."""
    time.sleep(3600)
    return 0


def flood(_trf: str, _output: str) -> int:
    """Write for ever."""
    while True:
        sys.stdout.write("pairs " * 10000)


def flood_a_file(_trf: str, output: str) -> int:
    """Write for ever, into the answer."""
    with Path(output).open("w") as stream:
        while True:
            stream.write("1 2\n" * 10000)


def eat_memory(_trf: str, _output: str) -> int:
    """Ask for a hundred gigabytes."""
    return len([bytearray(10**8) for _ in range(1000)])


def have_a_child() -> None:
    """Start a process that holds the output open for an hour; its number goes into the note."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    for note in sys.argv[4:]:
        Path(note).write_text(str(child.pid))


def leave_a_daemon(trf: str, output: str) -> int:
    """Pair rightly, and leave a process behind in a session of its own."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"], start_new_session=True)
    for note in sys.argv[4:]:
        Path(note).write_text(str(child.pid))
    return pair("honest", trf, output)


def hang_with_a_daemon(_trf: str, _output: str) -> int:
    """Take an hour, with another process that has let go of everything."""
    child = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(3600)"],
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for note in sys.argv[4:]:
        Path(note).write_text(str(child.pid))
    time.sleep(3600)
    return 0


def leave_a_child(trf: str, output: str) -> int:
    """Pair rightly, and leave a process behind."""
    have_a_child()
    return pair("honest", trf, output)


def hang_with_a_child(trf: str, output: str) -> int:
    """Take an hour, together with another process."""
    have_a_child()
    return hang(trf, output)


def pair(vice: str, trf: str, output: str) -> int:
    """Write a list of pairs."""
    from tournaments.trf.reading import read_event  # noqa: PLC0415 - some of the cast read nothing

    event = read_event(Path(trf)).event
    pairs, bye = PAIRS[vice](event, event.rounds_recorded + 1)
    lines = [f"{white} {black}" for white, black in pairs] + ([f"{bye} 0"] if bye else [])
    Path(output).write_text("\n".join([str(len(lines)), *lines, ""]))
    return 0


def write_answer(data: bytes) -> object:
    """Return a vice that writes this and ends well."""
    return lambda _given, output: Path(output).write_bytes(data) and 0


def answer_by_pipe(_trf: str, output: str) -> int:
    """Leave a named pipe where the answer should be."""
    os.mkfifo(output)
    return 0


def answer_by_link(target: str) -> object:
    """Return a vice that leaves a link where the answer should be."""
    return lambda _given, output: Path(output).symlink_to(target) or 0


def answer_by_socket(_trf: str, output: str) -> int:
    """Leave a socket where the answer should be."""
    import socket  # noqa: PLC0415 - for this one only

    os.chdir(Path(output).parent)
    socket.socket(socket.AF_UNIX).bind(Path(output).name)
    return 0


def answer_by_directory(_trf: str, output: str) -> int:
    """Leave a directory where the answer should be."""
    Path(output).mkdir()
    return 0


def exchange_the_folder(trf: str, output: str) -> int:
    """Put a link to another folder, with a right answer in it, in the place of the folder."""
    folder, other = Path(output).parent, Path(sys.argv[4])
    other.mkdir(exist_ok=True)
    pair("honest", trf, str(other / Path(output).name))
    for file in folder.iterdir():
        file.unlink()
    folder.rename(other / "moved")
    folder.symlink_to(other)
    return 0


def grow(_trf: str, output: str) -> int:
    """Leave a process that makes the answer longer and longer."""
    write = "import sys\nwhile True: open(sys.argv[1], 'a').write('1 2\\n' * 999)"
    subprocess.Popen(  # noqa: S603 - ours
        [sys.executable, "-S", "-E", "-c", write, output],
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not Path(output).exists() or Path(output).stat().st_size < 100_000:
        time.sleep(0.01)
    return 0


def dig(trf: str, output: str) -> int:
    """Pair rightly, and leave more folders one within the other than a name or a recursion can hold."""
    status = pair("honest", trf, output)
    for _ in range(1100):
        Path("deeper").mkdir()
        os.chdir("deeper")
    Path("treasure").write_text("found")
    return status


def lock_up(trf: str, output: str) -> int:
    """Pair rightly, and leave folders that cannot be opened or changed, and names that are not text."""
    status = pair("honest", trf, output)
    for name in ("unreadable", "no\udcfftext", "unwritable"):
        Path(name, "inner").mkdir(parents=True)
        Path(name, "inner", "file").write_text("")
    for name, mode in (("unreadable", 0), ("unwritable/inner", 0o500), ("unwritable", 0o500)):
        Path(name).chmod(mode)
    return status


VICES = {
    "answers-by-pipe": answer_by_pipe,
    "answers-by-endless-link": answer_by_link("/dev/zero"),
    "answers-by-link": answer_by_link("event.trf"),
    "answers-by-socket": answer_by_socket,
    "answers-by-directory": answer_by_directory,
    "exchanges-its-folder": exchange_the_folder,
    "grows": grow,
    "digs": dig,
    "locks-up": lock_up,
    "speaks-in-escapes": lambda _given, _output: sys.stderr.write("\x1b[2J\u202e\x00" + "!" * 10**6) and 1,
    "crashes": abort,
    "hangs": hang,
    "floods": flood,
    "floods-a-file": flood_a_file,
    "eats-memory": eat_memory,
    "leaves-a-child": leave_a_child,
    "leaves-a-daemon": leave_a_daemon,
    "hangs-with-a-daemon": hang_with_a_daemon,
    "hangs-with-a-child": hang_with_a_child,
    "silent": lambda _given, _output: 0,
    "empty": write_answer(b" "),
    "garbage": write_answer(bytes(range(256))),
    "half-a-file": write_answer(b"3\n1 4\n2 "),
    "two-byes": write_answer(b"2\n1 0\n2 0\n"),
    "no-legal-pairing": lambda _given, _output: 17,
    "fails-after-all": lambda given, output: pair("honest", given, output) or 3,
}


if __name__ == "__main__":
    chosen, *files = sys.argv[1:4]
    sys.exit(VICES[chosen](*files) if chosen in VICES else pair(chosen, *files))

"""Examples for the end of every help: two for a command or action, three for the command line as a whole."""

from __future__ import annotations

_EXAMPLES = {
    "": ("check open.trf", "explain open.trf -r 6 12", "campaign run mine.toml"),
    "check": ("check open.trf -o open.html", "check events/ --system dutch-2026 -o check.xml"),
    "report": ("report run.jsonl -o report.html", "report run.jsonl -o junit.xml -o summary.md"),
    "pair": ("pair open.trf -o pairs.txt", "pair open.trf --unfinished draw"),
    "standings": ("standings open.trf --tie-breaks BH/C1,BH,SB", "standings open.trf --why 12 14"),
    "lint": ("lint open.trf", "lint events/"),
    "explain": ("explain open.trf -r 6 12", "explain open.trf -r 6 --board 4"),
    "why-not": ("why-not open.trf -r 6 3 7", "why-not open.trf -r 6 3 7 -o why.html"),
    "what-if": ("what-if open.trf -r 6 --absent 12", "what-if open.trf -r 6 --result 3-7=1-0"),
    "causes": ("causes open.trf", "causes campaign.sqlite -o causes.html"),
    "reduce": (
        "reduce open.trf --round 5 -o smallest.trf",
        "reduce open.trf --round 5 --program bbp6=./bbpPairings.exe --by-rules",
    ),
    "program": ("program smoke bbp6=./bbpPairings.exe", "program info"),
    "program new": (
        "program new mine.toml --pair './mine {input} -p {output}'",
        "program new mine.toml --pair './mine {input}' --check './mine -c {input}' --system dutch-2017",
    ),
    "program smoke": (
        "program smoke mine.toml --system dutch-2026",
        'program smoke "command:./mine {input} {output}" --set input.dialect=trf26',
    ),
    "program info": ("program info", "program info bbp6=./bbpPairings.exe"),
    "suite": (
        "suite bbp6=./bbpPairings.exe",
        'suite "command:./mine {input} {output}" --system dutch-2017 --set input.dialect=trf26',
    ),
    "campaign": ("campaign run mine.toml -n 500", "campaign report -o mine.html"),
    "campaign run": (
        "campaign run mine.toml -n 500",
        "campaign run mine.toml --from events/ --store events.sqlite --expected known.toml",
    ),
    "campaign resume": ("campaign resume", "campaign resume mine.sqlite --budget 5m"),
    "campaign report": ("campaign report", "campaign report mine.sqlite -o mine.html -o mine.csv"),
    "campaign merge": ("campaign merge all.sqlite a.sqlite b.sqlite", "campaign merge all.sqlite part-1.sqlite"),
    "campaign class": (
        "campaign class mine.sqlite 3f2a candidate --note 'ticket 12'",
        "campaign class mine.sqlite 3f2a candidate --note 'ticket 12' --expected known.toml",
    ),
    "campaign event": ("campaign event mine.sqlite 14", "campaign event mine.sqlite 14 -o event.trf"),
    "campaign compare": (
        "campaign compare old.sqlite new.sqlite",
        "campaign compare old.sqlite new.sqlite -o new.html",
    ),
    "campaign show": ("campaign show 14", "campaign show mine.sqlite 14 -o dossier"),
    "exam": ("exam mine.toml -n 200 --store exam.sqlite", "exam bbp6=./bbpPairings.exe --seed 1 --store exam.sqlite"),
    "endorse": ("endorse mine.toml -o evidence", "endorse verify evidence"),
    "generate": ("generate -n 100 -o events --seed 1", "generate -o event.trf --players 60 --rounds 9"),
    "anonymise": ("anonymise open.trf -o anonymous.trf", "anonymise open.trf"),
    "accelerate": ("accelerate open.trf -o accelerated.trf", "accelerate open.trf --groups 5 --draw 30"),
    "systems": ("systems", "systems | grep team"),
    "readings": ("readings", "readings CLOCK"),
    "serve": ("serve", "serve open.trf mine.sqlite --no-browser"),
}


def add_examples(epilog: str | None, words: str) -> str:
    """Return the end of the help of a command or action: its epilog, and then the examples."""
    lines = "\n".join(f"  pairproof {example}" for example in _EXAMPLES[words])
    return f"{epilog.rstrip()}\n\nexamples:\n{lines}\n" if epilog else f"examples:\n{lines}\n"

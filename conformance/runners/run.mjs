// Put the questions of an edition to a pairing program; needs Node.js 18 and nothing else.
//
//     node run.mjs FOLDER COMMAND [FORM]
//     node run.mjs dutch-2026 "./mine {input}"
//
// FOLDER holds index.json. COMMAND is run by the shell for each question, with the file in the place of {input}, and
// prints the pairing: the number of pairs, then a line "WHITE BLACK" for each; 0 stands for the bye. FORM is trfx or
// trf16, for the twins of the questions in that dialect, which the published archive holds. Exit status 1 if an answer
// is wrong.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const MILLISECONDS = 10_000;

// The pairs, White first, and the bye, as a text that is equal for equal answers; null if the program fails.
function ask(command, path) {
  const words = command.replaceAll("{input}", () => `'${path.replaceAll("'", `'\\''`)}'`);
  const run = spawnSync(words, { shell: true, encoding: "utf8", timeout: MILLISECONDS });
  const numbers = (run.stdout ?? "").split(/\s+/).filter(Boolean).map(Number);
  if (run.status !== 0 || numbers.some(Number.isNaN) || numbers.length !== 1 + 2 * numbers[0]) return null;
  const pairs = [];
  for (let at = 1; at < numbers.length; at += 2) pairs.push([numbers[at], numbers[at + 1]]);
  const bye = pairs.find((pair) => pair.includes(0));
  return toText(pairs.filter((pair) => !pair.includes(0)), bye ? Math.max(...bye) : null);
}

const toText = (pairs, bye) => JSON.stringify([pairs.map(String).sort(), bye]);
const answerOf = (row) => (row.pairs ? toText(row.pairs, row.bye) : null); // null: no pairing is legal

const [folder, command, form = ""] = process.argv.slice(2);
const index = JSON.parse(readFileSync(join(folder, "index.json"), "utf8"));
const counts = { right: 0, wrong: 0, unanswered: 0, contested: 0, "not asked": 0 };
for (const question of index.questions) {
  if (form && !(question.twins ?? []).includes(form)) {
    counts["not asked"] += 1;
    continue;
  }
  const given = ask(command, join(folder, form, question.file));
  let mark = given === answerOf(question) ? "right" : given ? "wrong" : "unanswered";
  if (given && question.contested) mark = "contested";
  counts[mark] += 1;
  if (mark === "wrong" || mark === "unanswered") {
    const same = given && question.wrong.find((one) => answerOf(one) === given);
    const reason = same ? `: as if ${index.misreadings[same.misreadings[0]].as_if}` : "";
    console.log(`${question.article} ${question.file}, round ${question.round}: ${mark}${reason}`);
  }
}
console.log(Object.entries(counts).map((entry) => entry.join(" ")).join(", "));
process.exitCode = counts.wrong > 0 ? 1 : 0;

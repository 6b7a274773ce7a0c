// Reads and writes KIF with shogiops, the library of lishogi's pages, one JSON line for each task.
//
// Usage: node shogiops.mjs, with one JSON object a line on standard input:
//   {"read": "a record in KIF"}   (the start and the moves of its main line)
//   {"write": "kyotoshogi", "sfen": "…", "moves": ["3e3d", …]}   (a record in lishogi's form)
// It is run where shogiops is installed.
import { createInterface } from "node:readline";
import { makeKifHeader, makeKifMoveOrDrop, parseKifHeader, parseKifMovesOrDrops } from "shogiops/notation/kif";
import { makeSfen, parseSfen } from "shogiops/sfen";
import { makeUsi, parseUsi } from "shogiops/util";

function readRecord({ read }) {
  const [main] = read.split("変化：");
  const lines = main.split("\n").filter((line) => /^\s*\d+(手目|\s)/.test(line));
  const position = parseKifHeader(main.split("手数----")[0]);
  if (position.isErr) return { error: position.error.message };
  return { sfen: makeSfen(position.value), moves: parseKifMovesOrDrops(lines).map(makeUsi) };
}

function writeRecord({ write, sfen, moves }) {
  const parsed = parseSfen(write, sfen, false);
  if (parsed.isErr) return { error: parsed.error.message };
  const position = parsed.value;
  const lines = [makeKifHeader(position), "先手：", "後手：", "手数----指手---------消費時間--"];
  let lastDest;
  moves.forEach((usi, ply) => {
    const move = parseUsi(usi);
    const number = String(ply + 1).padStart(4);
    for (const step of makeKifMoveOrDrop(position, move, lastDest).split("\n")) {
      const gap = step.includes("歩目") ? "" : "   ";
      lines.push(`${number}${write === "chushogi" ? "手目" : ""}${gap}${step}`);
    }
    position.play(move);
    lastDest = move.to;
  });
  return { text: lines.join("\n") };
}

for await (const line of createInterface({ input: process.stdin })) {
  const task = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(task.read ? readRecord(task) : writeRecord(task))}\n`);
}

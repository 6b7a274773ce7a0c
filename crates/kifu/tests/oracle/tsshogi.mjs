// Reads records with tsshogi and tells what it found, one JSON line for each file.
//
// Usage: node tsshogi.mjs, with one JSON object a line on standard input:
//   {"read": "kif" | "ki2" | "csa" | "jkf" | "usi", "text": "…"}
//   {"write": "kif" | …, "text": "a record in JKF"}   (the record in that format)
//   {"spell": "sfen", "moves": ["7g7f", …]}   (the moves of a game in Japanese)
//   {"choices": "sfen", "moves": ["7g7f", …]}   (moves that may all be played there)
// It is run where tsshogi is installed.
import { createInterface } from "node:readline";
import {
  Move, Position, Record, exportCSA, exportJKFString, exportKI2, exportKIF, formatMove, importCSA,
  importJKFString, importKI2, importKIF,
} from "tsshogi";

const readers = {
  kif: importKIF,
  ki2: importKI2,
  csa: importCSA,
  jkf: importJKFString,
  usi: (text) => Record.newByUSI(text.trim()),
};

function readRecord({ read, text }) {
  const record = readers[read](text);
  if (record instanceof Error) {
    return { error: `${record.name}: ${record.message}` };
  }
  const nodes = [];
  record.forEach((node) => {
    const isMove = node.move instanceof Move;
    nodes.push({
      ply: node.ply,
      move: isMove ? node.move.usi : null,
      end: isMove ? null : node.move.type,
      ms: node.elapsedMs,
      comment: node.comment,
      bookmark: node.bookmark,
    });
  });
  return { sfen: record.initialPosition.sfen, nodes };
}

const writers = {
  kif: exportKIF,
  ki2: exportKI2,
  csa: exportCSA,
  csa3: (record) => exportCSA(record, { v3: { encoding: "UTF-8", milliseconds: true } }),
  jkf: exportJKFString,
  usi: (record) => record.getUSI({ allMoves: true }),
};

function writeRecord({ write, text }) {
  const record = importJKFString(text);
  return record instanceof Error ? { error: record.message } : { text: writers[write](record) };
}

function spellChoices({ choices: sfen, moves }) {
  const position = Position.newBySFEN(sfen);
  return { spelled: moves.map((usi) => formatMove(position, position.createMoveByUSI(usi))) };
}

function spell({ spell: sfen, moves }) {
  const position = Position.newBySFEN(sfen);
  const spelled = [];
  let lastMove;
  for (const usi of moves) {
    const move = position.createMoveByUSI(usi);
    spelled.push(formatMove(position, move, { lastMove }));
    position.doMove(move, { ignoreValidation: true });
    lastMove = move;
  }
  return { spelled };
}

for await (const line of createInterface({ input: process.stdin })) {
  const task = JSON.parse(line);
  const answer = task.read ? readRecord(task)
    : task.write ? writeRecord(task)
    : task.choices ? spellChoices(task)
    : spell(task);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

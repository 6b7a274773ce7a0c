/** Accepts challenges and plays legal moves at random: URL TOKEN [HANDLE-TO-CHALLENGE]. */

import { Client, Refused, type wire } from '../src/index.js';

const clock = { kind: 'fischer', main_ms: 300_000, increment_ms: 2_000 } as const;

const [url = '', token = '', opponent] = process.argv.slice(2);
const client = new Client(url, token);

async function play(code: string) {
  for await (const game of client.game(code)) {
    if (game.isMyTurn) {
      const moves = await game.legalMoves();
      const move = moves[Math.floor(Math.random() * moves.length)];
      if (move) await game.move(move);
    }
    const { ply, result } = game;
    if (result) console.log(code, ply, result.reason, result.winner ?? 'nobody');
  }
}

async function answer(challenge: wire.Challenge) {
  try {
    await client.accept(challenge);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.log(challenge.from.handle, error.message);
  }
}

if (opponent) await client.challenge(opponent, { clock });
for await (const event of client.me()) {
  if (event.t === 'game_started') {
    console.log(event.game, 'begins');
    void play(event.game);
  } else if (event.t === 'challenge' && !event.challenge.mine) {
    void answer(event.challenge);
  }
}

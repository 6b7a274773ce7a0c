/**
 * The engine in the browser: Fairy-Stockfish, compiled to WebAssembly, with its own evaluation and no network.
 * It is loaded when somebody asks for it, half a megabyte packed, and needs an isolated page for its threads.
 */

import scriptUrl from 'fairy-stockfish-nnue.wasm/stockfish.js?url';
import wasmUrl from 'fairy-stockfish-nnue.wasm/stockfish.wasm?url';
import workerUrl from 'fairy-stockfish-nnue.wasm/stockfish.worker.js?url';
import type { Side } from '../wire/generated';
import { type BestLine, readInfo } from './engine-words';

interface Stockfish {
  postMessage(command: string): void;
  addMessageListener(listener: (line: string) => void): void;
  terminate(): void;
}

declare global {
  var Stockfish:
    | ((options: { locateFile(name: string): string; mainScriptUrlOrBlob: string }) => Promise<Stockfish>)
    | undefined;
}

/** The variants that the engine plays by our rules, and its names for them. */
const VARIANTS: Record<string, string> = { standard: 'shogi', minishogi: 'minishogi' };

export const canJudge = (variant: string) => variant in VARIANTS;

/** Lines that are shown. */
const LINES = 3;
/** Memory for what was thought before, in MiB. */
const HASH_MIB = 32;

export interface Question {
  variant: string;
  sfen: string;
  turn: Side;
  /** How long it may be thought over. */
  ms: number;
  onLine(line: BestLine): void;
}

export interface Engine {
  /** What it calls itself. */
  readonly name: string;
  /** Thinks a position over until the time is up or the next question comes; resolves at its end. */
  ask(question: Question): Promise<void>;
  close(): void;
}

export async function startEngine(): Promise<Engine> {
  if (!globalThis.crossOriginIsolated) throw new Error('the page is not isolated');
  if (!globalThis.Stockfish) await loadScript(scriptUrl);
  const made = await globalThis.Stockfish?.({
    locateFile: (name) => (name.endsWith('.wasm') ? wasmUrl : name.endsWith('.worker.js') ? workerUrl : name),
    mainScriptUrlOrBlob: new URL(scriptUrl, location.href).href,
  });
  if (!made) throw new Error('the engine did not load');
  let name = '';
  let thinking: { question: Question; done(): void } | null = null;
  let next: { question: Question; done(): void } | null = null;

  const begin = () => {
    thinking = next;
    next = null;
    if (!thinking) return;
    const { variant, sfen, ms } = thinking.question;
    made.postMessage(`setoption name USI_Variant value ${VARIANTS[variant] ?? 'shogi'}`);
    made.postMessage(`position sfen ${sfen}`);
    made.postMessage(`go movetime ${ms}`);
  };
  made.addMessageListener((line) => {
    if (line.startsWith('id name ')) [name = ''] = line.slice('id name '.length).split(' [');
    if (!thinking) return;
    if (line.startsWith('bestmove')) {
      thinking.done();
      begin();
      return;
    }
    const read = readInfo(line, thinking.question.turn);
    if (read && !next) thinking.question.onLine(read);
  });
  const ready = new Promise<void>((resolve) => {
    made.addMessageListener((line) => {
      if (line === 'readyok') resolve();
    });
  });
  for (const command of [
    'usi',
    'setoption name Use_NNUE value false',
    `setoption name USI_Hash value ${HASH_MIB}`,
    `setoption name USI_MultiPV value ${LINES}`,
    'usinewgame',
    'isready',
  ])
    made.postMessage(command);

  await ready;
  return {
    name,
    ask(question) {
      return new Promise((resolve) => {
        // A question that was never begun is answered by nothing.
        next?.done();
        next = { question, done: resolve };
        if (thinking) made.postMessage('stop');
        else begin();
      });
    },
    close() {
      next?.done();
      thinking?.done();
      thinking = next = null;
      made.terminate();
    },
  };
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error('the engine could not be fetched'));
    document.head.append(script);
  });
}

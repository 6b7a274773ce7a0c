/**
 * The engine in the browser: Fairy-Stockfish, compiled to WebAssembly, with its own evaluation and
 * no network. It is loaded when somebody asks for it, half a megabyte packed, and needs an isolated
 * page for its threads.
 */

import scriptUrl from 'fairy-stockfish-nnue.wasm/stockfish.js?url';
import wasmUrl from 'fairy-stockfish-nnue.wasm/stockfish.wasm?url';
import workerUrl from 'fairy-stockfish-nnue.wasm/stockfish.worker.js?url';
import type { Side } from '../wire/generated';
import { ENGINE_VARIANTS } from './engine-variants';
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

/** Memory for what was thought before, in MiB. */
const HASH_MIB = 32;
/** The page needs one of the machine's cores for itself. */
const THREADS = Math.min(4, Math.max(1, navigator.hardwareConcurrency - 1));

export interface Question {
  variant: string;
  sfen: string;
  turn: Side;
  /** How long it may be thought over. */
  ms: number;
  /** How many of the best lines are wanted. */
  lines: number;
  onLine(line: BestLine): void;
}

export interface Engine {
  /** What it calls itself. */
  readonly name: string;
  /**
   * Thinks a position over until the time is up or the next question comes; resolves at its end.
   * False where there is nothing to think over, because no move is left.
   */
  ask(question: Question): Promise<boolean>;
  close(): void;
}

interface Asked {
  question: Question;
  done(found: boolean): void;
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
  let thinking: Asked | null = null;
  let next: Asked | null = null;

  const begin = () => {
    thinking = next;
    next = null;
    if (!thinking) return;
    const { variant, sfen, ms, lines } = thinking.question;
    made.postMessage(`setoption name USI_Variant value ${ENGINE_VARIANTS[variant] ?? 'shogi'}`);
    made.postMessage(`setoption name USI_MultiPV value ${lines}`);
    made.postMessage(`position sfen ${sfen}`);
    made.postMessage(`go movetime ${ms}`);
  };
  made.addMessageListener((line) => {
    if (line.startsWith('id name ')) [name = ''] = line.slice('id name '.length).split(' [');
    if (!thinking) return;
    if (line.startsWith('bestmove')) {
      thinking.done(/^bestmove \w+[*\d]/.test(line));
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
    `setoption name Threads value ${THREADS}`,
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
        next?.done(true);
        next = { question, done: resolve };
        if (thinking) made.postMessage('stop');
        else begin();
      });
    },
    close() {
      next?.done(true);
      thinking?.done(true);
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

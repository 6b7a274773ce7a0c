/** What we note of a game for ourselves: kept while it is typed, and the same in all our tabs. */

import { type ReadonlySignal, signal } from '@preact/signals';
import { ask, type Problem, type Result, settled } from '../api/request';
import type { Note, NoteStored } from '../wire/generated';

/** How long nothing is typed before what was typed is kept. */
const KEEP_AFTER_MS = 800;
/** How long until it is tried again where the server was not reached. */
const AGAIN_AFTER_MS = 5_000;

/** The longest note, as the server has it. */
export const NOTE_CHARS_MAX = 4_000;

export type NoteState = 'loading' | 'kept' | 'typed' | Problem;

export interface NoteStore {
  readonly text: ReadonlySignal<string>;
  readonly state: ReadonlySignal<NoteState>;
  type(text: string): void;
  /** Keeps what is typed at once. */
  keep(): Promise<void>;
  /** Looks whether another tab has changed it. */
  look(): Promise<void>;
  /** Keeps what is typed, and looks no more. */
  close(): Promise<void>;
}

export interface NoteSource {
  load(): Promise<Result<Note>>;
  store(text: string, version: number): Promise<Result<NoteStored>>;
  /** Told after each change that was kept. */
  changed(): unknown;
}

export function createNote(source: NoteSource): NoteStore {
  const text = signal('');
  const state = signal<NoteState>('loading');
  /** What the server has, as far as we know. */
  let base: Note = { text: '', version: -1 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isClosed = false;

  /** The server has this: what was typed since we last knew goes into it. */
  const take = (note: Note) => {
    if (note.version === base.version) return;
    text.value = merged(base.text, text.peek(), note.text);
    base = note;
  };
  const soon = (ms: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void keep(), ms);
  };
  /** What was typed meanwhile is kept too. */
  const settle = async (): Promise<void> => {
    const isKept = text.peek() === base.text;
    state.value = isKept ? 'kept' : 'typed';
    if (isKept) return;
    if (isClosed) await keep();
    else soon(KEEP_AFTER_MS);
  };
  const failed = (problem: Problem) => {
    state.value = problem;
    if (problem.status === 0 || problem.status >= 500 || problem.status === 429) soon(AGAIN_AFTER_MS);
  };
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    const found = await source.load();
    isBusy = false;
    if (!found.ok) {
      failed(found.problem);
      return;
    }
    take(found.value);
    await settle();
  };
  const keep = async (): Promise<void> => {
    if (base.version < 0) return look();
    const sent = text.peek();
    if (isBusy || sent === base.text) return;
    clearTimeout(timer);
    isBusy = true;
    const answer = await source.store(sent, base.version);
    isBusy = false;
    if (!answer.ok) {
      failed(answer.problem);
      return;
    }
    const { stored, note } = answer.value;
    // The server may have put the text in order; what stands here stays as it was typed.
    if (stored) base = { text: sent, version: note.version };
    else take(note);
    if (stored) source.changed();
    await settle();
  };
  void look();
  return {
    text,
    state,
    type(typed) {
      text.value = typed;
      state.value = 'typed';
      soon(KEEP_AFTER_MS);
    },
    keep,
    look,
    close() {
      isClosed = true;
      clearTimeout(timer);
      return keep();
    },
  };
}

/** The note of this game. */
export function openNote(code: string): NoteStore {
  const path = { code };
  let isOpen = true;
  const others = new BroadcastChannel(`komadai-note-${code}`);
  const note = createNote({
    load: () => settled(ask('GET', '/me/notes/{code}', { path })),
    store: (text, version) => settled(ask('PUT', '/me/notes/{code}', { path, body: { text, version } })),
    changed: () => isOpen && others.postMessage(null),
  });
  others.onmessage = () => void note.look();
  const seen = () => void (document.hidden ? note.keep() : note.look());
  document.addEventListener('visibilitychange', seen);
  return {
    ...note,
    async close() {
      document.removeEventListener('visibilitychange', seen);
      others.onmessage = null;
      await note.close();
      isOpen = false;
      others.close();
    },
  };
}

/**
 * Two texts that were made from the same one, together: nothing that was written into either is
 * lost.
 */
export function merged(base: string, ours: string, theirs: string): string {
  if (ours === base || ours === theirs) return theirs;
  if (theirs === base) return ours;
  const [own, other] = [changeOf(base, ours), changeOf(base, theirs)];
  if (other.to <= own.from)
    return (
      base.slice(0, other.from) +
      other.put +
      base.slice(other.to, own.from) +
      (other.to === own.from ? '\n' : '') +
      own.put +
      base.slice(own.to)
    );
  if (own.to <= other.from)
    return (
      base.slice(0, own.from) + own.put + base.slice(own.to, other.from) + other.put + base.slice(other.to)
    );
  return own.put === '' ? theirs : `${theirs}\n${ours}`;
}

/** What stands in a text in place of a part of the one before. */
function changeOf(before: string, after: string): { from: number; to: number; put: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let end = 0;
  while (end < shorter - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from, to: before.length - end, put: after.slice(from, after.length - end) };
}

/** What the server says of circuits, and what is asked of it: `/api/v1/circuits`. */

import { ask, linkTo, problemText as textOf } from '../api/request';
import { t } from '../i18n/whole';
import { type Loaded, OFTEN_MS, useFresh } from '../ui/loaded';
import { toast } from '../ui/toast';
import type { Circuit, CircuitAct, CircuitSettings } from '../wire/generated';

export const listCircuits = (which: { club?: string; mine?: boolean; event?: string } = {}) =>
  ask('GET', '/circuits', { query: which });

export const makeCircuit = (create: string, club: string | null, settings: CircuitSettings) =>
  ask('POST', '/circuits', { body: { create, club, settings } });

export const circuitOf = (code: string) => ask('GET', '/circuits/{code}', { path: { code } });

export const tableOf = (code: string) => linkTo('/circuits/{code}/standings.csv', { path: { code } });

/** Whose own clause says what exactly is wrong. */
const DETAILED = new Set(['bad_words', 'not_possible']);

export const problemText = (cause: unknown) => textOf(cause, t().tournaments.problems, DETAILED);

const send = (code: string, act: CircuitAct) =>
  ask('POST', '/circuits/{code}/acts', { path: { code }, body: { act } });

/** Does something to a circuit; what is refused is shown. Whether it was done. */
export async function act(code: string, wanted: CircuitAct): Promise<boolean> {
  try {
    await send(code, wanted);
    return true;
  } catch (problem) {
    toast.show(problemText(problem), 'bad');
    return false;
  }
}

/** Says something else of a circuit. Why not, in words. */
export async function editCircuit(code: string, settings: CircuitSettings): Promise<string | null> {
  try {
    await send(code, { t: 'edit', settings });
    return null;
  } catch (problem) {
    return problemText(problem);
  }
}

/** What a part of a circuit's page is given. */
export interface CircuitPart {
  circuit: Circuit;
  again(): Promise<void>;
}

/** The circuit as it is now: asked for anew while the page is looked at. */
export const useCircuit = (code: string): Loaded<Circuit> =>
  useFresh(() => circuitOf(code), [code], OFTEN_MS);

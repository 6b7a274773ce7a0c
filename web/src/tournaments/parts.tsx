/** What the page of a large tournament leaves out at first, and fetches where it is shown. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Loaded, useLoaded } from '../ui/loaded';
import { WhenPart } from '../ui/page';
import type { CompleteRound, Standings, Tournament, TournamentRound } from '../wire/generated';
import { roundOf, standingsOf, tournamentOf } from './tournament-api';

/** Asked for again whenever the tournament has changed; what is there stays until there is an answer. */
function usePart<T>({ code, version }: Tournament, load: () => Promise<T>, on: readonly unknown[] = []) {
  const part = useLoaded(load, [code, ...on]);
  const asked = useRef(version);
  useEffect(() => {
    if (asked.current === version) return;
    asked.current = version;
    void part.again();
  }, [version]);
  return part;
}

export const isComplete = ({ left_out }: Pick<TournamentRound, 'left_out'>) => (left_out ?? null) === null;

export const useRound = (view: Tournament, round: number): Loaded<CompleteRound> =>
  usePart(view, () => roundOf(view.code, round), [round]);

/** The standings with the cells of the cross table. */
export const useCrossTable = (view: Tournament): Loaded<Standings> =>
  usePart(view, () => standingsOf(view.code));

interface Props<T> {
  view: Tournament;
  children(part: T): ComponentChildren;
}

/** What takes the whole tournament. */
export function WithAll({ view, children }: Props<Tournament>) {
  if (!view.left_out) return <>{children(view)}</>;
  return <FetchedAll view={view}>{children}</FetchedAll>;
}

function FetchedAll({ view, children }: Props<Tournament>) {
  return <WhenPart of={usePart(view, () => tournamentOf(view.code, 'all'))}>{children}</WhenPart>;
}

/** What takes all games of a round. */
export function WithRound({
  round,
  ...props
}: Props<Pick<TournamentRound, 'games' | 'byes'>> & { round: TournamentRound }) {
  if (isComplete(round)) return <>{props.children(round)}</>;
  return <FetchedRound {...props} round={round.round} />;
}

function FetchedRound({ view, round, children }: Props<CompleteRound> & { round: number }) {
  return <WhenPart of={useRound(view, round)}>{children}</WhenPart>;
}

/** What takes the tournament with the cells of its standings. */
export function WithCrossTable({ view, children }: Props<Tournament>) {
  if (!view.left_out?.cells) return <>{children(view)}</>;
  return <FetchedCrossTable view={view}>{children}</FetchedCrossTable>;
}

function FetchedCrossTable({ view, children }: Props<Tournament>) {
  return <WhenPart of={useCrossTable(view)}>{(standings) => children({ ...view, standings })}</WhenPart>;
}

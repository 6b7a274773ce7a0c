/** Brackets and matches: brackets as trees with a column a round, matches of teams and titles one below the other. */

import { t } from '../i18n/whole';
import type { Pairing, Tournament, TournamentEntry, TournamentMatch } from '../wire/generated';
import { nameOf, pointsText, resultText } from './words';

interface Props {
  view: Tournament;
  entries: ReadonlyMap<string, TournamentEntry>;
}

/** Whether its matches lead to one another, and so can be drawn as a tree. */
export function isTree({ standings }: Pick<Tournament, 'standings'>): boolean {
  return standings?.matches?.some(({ from }) => (from?.length ?? 0) > 0) ?? false;
}

/** Parts of a bracket by what they are called on the wire; any other is a group, such as `GA`. */
const PARTS = {
  '': 'knockout',
  W: 'upper',
  L: 'lower',
  K: 'afterGroups',
  final: 'final',
  third: 'third',
} as const;

function partInWords(name: string): string {
  const words = t().tournaments.bracketParts;
  const known = PARTS[name as keyof typeof PARTS];
  return known ? words[known] : words.group(name.slice(1));
}

export function Bracket({ view, entries }: Props) {
  const words = t().tournaments;
  // A deciding final that is not needed is no match.
  const matches = (view.standings?.matches ?? []).filter(
    (it) => !(it.label === 'second final' && it.walkover),
  );
  const games = new Map(view.rounds.flatMap((round) => round.games.map((game) => [game.key, game] as const)));
  const isTeam = view.format.t === 'team';
  const match = (it: TournamentMatch, marksLots: boolean) => (
    <MatchBox
      key={it.slot}
      match={it}
      entries={entries}
      games={games}
      isTeam={isTeam}
      marksLots={marksLots}
    />
  );
  if (!isTree(view)) {
    const rounds = [...new Set(matches.map(({ round }) => round))].sort((a, b) => b - a);
    return (
      <>
        {rounds.map((round) => (
          <section key={round} class="card">
            {rounds.length > 1 && <h2>{words.round(round)}</h2>}
            <div class="match-list">
              {matches.filter((it) => it.round === round).map((it) => match(it, true))}
            </div>
          </section>
        ))}
      </>
    );
  }
  // Where all of a part were drawn, that is said once.
  const parts = partsOf(matches).map((part) => ({
    ...part,
    isByLot: isDrawn(part.rounds.flatMap((it) => it.matches)),
  }));
  return (
    <>
      {parts.map(({ stage, name, rounds, isByLot }) => (
        <section key={`${stage}/${name}`} class="card bracket-card">
          <h2>{partText(stage, name)}</h2>
          {isByLot && <p class="note">{words.drawnByLot}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
          <section class="bracket" tabIndex={0} aria-label={partText(stage, name)}>
            {rounds.map(({ round, matches: column }, i) => {
              const next = rounds[i + 1]?.matches.length ?? 0;
              const before = rounds[i - 1]?.matches.length ?? 0;
              // In a group of four nearly everything leads to everything.
              const lines = name.startsWith('G')
                ? []
                : [
                    next * 2 === column.length ? 'joins' : next > 0 ? 'leads' : '',
                    before > 0 ? 'follows' : '',
                  ];
              const classes = ['bracket-round', ...lines];
              return (
                <div key={round} class={classes.join(' ')}>
                  <span class="label">{words.round(round)}</span>
                  <ol>
                    {column.map((it) => (
                      <li key={it.slot}>{match(it, !isByLot)}</li>
                    ))}
                  </ol>
                </div>
              );
            })}
          </section>
        </section>
      ))}
    </>
  );
}

/** What a part is called; a stage of one bracket by the stage alone. */
function partText(stage: string, name: string): string {
  const words = t().tournaments;
  if (!stage) return partInWords(name);
  return name ? words.stages.part(stage, partInWords(name)) : stage;
}

interface Part {
  /** Of several stages, which; otherwise nothing. */
  stage: string;
  /** `W`, `L` and `final` of a double knock-out, `G1`, `K`, `third`, or nothing. */
  name: string;
  rounds: { round: number; matches: TournamentMatch[] }[];
}

/** Groups, the two brackets of a double knock-out, and the match for the third place stand by themselves. */
export function partsOf(matches: readonly TournamentMatch[]): Part[] {
  const parts = new Map<string, Part & { within: TournamentMatch[] }>();
  for (const match of matches) {
    const cut = match.slot.lastIndexOf('/');
    const stage = match.slot.slice(0, Math.max(0, cut));
    const slot = match.slot.slice(cut + 1);
    const letters = /^(G\d+|[A-Z]+)/.exec(slot)?.[0] ?? '';
    const name =
      match.label === 'third place'
        ? 'third'
        : slot.startsWith('final')
          ? 'final'
          : letters === 'R'
            ? ''
            : letters;
    const known = parts.get(`${stage}/${name}`) ?? { stage, name, rounds: [], within: [] };
    parts.set(`${stage}/${name}`, { ...known, within: [...known.within, match] });
  }
  return [...parts.values()].map(({ stage, name, within }) => {
    const rounds = [...new Set(within.map(({ round }) => round))].sort((a, b) => a - b);
    return {
      stage,
      name,
      rounds: rounds.map((round) => ({ round, matches: within.filter((it) => it.round === round) })),
    };
  });
}

/** Whether everybody who comes to these matches from no other has their place in them by lot. */
export function isDrawn(matches: readonly TournamentMatch[]): boolean {
  const first = matches.filter(({ from, a, b }) => !from?.length && (a ?? b));
  const seats = first.flatMap(({ a, b }) => [a, b]).filter((it) => it !== undefined);
  return seats.length > 2 && seats.length === first.flatMap((it) => it.by_lot ?? []).length;
}

interface BoxProps {
  match: TournamentMatch;
  entries: ReadonlyMap<string, TournamentEntry>;
  games: ReadonlyMap<string, Pairing>;
  /** Its games are the boards of two teams. */
  isTeam: boolean;
  /** Whether it is said beside a name that its place was drawn by lot. */
  marksLots: boolean;
}

function MatchBox({ match, entries, games, isTeam, marksLots }: BoxProps) {
  const words = t().tournaments;
  const drawn = (marksLots && match.by_lot) || [];
  const played = match.games.map((key) => games.get(key)?.games.at(-1)).filter((code) => code !== undefined);
  return (
    <div class="bracket-match">
      {match.label && (
        <span class="label">{(words.labels as Record<string, string>)[match.label] ?? match.label}</span>
      )}
      <Seat
        name={match.walkover && !match.a ? words.nobodyThere : nameOf(entries, match.a)}
        known={match.a !== undefined}
        drawn={match.a !== undefined && drawn.includes(match.a)}
        points={match.walkover ? null : match.a_points}
        won={match.winner !== undefined && match.winner === match.a}
      />
      <Seat
        name={match.walkover ? words.walkover : nameOf(entries, match.b)}
        known={match.b !== undefined}
        drawn={match.b !== undefined && drawn.includes(match.b)}
        points={match.walkover ? null : match.b_points}
        won={match.winner !== undefined && match.winner === match.b}
      />
      {isTeam && <LineUp match={match} entries={entries} games={games} />}
      {!isTeam && played.length > 0 && (
        <span class="bracket-games">
          {played.map((code, i) => (
            <a key={code} href={`/${code}`}>
              {played.length === 1 ? words.watch : words.game(i + 1)}
            </a>
          ))}
        </span>
      )}
    </div>
  );
}

/** Who met at each board of a match of teams, and how it came out. */
function LineUp({ match, entries, games }: Omit<BoxProps, 'isTeam' | 'marksLots'>) {
  const boards = match.games.flatMap((key) => games.get(key) ?? []);
  return (
    <ol class="line-up note">
      {boards.map((game) => {
        const code = game.games.at(-1);
        return (
          <li key={game.key}>
            ▲ {nameOf(entries, game.sente)} – △ {nameOf(entries, game.gote)}:{' '}
            {code ? <a href={`/${code}`}>{resultText(game)}</a> : resultText(game)}
          </li>
        );
      })}
    </ol>
  );
}

function Seat({
  name,
  known,
  drawn,
  points,
  won,
}: {
  name: string;
  known: boolean;
  drawn: boolean;
  points: number | null;
  won: boolean;
}) {
  return (
    <span class={`bracket-seat${won ? ' won' : ''}${known ? '' : ' note'}`}>
      <span>
        {name}
        {drawn && <span class="remark">{t().tournaments.placedBy.lot}</span>}
      </span>
      <span>{known ? pointsText(points) : ''}</span>
    </span>
  );
}

/** The round room: every board of every round, the latest first. */

import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { t } from '../i18n';
import { labelled, noted } from '../i18n/listed';
import { PlayerName } from '../people/player-name';
import { shownName } from '../people/shown-name';
import { gradeText } from '../ratings/words';
import type { OwnPart, Pairing, Tournament, TournamentEntry, TournamentFormat } from '../wire/generated';
import { WhyDialog } from './why-dialog';
import { isSeated, nameOf, personOf, pointsText, resultText, slotText } from './words';

interface Props {
  view: Tournament;
  entries: ReadonlyMap<string, TournamentEntry>;
  own: OwnPart | null;
}

export function Rounds({ view, entries, own }: Props) {
  const words = t().tournaments;
  const asked = useSignal<{ round: number; a: string; b?: string } | null>(null);
  if (view.rounds.length === 0) return <p class="note">{words.empty}</p>;
  return (
    <>
      {[...view.rounds].reverse().map(({ round, games, byes }) => (
        <section key={round} class="card">
          <h2>{view.n_rounds ? words.of(round, view.n_rounds) : words.round(round)}</h2>
          <ul class="pairings">
            {inParts(view, games).map((game, i, all) => (
              <Fragment key={game.key}>
                {(i === 0 || headOf(view, game) !== headOf(view, all[i - 1])) && (
                  <PartHead view={view} game={game} />
                )}
                <Board
                  game={game}
                  entries={entries}
                  own={own}
                  onWhy={() => {
                    asked.value = { round, a: game.sente, b: game.gote };
                  }}
                />
              </Fragment>
            ))}
            {byes.map(({ entry, kind, slot }) => (
              <li key={`${entry} ${slot ?? ''}`} class="pairing bye">
                <span class="pairing-board" />
                <PlayerName person={personOf(entries, entry)} />
                <span class="pairing-result note">
                  {isSeated(games, entry) ? words.stages.passes : words.byes[kind]}
                </span>
                {kind === 'bye' && (
                  <Why
                    name={nameOf(entries, entry)}
                    onWhy={() => {
                      asked.value = { round, a: entry };
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {asked.value && (
        <WhyDialog
          code={view.code}
          {...asked.value}
          entries={entries}
          onClose={() => {
            asked.value = null;
          }}
        />
      )}
    </>
  );
}

/** Boards in the order in which they are read: of a league class by class, of stages one after the other. */
export function inParts(
  { format }: Pick<Tournament, 'format'>,
  games: readonly Pairing[],
): readonly Pairing[] {
  return [...games].sort((a, b) => {
    const [one, other] = [partNumbers(format, a.slot), partNumbers(format, b.slot)];
    const differs = one.findIndex((it, i) => it !== other[i]);
    return differs < 0 ? a.board - b.board : (one[differs] ?? 0) - (other[differs] ?? 0);
  });
}

/** Which part a slot is of, from the outermost: the stage, then the class or the group. */
function partNumbers(format: TournamentFormat, slot: string | null | undefined): number[] {
  switch (format.t) {
    case 'league':
      return [format.classes.findIndex(({ name }) => name === slot)];
    case 'pools':
      return [Number(slot)];
    case 'stages': {
      const [name, ...rest] = (slot ?? '').split('/');
      const at = format.stages.findIndex((it) => it.name === name);
      const stage = format.stages[at];
      return stage && rest.length > 0 ? [at, ...partNumbers(stage.format, rest.join('/'))] : [at];
    }
    default:
      return [];
  }
}

/** What the board belongs to, where the boards of a round are of several parts. */
const headOf = (view: Tournament, game: Pairing | undefined) =>
  game && (view.format.t === 'team' ? game.slot : slotText(view.format, game.slot));

/** What the boards below belong to: a class of a league, or a match of teams with its score. */
function PartHead({ view, game }: { view: Tournament; game: Pairing }) {
  if (view.format.t !== 'team') {
    const head = slotText(view.format, game.slot);
    return head ? <li class="pairing-part">{head}</li> : null;
  }
  const match = view.standings?.matches?.find(({ games }) => games.includes(game.key));
  if (!match) return null;
  const score = `${pointsText(match.a_points)} – ${pointsText(match.b_points)}`;
  return (
    <li class="pairing-part">
      {match.a} <span class="score">{score}</span> {match.b}
    </li>
  );
}

function Why({ name, onWhy }: { name: string; onWhy(): void }) {
  const words = t().tournaments.why;
  return (
    <button
      type="button"
      class="quiet pairing-why no-print"
      aria-label={labelled(words.ask, name)}
      onClick={onWhy}
    >
      {words.ask}
    </button>
  );
}

interface BoardProps {
  game: Pairing;
  entries: Props['entries'];
  own: OwnPart | null;
  onWhy(): void;
}

function Board({ game, entries, own, onWhy }: BoardProps) {
  const all = t();
  const words = all.tournaments;
  const isOwn = own?.entry === game.sente || own?.entry === game.gote;
  const last = game.games.at(-1);
  const won = (side: 'sente' | 'gote') =>
    game.result === side || game.result === (side === 'sente' ? 'gote_no_show' : 'sente_no_show');
  const player = (side: 'sente' | 'gote') => {
    const entry = entries.get(game[side]);
    return (
      <span class={`pairing-player${won(side) ? ' won' : ''}`}>
        <span aria-hidden="true">{game.toss ? '' : side === 'sente' ? '▲' : '△'}</span>
        <span class="hidden-visually">{game.toss ? '' : all.sides[side]}</span>
        <span class="pairing-name">
          <PlayerName person={personOf(entries, game[side])} />
        </span>
        <span class="note">{gradeText(entry?.grade ?? null)}</span>
      </span>
    );
  };
  const handicap = game.handicap && (all.handicaps as Record<string, string>)[game.handicap];
  const notes = [
    handicap,
    game.toss && words.toss,
    game.games.length > 1 && words.replays(game.games.length - 1),
    game.ruling && words.ruled(game.ruling.reason, shownName(game.ruling.by ?? '')),
    !game.ruling && game.reason,
  ].filter(Boolean);
  return (
    <li class={`pairing${isOwn ? ' own' : ''}${game.result === 'annulled' ? ' annulled' : ''}`}>
      <span class="pairing-board">{game.board || ''}</span>
      <span class="pairing-players">
        {player('sente')}
        {player('gote')}
        {notes.length > 0 && <span class="note">{noted(notes)}</span>}
      </span>
      <span class="pairing-result">
        {last ? <a href={`/${last}`}>{resultText(game)}</a> : resultText(game)}
      </span>
      <Why name={`${nameOf(entries, game.sente)} – ${nameOf(entries, game.gote)}`} onWhy={onWhy} />
    </li>
  );
}

/** `/tournaments/CODE/players/ENTRY`: how a player did in a tournament, round by round. */

import { clockFace } from '../clock/format';
import { labelled, noted, titled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { pageOf } from '../people/people-api';
import { PlayerName } from '../people/player-name';
import { shownName } from '../people/shown-name';
import { entryGradeText } from '../ratings/words';
import { useLoaded } from '../ui/loaded';
import { Noted } from '../ui/noted';
import { Page, When } from '../ui/page';
import { ShareButton } from '../ui/share-button';
import type { PlayerCard, TournamentCardRound, TournamentEntry } from '../wire/generated';
import { cardOf, cardPage } from './tournament-api';
import { criterionText, criterionValue, handicapText, personOf, pointsText, remarkText } from './words';

type Entries = ReadonlyMap<string, TournamentEntry>;

export function PlayerCardPage({ code, entry }: { code: string; entry: string }) {
  const words = t().tournaments;
  const id = decodeURIComponent(entry);
  const card = useLoaded(() => cardOf(code, id), [code, id]);
  const missing = {
    title: words.card.notFound,
    text: words.notFoundHelp,
    href: `/tournaments/${code}`,
    to: words.toTournament,
  };
  return (
    <When of={card} missing={missing}>
      {(known) => <Shown of={known} />}
    </When>
  );
}

function Shown({ of }: { of: PlayerCard }) {
  const words = t().tournaments;
  const { player, card } = of;
  const entries: Entries = new Map(of.others.map((it) => [it.id, it]));
  const name = shownName(player.name);
  const account = pageOf(player);
  return (
    <Page class="players-page card-page" title={titled(name, of.name)}>
      <header class="page-head">
        <div>
          <p class="note">
            <Noted>
              <a href={`/tournaments/${of.code}`}>{of.name}</a>
              {words.phases[of.phase]}
            </Noted>
          </p>
          <h1>{name}</h1>
          <p class="note">
            {noted([
              entryGradeText(player.grade, player.provisional),
              player.rating !== null && labelled(words.rating, String(player.rating)),
              player.team ?? player.club ?? player.class,
              player.nationality,
            ])}
          </p>
        </div>
        <div class="row no-print">
          {account && (
            <a class="button" href={account}>
              {words.card.account}
            </a>
          )}
          <ShareButton title={titled(name, of.name)} href={cardPage(of.code, player.id)} />
        </div>
      </header>
      <Summary of={of} />
      <section class="card">
        <h2>{words.tabs.rounds}</h2>
        {card.rounds.length === 0 ? (
          <p class="note">{words.empty}</p>
        ) : (
          <ol class="card-rounds">
            {card.rounds.map((round, i) => (
              <Round key={`${round.round} ${i}`} of={of} round={round} entries={entries} />
            ))}
          </ol>
        )}
      </section>
      <Neighbours of={of} entries={entries} />
    </Page>
  );
}

/** Where the player stands, and what that is made of. */
function Summary({ of: { card } }: { of: PlayerCard }) {
  const words = t().tournaments;
  const fact = (label: string, value: string | null) =>
    value && (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    );
  const place = card.place === null ? null : words.card.placeOf(card.place, card.n_ranked);
  return (
    <section class="card">
      <dl class="facts">
        {fact(words.place, place && noted([place, remarkText(card), card.by && words.placedBy[card.by]]))}
        {!card.criteria.includes('points') &&
          fact(words.facts.points, pointsText(card.points + card.start) || null)}
        {card.criteria.map((name, i) =>
          fact(criterionText(name), criterionValue(name, card.values[i] ?? null)),
        )}
        {fact(words.score, `${card.wins}–${card.draws}–${card.losses}`)}
        {fact(words.card.performance, card.performance === null ? null : String(card.performance))}
      </dl>
    </section>
  );
}

interface RoundProps {
  of: PlayerCard;
  round: TournamentCardRound;
  entries: Entries;
}

function Round({ of, round, entries }: RoundProps) {
  const all = t();
  const words = all.tournaments;
  const { opponent, side, off } = round;
  const game = of.games.find(({ key }) => key === round.game)?.game;
  const known = entries.get(opponent ?? '');
  const result = round.annulled
    ? words.outcomes.annulled
    : round.result
      ? words.card.results[round.result]
      : opponent
        ? words.playing
        : '';
  const table = of.tables?.find(({ key }) => key === round.game);
  const thought = table && [
    all.tableClock.moves(table.moves),
    [table.own_ms, table.opponent_ms].map(clockFace).join(' – '),
  ];
  const handicap = handicapText(round);
  return (
    <li class={`card-round ${round.result ?? ''}`}>
      <span class="card-round-number" title={words.round(round.round)}>
        {round.round}
      </span>
      <span class="card-round-who">
        {opponent ? (
          <>
            <span aria-hidden="true">{side === 'sente' ? '▲' : side === 'gote' ? '△' : ''}</span>
            <span class="hidden-visually">{side ? all.sides[side] : ''}</span>{' '}
            <PlayerName person={personOf(entries, opponent)} to={cardPage(of.code, opponent)} />{' '}
            <span class="note">
              {noted([
                entryGradeText(known?.grade, known?.provisional),
                known?.rating,
                round.play_off !== undefined && words.ties.game,
                handicap,
                ...(thought ?? []),
              ])}
            </span>
          </>
        ) : (
          <span class="note">{off ? words.card.off[off.t as keyof typeof words.card.off] : ''}</span>
        )}
      </span>
      <span class="card-round-result">{game ? <a href={`/${game}`}>{result}</a> : result}</span>
      <span class="card-round-total" title={words.card.total}>
        {pointsText(round.total)}
      </span>
    </li>
  );
}

/** Who stands before and behind in the ranking. */
function Neighbours({ of, entries }: { of: PlayerCard; entries: Entries }) {
  const words = t().tournaments.card;
  const { previous, next } = of.card;
  const link = (entry: string | null | undefined, label: string, rel: 'prev' | 'next') =>
    entry && (
      <a class="button" rel={rel} href={cardPage(of.code, entry)}>
        {rel === 'prev' && <span aria-hidden="true">← </span>}
        <span class="hidden-visually">{label}: </span>
        {shownName(entries.get(entry)?.name ?? entry)}
        {rel === 'next' && <span aria-hidden="true"> →</span>}
      </a>
    );
  return (
    <nav class="row card-neighbours no-print" aria-label={words.others}>
      {link(previous, words.previous, 'prev')}
      {link(next, words.next, 'next')}
    </nav>
  );
}

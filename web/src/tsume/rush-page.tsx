/**
 * `/tsume/rush`: problems against the clock, harder and harder; before it and after it the lists of
 * the best.
 */

import '../styles/rush.css';
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { clockFace } from '../clock/format';
import { noted } from '../i18n/listed';
import { language, t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { isMember } from '../session';
import { TrainerTable } from '../trainer/trainer-table';
import { Tabs } from '../ui/choice';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { type Loaded, useLoaded } from '../ui/loaded';
import { Page, PartFailed } from '../ui/page';
import type { Rush, RushBests, RushScore } from '../wire/generated';
import { createRush, type RushAt } from './rush';
import { bestRushes } from './rush-api';

export function RushPage() {
  const rush = useMemo(createRush, []);
  useEffect(() => {
    void rush.resume();
    return rush.stop;
  }, [rush]);
  const stage = rush.stage.value;
  const now = rush.rush.value;
  return now && (stage === 'solving' || stage === 'waiting') ? (
    <Running at={rush} rush={now} />
  ) : (
    <Lobby at={rush} />
  );
}

/** The board, and how it goes. */
function Running({ at, rush }: { at: RushAt; rush: Rush }) {
  const { training } = t();
  const words = training.rush;
  const before = at.before.value;
  const left = at.leftMs.value;
  return (
    <TrainerTable
      trainer={at.trainer}
      hasStand
      head={
        <div class="rush-head">
          <h1 class="hidden-visually">{words.title}</h1>
          <p class={`rush-clock ${left < 20_000 ? 'low' : ''}`} role="timer" aria-label={words.left}>
            {clockFace(left)}
          </p>
          <p class="rush-score">{words.solved(rush.n_solved)}</p>
          <Mistakes rush={rush} />
          <p class="task">{rush.problem && training.tsume.inMoves(rush.problem.plies)}</p>
        </div>
      }
      bar={
        <p class={`verdict ${before ?? ''}`} role="status">
          {at.unreachable.value
            ? words.unreachable
            : before
              ? before === 'solved'
                ? words.right
                : words.wrong
              : training.tsume.yourMove}
        </p>
      }
      more={<p class="note">{words.lead}</p>}
    />
  );
}

function Mistakes({ rush }: { rush: Rush }) {
  const n = rush.missed.length;
  const text = t().training.rush.mistakes(n, rush.mistakes_max);
  return (
    <p class="rush-mistakes" role="img" aria-label={text} title={text}>
      {Array.from({ length: rush.mistakes_max }, (_, i) => (
        <span key={i} class={i < n ? 'made' : ''}>
          <Icon name="close" />
        </span>
      ))}
    </p>
  );
}

/** How it went, if it is over; how to begin; and the best. */
function Lobby({ at }: { at: RushAt }) {
  const { training } = t();
  const words = training.rush;
  const bests = useLoaded(bestRushes, [at.stage.value]);
  const rush = at.stage.value === 'over' ? at.rush.value : null;
  const own = bests.value?.own;
  return (
    <Page class="tsume-page rush-page" busy={bests.state.is === 'busy'}>
      <section class="card tsume-head">
        <h1>{words.title}</h1>
        {rush ? <Result rush={rush} isBest={isBest(rush, own?.ever)} /> : <p>{words.lead}</p>}
        {at.unreachable.value && (
          <p class="warning" role="alert">
            {training.tsume.unreachable}
          </p>
        )}
        <div class="row">
          <button type="button" class="primary" onClick={() => void at.start()}>
            {rush ? words.again : words.start}
          </button>
          <a class="button" href="/tsume">
            {training.tsume.all}
          </a>
        </div>
        {own?.ever && (
          <dl class="tsume-standing">
            <Score title={words.today} score={own.today} />
            <Score title={words.ever} score={own.ever} />
          </dl>
        )}
        {!isMember.value && (
          <p class="note">
            <a href="/account">{words.signIn}</a>
          </p>
        )}
      </section>
      <Best of={bests} />
    </Page>
  );
}

const isBest = (rush: Rush, ever: RushScore | null | undefined) =>
  rush.n_solved > 0 && ever?.n_solved === rush.n_solved;

function Result({ rush, isBest: isOwnBest }: { rush: Rush; isBest: boolean }) {
  const { training } = t();
  const words = training.rush;
  const why = rush.missed.length >= rush.mistakes_max ? words.tooMany : words.over;
  return (
    <>
      <p class="rush-result" role="status">
        <strong>{words.solved(rush.n_solved)}</strong> {noted([why, isOwnBest && words.newBest])}
      </p>
      {rush.missed.length > 0 && (
        <div class="rush-missed">
          <p>{words.missed}</p>
          <ul class="tsume-tiles">
            {rush.missed.map((number) => (
              <li key={number}>
                <a
                  class="tsume-tile failed"
                  href={`/tsume/${number}`}
                  aria-label={training.tsume.problem(number)}
                >
                  {number}
                  <span aria-hidden="true">×</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Score({ title, score }: { title: string; score: RushScore | null | undefined }) {
  const number = new Intl.NumberFormat(language.value);
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {score ? number.format(score.n_solved) : '–'} {score && <small>{clockFace(score.took_ms)}</small>}
      </dd>
    </div>
  );
}

/** The best of today and of the week. */
function Best({ of }: { of: Loaded<RushBests> }) {
  const { training, players } = t();
  const words = training.rush;
  const which = useSignal<'day' | 'week'>('day');
  const rows = of.value?.[which.value];
  return (
    <section class="card tsume-group rush-best" aria-labelledby="rush-best">
      <h2 id="rush-best">{words.bests}</h2>
      <PartFailed of={of} />
      <Tabs
        label={words.bests}
        options={[
          ['day', words.day],
          ['week', words.week],
        ]}
        value={which.value}
        onChange={(next) => {
          which.value = next;
        }}
      />
      {rows?.length === 0 && <EmptyState text={words.nobody} />}
      {rows && rows.length > 0 && (
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden-visually">{words.place}</span>
              </th>
              <th scope="col" class="name">
                {players.player}
              </th>
              <th scope="col">{words.nSolved}</th>
              <th scope="col">{words.time}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={row.handle}>
                <td>{i + 1}</td>
                <th scope="row">
                  <PlayerName person={row} />
                </th>
                <td>{row.n_solved}</td>
                <td>{clockFace(row.took_ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

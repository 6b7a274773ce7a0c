/**
 * Players whom no criterion separates: what has been decided about them, and what an organiser can
 * do: order a play-off, or decide by their own word.
 */

import { useSignal } from '@preact/signals';
import { listed } from '../i18n/listed';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { Dialog } from '../ui/dialog';
import type { Tournament, TournamentEntry } from '../wire/generated';
import { Reason } from './desk-fields';
import { act } from './tournament-api';
import { nameOf, titleText } from './words';

/** So many can be in one play-off. */
const PLAY_OFF_MAX = 8;
/** More are not level in a way that anybody would play for. */
const SHOWN_MAX = 12;

interface Props {
  view: Tournament;
  entries: ReadonlyMap<string, TournamentEntry>;
}

/** Players with the same place in a ranking. */
export interface LevelGroup {
  title: string;
  place: number;
  entries: string[];
}

/**
 * Those who are level once their part of the event has been played, the best placed first: before
 * that a place says nothing.
 */
export function levelGroups(
  view: Pick<Tournament, 'standings' | 'rounds' | 'phase' | 'n_rounds'>,
): LevelGroup[] {
  const { standings, rounds, phase } = view;
  if (phase !== 'running' && phase !== 'over') return [];
  const isPlayed = view.n_rounds !== null && view.n_rounds <= rounds.length;
  const open = rounds.flatMap(({ games }) => games.filter(({ result }) => result === null));
  const busy = new Set(open.flatMap(({ sente, gote }) => [sente, gote]));
  return (
    (standings?.rankings ?? [])
      .filter(({ criteria }) => criteria.length > 0)
      // A stage that is over has said what its places lead to.
      .filter(({ rows }) => isPlayed || phase === 'over' || rows.some((it) => it.remark === 'qualified'))
      .flatMap(({ title = '', rows }) => {
        const there = rows.filter(({ remark }) => remark !== 'withdrawn');
        const places = [...new Set(there.map(({ place }) => place))];
        return places.map((place) => ({
          title,
          place,
          entries: there.filter((row) => row.place === place).map(({ entry }) => entry),
        }));
      })
      .filter(({ entries }) => entries.length > 1 && entries.length <= SHOWN_MAX)
      .filter(({ entries }) => entries.every((entry) => !busy.has(entry)))
  );
}

export function Ties({ view, entries, organises }: Props & { organises: boolean }) {
  const words = t().tournaments.ties;
  // The decisions have numbers: a second press would take back the next one.
  const busy = useSignal(false);
  const takeBack = async (index: number) => {
    busy.value = true;
    await act(view.code, { t: 'undecide', index });
    busy.value = false;
  };
  const asked = useSignal<{ group: LevelGroup; of: 'playOff' | 'decide' } | null>(null);
  const decisions = view.decisions ?? [];
  const names = (ids: readonly string[]) => listed(ids.map((id) => nameOf(entries, id)));
  const groups = organises ? levelGroups(view) : [];
  if (decisions.length === 0 && groups.length === 0) return null;
  return (
    <section class="card">
      {decisions.map(({ entries: order, reason, by }, index) => (
        <p key={index}>
          {words.decided(names(order), reason, by ? shownName(by) : undefined)}{' '}
          {organises && (
            <button
              type="button"
              class="quiet no-print"
              disabled={busy.value}
              onClick={() => void takeBack(index)}
            >
              {words.takeBack}
            </button>
          )}
        </p>
      ))}
      {groups.map((group) => (
        <div key={`${group.title} ${group.place}`} class="level-group no-print">
          <span>
            {group.title && <b>{titleText(view.format, group.title)} </b>}
            {words.level(names(group.entries), group.place)}
          </span>
          <span class="row">
            {mayPlayOff(view) && (
              <button type="button" onClick={() => (asked.value = { group, of: 'playOff' })}>
                {words.playOff}
              </button>
            )}
            <button type="button" onClick={() => (asked.value = { group, of: 'decide' })}>
              {words.decide}
            </button>
          </span>
        </div>
      ))}
      {asked.value?.of === 'playOff' && (
        <PlayOff
          view={view}
          entries={entries}
          group={asked.value.group}
          onClose={() => {
            asked.value = null;
          }}
        />
      )}
      {asked.value?.of === 'decide' && (
        <Decide
          view={view}
          entries={entries}
          group={asked.value.group}
          onClose={() => {
            asked.value = null;
          }}
        />
      )}
    </section>
  );
}

/** Games of teams, and of a host against everybody, have no place beside the others. */
const mayPlayOff = ({ format }: Tournament) => format.t !== 'team' && format.t !== 'simul';

interface DialogProps extends Props {
  group: LevelGroup;
  onClose(): void;
}

function PlayOff({ view, entries, group, onClose }: DialogProps) {
  const words = t().tournaments.ties;
  const chosen = useSignal<readonly string[]>(group.entries.slice(0, PLAY_OFF_MAX));
  const n = chosen.value.length;
  return (
    <Dialog title={words.playOff} onClose={onClose}>
      <form
        class="setup"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await act(view.code, { t: 'play_off', entries: [...chosen.value] })) onClose();
        }}
      >
        <fieldset class="plain">
          <legend class="label">{words.who}</legend>
          {group.entries.map((id) => (
            <label key={id} class="row">
              <input
                type="checkbox"
                checked={chosen.value.includes(id)}
                onChange={(event) => {
                  const others = chosen.value.filter((it) => it !== id);
                  chosen.value = event.currentTarget.checked ? [...others, id] : others;
                }}
              />
              {nameOf(entries, id)}
            </label>
          ))}
        </fieldset>
        <p class="note">{words.playOffSure((n * (n - 1)) / 2)}</p>
        <button type="submit" class="primary" disabled={n < 2 || n > PLAY_OFF_MAX}>
          {words.playOff}
        </button>
      </form>
    </Dialog>
  );
}

function Decide({ view, entries, group, onClose }: DialogProps) {
  const words = t().tournaments.ties;
  const order = useSignal<readonly string[]>(group.entries);
  const reason = useSignal('');
  return (
    <Dialog title={words.decide} onClose={onClose}>
      <form
        class="setup"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await act(view.code, { t: 'decide', entries: [...order.value] }, reason.value)) onClose();
        }}
      >
        <ol class="level-order">
          {order.value.map((id, i) => (
            <li key={id}>
              <span>{nameOf(entries, id)}</span>
              <button
                type="button"
                class="quiet"
                disabled={i === 0}
                aria-label={words.higher(nameOf(entries, id))}
                onClick={() => {
                  const others = order.value.filter((it) => it !== id);
                  order.value = [...others.slice(0, i - 1), id, ...others.slice(i - 1)];
                }}
              >
                ↑
              </button>
            </li>
          ))}
        </ol>
        <Reason value={reason.value} onInput={(text) => (reason.value = text)} />
        <button type="submit" class="primary">
          {words.decide}
        </button>
      </form>
    </Dialog>
  );
}

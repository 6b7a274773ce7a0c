/** What ranks, in which order, and what results are worth. */

import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { titled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { NumberField, Select, Toggle } from '../ui/choice';
import { Icon } from '../ui/icon';
import type { TieBreak } from '../wire/ranking';
import { awardsOf, kindOf, offered, ownOrder } from './ranking';
import { ABSENCES_MAX, type Draft } from './settings-draft';
import { criterionText } from './words';

/** The most points that the form gives or takes. */
const AWARD_MAX = 100;

/** The most rounds that an event may have. */
const ROUNDS_MAX = 1_000;

interface Props {
  draft: Draft;
  put(changes: Partial<Draft>): void;
}

export function RankingFields({ draft, put }: Props) {
  const words = t().tournaments.ranking;
  const awards = awardsOf(kindOf(draft));
  const ranks = ownOrder(kindOf(draft)).length > 0;
  if (!ranks && awards.length === 0) return null;
  return (
    <details class="ranking-fields" open={draft.tiebreaks.length > 0}>
      <summary>{words.title}</summary>
      {ranks && <Order draft={draft} put={put} />}
      {awards.length > 0 && (
        <fieldset class="awards">
          <legend class="label">{words.points}</legend>
          <div class="columns">
            {awards.map((key) => (
              <NumberField
                key={key}
                label={words.awards[key]}
                min={-AWARD_MAX}
                max={AWARD_MAX}
                step={0.5}
                value={draft.scoring[key]}
                onChange={(points) => put({ scoring: { ...draft.scoring, [key]: points } })}
              />
            ))}
          </div>
        </fieldset>
      )}
      {awards.includes('absence') && <AbsenceLimits draft={draft} put={put} />}
    </details>
  );
}

/** For how many absences there are points, and until which round. */
function AbsenceLimits({ draft: { scoring, rounds }, put }: Props) {
  const words = t().tournaments.ranking.absences;
  const { absences_max: most, absences_until: last } = scoring;
  const limit = (changes: Partial<Draft['scoring']>) => put({ scoring: { ...scoring, ...changes } });
  return (
    <fieldset class="awards">
      <legend class="label">{words.title}</legend>
      <Toggle
        label={words.limited}
        value={most != null}
        onChange={(is) => limit({ absences_max: is ? ABSENCES_MAX : null })}
      />
      {most != null && (
        <NumberField
          label={words.most}
          min={0}
          max={ROUNDS_MAX}
          value={most}
          onChange={(absences_max) => limit({ absences_max })}
        />
      )}
      <Toggle
        label={words.ends}
        value={last != null}
        onChange={(is) => limit({ absences_until: is ? Math.max(1, rounds - 2) : null })}
      />
      {last != null && (
        <NumberField
          label={words.last}
          min={0}
          max={ROUNDS_MAX}
          value={last}
          onChange={(absences_until) => limit({ absences_until })}
        />
      )}
      <p class="note">{words.help}</p>
    </fieldset>
  );
}

type Way = 'up' | 'down';

function Order({ draft, put }: Props) {
  const words = t().tournaments.ranking;
  const isOwn = draft.tiebreaks.length === 0;
  const order: readonly TieBreak[] = isOwn ? ownOrder(kindOf(draft)) : draft.tiebreaks;
  const others = offered(kindOf(draft)).filter((it) => !order.includes(it));
  const adds = useSignal<TieBreak | ''>('');
  const said = useSignal('');
  const list = useRef<HTMLOListElement>(null);
  // What has been moved keeps the focus, although its line is another element now.
  const moved = useRef<{ tie: TieBreak; way: Way } | null>(null);
  useLayoutEffect(() => {
    const last = moved.current;
    moved.current = null;
    if (!last) return;
    const buttons = [last.way, last.way === 'up' ? 'down' : 'up'].map((way) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-move="${last.tie} ${way}"]`),
    );
    buttons.find((it) => it && !it.disabled)?.focus();
  }, [order]);
  const move = (tie: TieBreak, way: Way) => {
    const next = [...order];
    const from = next.indexOf(tie);
    const to = from + (way === 'up' ? -1 : 1);
    next.splice(to, 0, ...next.splice(from, 1));
    moved.current = { tie, way };
    said.value = words.moved(criterionText(tie), to + 1);
    put({ tiebreaks: next });
  };
  const chosen = others.find((it) => it === adds.value) ?? others[0];
  return (
    <fieldset class="ranking-order">
      <legend class="label">{words.order}</legend>
      <p class="note">{words.orderHelp}</p>
      <ol ref={list}>
        {order.map((tie, at) => {
          const name = criterionText(tie);
          const button = (way: Way, disabled: boolean, label: string) => (
            <button
              type="button"
              class="quiet square"
              data-move={`${tie} ${way}`}
              disabled={disabled}
              aria-label={label}
              title={label}
              onClick={() => move(tie, way)}
            >
              <Icon name={way} />
            </button>
          );
          return (
            <li key={tie}>
              <span class="criterion">
                <strong>{name}</strong>
                <span class="note">{words.meanings[tie]}</span>
              </span>
              {button('up', at === 0, words.up(name))}
              {button('down', at === order.length - 1, words.down(name))}
              <button
                type="button"
                class="quiet square"
                disabled={order.length === 1}
                aria-label={words.remove(name)}
                title={words.remove(name)}
                onClick={() => {
                  said.value = words.removed(name);
                  put({ tiebreaks: order.filter((it) => it !== tie) });
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          );
        })}
      </ol>
      <p class="hidden-visually" aria-live="polite">
        {said.value}
      </p>
      <div class="field-row">
        {chosen && (
          <>
            <Select
              label={words.another}
              name="tiebreak"
              options={others.map((it) => [it, titled(criterionText(it), words.meanings[it])] as const)}
              value={chosen}
              onChange={(tie) => {
                adds.value = tie;
              }}
            />
            <button
              type="button"
              onClick={() => {
                said.value = words.moved(criterionText(chosen), order.length + 1);
                put({ tiebreaks: [...order, chosen] });
              }}
            >
              {words.add}
            </button>
          </>
        )}
        {!isOwn && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              said.value = words.isOwn;
              put({ tiebreaks: [] });
            }}
          >
            {words.toOwn}
          </button>
        )}
      </div>
      {isOwn && <p class="note">{words.isOwn}</p>}
    </fieldset>
  );
}

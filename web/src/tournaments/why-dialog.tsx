/** Why two met: what the pairing had to go by, in words. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { listed, noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { Dialog } from '../ui/dialog';
import type { PairingReason, PairingWhy, TournamentEntry } from '../wire/generated';
import { whyOf } from './tournament-api';
import { nameOf, pointsText } from './words';

interface Props {
  code: string;
  round: number;
  a: string;
  /** Nobody for a bye. */
  b?: string;
  entries: ReadonlyMap<string, TournamentEntry>;
  onClose(): void;
}

/** How many names stand in one line. */
const NAMES_MAX = 12;

export function WhyDialog({ code, round, a, b, entries, onClose }: Props) {
  const words = t().tournaments;
  const why = useSignal<PairingWhy | null | 'asking'>('asking');
  useEffect(() => {
    whyOf(code, round, a, b).then(
      (found) => {
        why.value = found;
      },
      () => {
        why.value = null;
      },
    );
  }, [code, round, a, b]);
  const name = (id: string) => nameOf(entries, id);
  const title = b === undefined ? words.why.ofBye(name(a)) : words.why.of(name(a), name(b));
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="why" aria-busy={why.value === 'asking'}>
        {why.value === null && <p>{words.why.plan}</p>}
        {why.value !== null && why.value !== 'asking' && <Reasons why={why.value} name={name} />}
      </div>
    </Dialog>
  );
}

function Reasons({ why, name }: { why: PairingWhy; name(id: string): string }) {
  const words = t().tournaments.why;
  const [a, b] = why.scores;
  const names = (ids: readonly string[]) => {
    const first = listed(ids.slice(0, NAMES_MAX).map(name));
    return ids.length > NAMES_MAX ? `${first} …` : first;
  };
  const same = b !== undefined && a === b;
  const other = why.alternative;
  // The best that could have been done otherwise was no worse: later decisions have changed what it
  // went by.
  const isWorse = (other?.costs[0]?.cost ?? 0) > 0;
  return (
    <>
      {why.ordered && <p>{words.ordered}</p>}
      {why.slot && <p>{t().tournaments.stages.why}</p>}
      {a !== undefined && (
        <p>
          {b === undefined
            ? words.score(name(why.sente), pointsText(a))
            : same
              ? words.same(pointsText(a))
              : words.different(name(why.sente), pointsText(a), name(why.gote ?? ''), pointsText(b))}
        </p>
      )}
      {why.costs.length > 0 && (
        <>
          <h3>{words.against}</h3>
          <ul>
            {why.costs.map((it) => (
              <li key={it.rule}>
                {b === undefined && it.rule === 'order' ? words.byeOrder : words.costs[it.rule]}
              </li>
            ))}
          </ul>
        </>
      )}
      {why.costs.length === 0 && <p>{words.nothingAgainst}</p>}
      {why.ruled_out.length > 0 && (
        <>
          <h3>{words.ruledOut}</h3>
          <ul>
            {why.ruled_out.map((it) => (
              <li key={it.entry + it.rule}>
                {words.kept(name(it.entry), names(it.opponents), words.keptBy[it.rule] ?? '')}
              </li>
            ))}
          </ul>
        </>
      )}
      {other && isWorse && (
        <>
          <h3>{words.otherwise}</h3>
          <p>
            {noted([
              ...other.pairs.map(([x, y]) => `${name(x)} – ${name(y)}`),
              other.bye && words.byeFor(name(other.bye)),
            ])}
          </p>
          <p>{words.worse(other.costs.filter(isMore).map(({ rule }) => words.rules[rule])[0] ?? '')}</p>
        </>
      )}
      <p class="note">{words.how}</p>
    </>
  );
}

const isMore = ({ cost }: PairingReason) => cost > 0;

/**
 * What can be done with a piece that has lion power (§9.3): stop after its first step or come back,
 * pass when it is picked up; and why it may not take a lion that it could reach.
 */

import { useEffect } from 'preact/hooks';
import { listed } from '../i18n/listed';
import { t } from '../i18n/of-boards';
import { announce } from '../ui/announcer';
import type { BoardModel } from './board-grid';
import { forbiddenFrom } from './dests';
import { passOf } from './making';
import type { Asking } from './promotion-choice';
import { squareName } from './words';

interface Props {
  store: Asking & Pick<BoardModel, 'offered'>;
  /** What is picked up. */
  picked: string | null;
}

export function StepChoice({ store, picked }: Props) {
  const words = t().variantWords.lion;
  const half = store.stepping.value;
  const offered = store.offered.value;
  const position = store.line.value.at(-1) ?? null;
  const from = half ? null : picked;
  const pass = from && offered ? passOf(offered, from, position) : null;
  const forbidden = from && offered ? forbiddenFrom(offered, from) : [];
  const isLion = position?.variant.pieces[position.board.get(from ?? '')?.kind ?? '']?.lion === true;
  const why =
    forbidden.length > 0 && position
      ? (isLion ? words.protected : words.counter)(
          listed(forbidden.map((sq) => squareName(position.variant.name, sq))),
        )
      : '';
  useEffect(() => {
    if (half) announce(words.goOn);
    else if (why) announce(why);
  }, [half, why]);
  if (!position || (!half && !pass && !why)) return null;
  // Beside the board, where no square is covered (`variants.css`).
  return (
    <section class="step-choice" aria-label={words.title}>
      {half ? <span class="go-on">{words.goOn}</span> : why && <span class="why">{why}</span>}
      {half?.mayStop && (
        <button type="button" onClick={() => store.answerStep('stop')}>
          {words.stop}
        </button>
      )}
      {half?.to.includes(half.from) && (
        <button type="button" onClick={() => store.answerStep('back')}>
          {words.back}
        </button>
      )}
      {half && (
        <button type="button" class="quiet" onClick={() => store.answerStep(null)}>
          {t().game.cancel}
        </button>
      )}
      {pass && (
        <button type="button" onClick={() => store.pass(from ?? '')}>
          {words.pass}
        </button>
      )}
    </section>
  );
}

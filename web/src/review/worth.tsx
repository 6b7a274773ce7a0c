/** What a position is worth, in signs and as a bar beside the board. */

import { t } from '../i18n/whole';
import { SideMark } from '../ui/icon';
import type { Analysis } from './analysis';
import { chanceOf, type Worth, worthText } from './engine-words';
import type { ReviewStore } from './review-store';

/** In points for sente, or who mates in how many moves. */
export function WorthText({ worth }: { worth: Worth }) {
  const text = worthText(worth, t().review.engine.mateIn);
  if (!('mate' in worth)) return <>{text}</>;
  const side = worth.mate > 0 ? 'sente' : 'gote';
  return (
    <>
      <SideMark side={side} />
      <span class="hidden-visually">{t().sides[side]} </span>
      {text}
    </>
  );
}

/** How the position that is looked at stands: the fuller, the better for who sits at the bottom. */
export function WorthBar({ store, analysis }: { store: ReviewStore; analysis: Analysis }) {
  const node = store.node.value;
  const judged = node && analysis.judged.value.get(node.id);
  if (!judged) return null;
  const chance = chanceOf(judged.worth);
  const own = store.orientation.value === 'sente' ? chance : 1 - chance;
  const label = t().review.engine.chance(Math.round(chance * 100));
  return (
    <div class={`worth-bar ${store.orientation.value}`} role="img" aria-label={label} title={label}>
      <span style={{ height: `${(own * 100).toFixed(1)}%` }} />
    </div>
  );
}

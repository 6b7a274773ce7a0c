/** The line to type moves into beside a review. */

import { useEffect, useRef } from 'preact/hooks';
import { MoveField } from '../game/move-field';
import { t } from '../i18n/whole';
import type { Position } from '../shogi/position';
import { formatUsi, parseUsi, type Usi } from '../shogi/usi';
import { toast } from '../ui/toast';
import type { ReviewStore } from './review-store';

export function TypedMove({ store }: { store: ReviewStore }) {
  const position = store.shown.value?.position;
  const offered = store.offered.value;
  /** What was typed before the server had said where pieces may go. */
  const waiting = useRef<{ position: Position; usi: Usi; open: boolean } | null>(null);
  const play = (usi: Usi, open: boolean) =>
    store.playTyped(usi, open) ? null : t().keys.problems.unreadable(formatUsi(usi));
  useEffect(() => {
    const typed = waiting.current;
    if (!typed || offered === null) return;
    waiting.current = null;
    const problem = typed.position === position ? play(typed.usi, typed.open) : null;
    if (problem !== null) toast.show(problem, 'bad');
  }, [offered]);
  if (!position || store.node.value?.end !== undefined) return null;
  return (
    <MoveField
      position={position}
      start={position}
      previous={parseUsi(store.node.value?.usi ?? '')?.to ?? null}
      onMove={(usi, open) => {
        if (offered !== null) return play(usi, open);
        waiting.current = { position, usi, open };
        return null;
      }}
    />
  );
}

/** A trainer's board with its stands, for pointer and keyboard. */

import { effect, untracked, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Board, type BoardLook } from '../board/board';
import { faceProperties, faceSetFor } from '../board/faces';
import { BoardGrid, HandKeys } from '../game/board-grid';
import { PromotionChoice } from '../game/promotion-choice';
import { notationOf } from '../game/words';
import { settings } from '../settings/settings';
import type { Trainer } from './trainer';

const ANIMATION_MS = 160;

interface Props {
  trainer: Trainer;
  /** Which stands are shown; a problem leaves out the one that holds all the rest. */
  stands: 'both' | 'own' | 'none';
}

export function TrainerBoard({ trainer, stands }: Props) {
  const board = useRef<HTMLDivElement>(null);
  const handTop = useRef<HTMLDivElement>(null);
  const handBottom = useRef<HTMLDivElement>(null);
  const made = useRef<Board | null>(null);
  const picked = useSignal<string | null>(null);
  const variant = trainer.shown.value?.position.variant;

  useEffect(() => {
    const first = untracked(() => trainer.shown.value);
    if (!board.current || !handTop.current || !handBottom.current || !first || !variant) return;
    const it = new Board(
      { board: board.current, handTop: handTop.current, handBottom: handBottom.current },
      { onMove: (from, to) => trainer.attempt({ from, to }) },
      { ...first, orientation: 'sente' },
      lookOf(variant.name),
    );
    made.current = it;
    const stops = [
      effect(() => {
        const shown = trainer.shown.value;
        // Read, so that a move that was not taken goes back.
        trainer.drawn.value;
        if (!shown) return;
        it.show({ ...shown, orientation: 'sente' });
        const offered = trainer.asking.value ? null : trainer.offered.value;
        it.offer(offered ? 'sente' : null, shown.position.turn, offered);
        it.mark(trainer.marks.value);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      made.current = null;
      it.destroy();
    };
  }, [trainer, variant]);

  const faces = variant ? faceSetFor(variant, settings.pieces.value) : settings.pieces.value;
  const style = useMemo(
    () =>
      variant
        ? {
            '--files': String(variant.files),
            '--ranks': String(variant.ranks),
            '--hand-columns': String(Math.max(1, variant.hand.length)),
            ...faceProperties(variant, faces, { sente: '玉', gote: '王' }),
          }
        : {},
    [variant, faces],
  );
  const onPick = (origin: string | null) => {
    picked.value = origin;
    made.current?.pick(origin, 'sente');
  };
  const classes = [
    'trainer-board',
    `stands-${stands}`,
    `faces-${faces}`,
    'orientation-sente',
    settings.promotedRed.value ? 'promoted-red' : '',
  ];
  return (
    <div class={classes.join(' ')} style={style}>
      <div class="stand stand-top">
        <div ref={handTop} aria-hidden="true" />
        {stands === 'both' && <HandKeys store={trainer} side="gote" picked={picked.value} onPick={onPick} />}
      </div>
      <div class="ban-area">
        <div class="ban">
          <div class="ban-inner">
            <div ref={board} class="sg-wrap" aria-hidden="true" />
            <BoardGrid store={trainer} picked={picked.value} onPick={onPick} />
            <PromotionChoice store={trainer} />
          </div>
        </div>
      </div>
      <div class="stand stand-bottom">
        <div ref={handBottom} aria-hidden="true" />
        {stands !== 'none' && <HandKeys store={trainer} side="sente" picked={picked.value} onPick={onPick} />}
      </div>
    </div>
  );
}

function lookOf(variant: string): BoardLook {
  const { ranks } = notationOf(variant);
  return {
    animationMs: settings.animation.peek() ? ANIMATION_MS : 0,
    showDests: true,
    coordinates: settings.coordinates.peek(),
    files: 'numeric',
    ranks: ranks === 'kanji' ? 'japanese' : ranks === 'letters' ? 'engine' : 'numeric',
  };
}

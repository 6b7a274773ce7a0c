/**
 * The board of today's problem. With a pointer that may never come near, it is a picture of itself
 * until it does; what is pressed meanwhile counts.
 */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { StillBoard } from '../board/still';
import { t } from '../i18n/of-boards';
import type { Trainer } from '../trainer/trainer';
import { lateBoard } from '../ui/late';

interface Props {
  trainer: Trainer;
  onPress(at: string | null): void;
  onReady(): void;
}

function Picture({ trainer, onPress }: Props) {
  const position = trainer.shown.value?.position;
  return position ? <StillBoard position={position} label={t().game.board} onPress={onPress} /> : null;
}

const RealBoard = lateBoard(
  () =>
    import('../trainer/trainer-table').then(
      ({ TrainerBoard }) =>
        function RealBoard({ trainer, onReady }: Props) {
          const place = useRef<HTMLDivElement>(null);
          useEffect(() => {
            // The squares are made after the page has drawn what they stand in.
            let next = 0;
            const wait = () => {
              if (place.current?.querySelector('sg-board')) onReady();
              else next = requestAnimationFrame(wait);
            };
            wait();
            return () => cancelAnimationFrame(next);
          }, []);
          return (
            <div ref={place}>
              <TrainerBoard trainer={trainer} />
            </div>
          );
        },
    ),
  Picture,
);

export function DailyBoard({ trainer }: { trainer: Trainer }) {
  const isWanted = useSignal(!matchMedia('(hover: hover)').matches);
  const place = useRef<HTMLDivElement>(null);
  const pressed = useRef<string | null>(null);
  const want = () => {
    isWanted.value = true;
  };
  const Board = isWanted.value ? RealBoard : Picture;
  return (
    <div ref={place} onPointerEnter={want} onFocusCapture={want}>
      <Board
        trainer={trainer}
        onPress={(at) => {
          pressed.current = at ?? '[data-square][tabindex="0"]';
          want();
        }}
        onReady={() => {
          if (!pressed.current) return;
          const same = place.current?.querySelector<HTMLElement>(pressed.current);
          // Who came by the keyboard goes on there.
          if (pressed.current.includes('tabindex')) same?.focus();
          else same?.click();
        }}
      />
    </div>
  );
}

/**
 * A board as a picture, in the very place of the one to play on: whoever only looks need not load
 * more. Seen from sente's side, with her stand.
 */

import { h, type TargetedPointerEvent } from 'preact';
import { settings } from '../settings/settings';
import { KANJI_DIGITS } from '../shogi/notation/japanese';
import type { Piece, Position } from '../shogi/position';
import { fileOf, rankOf, square } from '../shogi/square';
import { rankWriting } from './coordinates';
import { useFrame } from './frame';

interface Props {
  position: Position;
  /** What it is for whoever does not see it. */
  label: string;
  /**
   * It was pressed; `at` finds the same square or piece in hand on the board that comes in its
   * place, and is null without a pointer.
   */
  onPress(at: string | null): void;
}

const classOf = ({ side, kind }: Piece) => `${side} ${kind.replace('+', 'pro-').toLowerCase()}`;

export function StillBoard({ position, label, onPress }: Props) {
  const { variant, board, hands } = position;
  const frame = useFrame(variant, 'sente');
  const pieces = [...board].map(([sq, piece]) => {
    const at = `translate(${(variant.files - fileOf(sq)) * 100}%, ${rankOf(sq) * 100}%)`;
    return h('piece', { key: sq, class: classOf(piece), style: { transform: at } });
  });
  const inHand = variant.hand.map((kind, i) =>
    h(
      'sg-hp-wrap',
      {
        key: kind,
        'data-nb': String(hands.sente.get(kind) ?? 0),
        onPointerDown: () => onPress(`.hand-bottom-area .hand-keys > :nth-child(${i + 1})`),
      },
      h('piece', { class: classOf({ side: 'sente', kind }) }),
    ),
  );
  const press = ({ currentTarget, clientX, clientY }: TargetedPointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const column = Math.floor(((clientX - box.left) / box.width) * variant.files);
    const row = Math.floor(((clientY - box.top) / box.height) * variant.ranks);
    onPress(`[data-square="${square(variant.files - column, row)}"]`);
  };
  return (
    <div class="table-frame">
      <div class={`board-part own-stand ${frame.class}`} style={frame.style}>
        <div class="play">
          <div class="ban-area">
            <div class="ban">
              <div class="ban-inner">
                <div
                  class={`sg-wrap manipulable d-${variant.files}x${variant.ranks}`}
                  aria-hidden="true"
                  onPointerDown={press}
                >
                  {h(
                    'sg-board',
                    {},
                    h('sg-squares', {}),
                    h('sg-pieces', {}, pieces),
                    settings.coordinates.value && edges(position),
                  )}
                </div>
                <span class="hidden-visually">
                  <button type="button" onClick={() => onPress(null)}>
                    {label}
                  </button>
                </span>
              </div>
            </div>
          </div>
          <div class="stand hand-bottom-area">
            <div class="sg-hand-wrap hand-bottom manipulable" aria-hidden="true">
              {h('sg-hand', {}, inHand)}
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

/** Files and ranks in the order in which the board's style sheet takes them: the last one first. */
function edges({ variant }: Position) {
  const written = {
    kanji: (n: number) => KANJI_DIGITS[n - 1],
    letters: (n: number) => String.fromCharCode(96 + n),
    digits: String,
  }[rankWriting(variant.name)];
  const edge = (name: string, count: number, write: (n: number) => string | undefined) =>
    h(
      'coords',
      { key: name, class: name },
      Array.from({ length: count }, (_, i) => h('coord', { key: i }, write(count - i))),
    );
  return [edge('ranks', variant.ranks, written), edge('files', variant.files, String)];
}

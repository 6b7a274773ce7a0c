/** A small picture of a position that nobody can touch. */

import { h } from 'preact';
import { settings } from '../settings/settings';
import { fromSfen } from '../shogi/position';
import { fileOf, rankOf } from '../shogi/square';
import { faceProperties } from './faces';

export function BoardPreview({ variant, sfen }: { variant: string; sfen: string }) {
  const { board, variant: table } = fromSfen(variant, sfen);
  const pieces = [...board].map(([sq, { side, kind }]) =>
    h('piece', {
      key: sq,
      class: `${side} ${kind.startsWith('+') ? `pro-${kind.slice(1).toLowerCase()}` : kind.toLowerCase()}`,
      style: { transform: `translate(${(table.files - fileOf(sq)) * 100}%, ${rankOf(sq) * 100}%)` },
    }),
  );
  const style = {
    '--files': String(table.files),
    '--ranks': String(table.ranks),
    ...faceProperties(table, settings.pieces.value === 'kanji2' ? 'kanji1' : settings.pieces.value, {
      sente: '玉',
      gote: '王',
    }),
  };
  return (
    <div class="ban preview faces-kanji1 promoted-red" style={style} aria-hidden="true">
      <div class={`sg-wrap orientation-sente d-${table.files}x${table.ranks}`}>
        {h('sg-board', {}, h('sg-squares', {}), h('sg-pieces', {}, pieces))}
      </div>
    </div>
  );
}

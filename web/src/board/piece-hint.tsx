/**
 * What somebody sees who asks about a piece: what it is called, how it moves and what it becomes.
 */

import { h } from 'preact';
import { t } from '../i18n/of-boards';
import { settings } from '../settings/settings';
import type { Position } from '../shogi/position';
import { lenderOf } from '../shogi/reach';
import { variantOf } from '../shogi/variant';
import { Dialog } from '../ui/dialog';
import type { Side } from '../wire/generated';
import type { Asked } from './board';
import { faceClasses, faceProperties } from './faces';
import { lookFor } from './look';
import { MoveDiagram, movesInWords } from './move-diagram';
import { pieceName, pieceOf } from './words';

interface Props {
  position: Position;
  at: Asked;
  onClose(): void;
}

export function PieceHint({ position, at, onClose }: Props) {
  const { variant } = position;
  const piece =
    'square' in at ? position.board.get(at.square) : { side: at.hand satisfies Side, kind: at.kind };
  if (!piece) return null;
  const words = t().variantWords.hint;
  const { kind } = piece;
  const lender = 'square' in at ? lenderOf(position, at.square) : null;
  return (
    <Dialog title={titled(pieceName(variant.name, kind))} onClose={onClose}>
      <div class="piece-hint">
        {lender !== null && (
          <p class="lent">{words.lent(pieceOf(variant.name, lender), pieceOf(variant.name, kind))}</p>
        )}
        {lender !== null && <PieceMoves variant={variant.name} kind={lender} />}
        <PieceMoves
          variant={variant.name}
          kind={kind}
          {...(lender !== null ? { title: words.itself } : {})}
        />
        <Becomes variant={variant.name} kind={kind} />
        <p>
          <a href={`/variants/${variant.name}`}>{words.about(t().variants[variant.name] ?? variant.name)}</a>
        </p>
      </div>
    </Dialog>
  );
}

/** What a piece becomes, with its moves. */
function Becomes({ variant, kind }: { variant: string; kind: string }) {
  const words = t().variantWords.hint;
  const { promotes_to: to, turns } = variantOf(variant).pieces[kind] ?? {};
  if (turns) return <PieceMoves variant={variant} kind={turns} title={words.otherFace} />;
  if (to) return <PieceMoves variant={variant} kind={to} title={words.becomes} />;
  return kind.startsWith('+') ? null : <p class="note">{words.staysSo}</p>;
}

/** A piece with its name, its characters, its diagram and the diagram in words. */
export function PieceMoves({ variant, kind, title }: { variant: string; kind: string; title?: string }) {
  const table = variantOf(variant);
  const look = lookFor(table);
  return (
    <figure class="piece-moves">
      <MoveDiagram variant={variant} kind={kind} />
      <figcaption>
        {title && <span class="label">{title}</span>}
        <span class="named">
          <span
            class={`lone-piece ${faceClasses(look)} orientation-sente ${settings.promotedRed.value ? 'promoted-red' : ''}`}
            style={faceProperties(table, look)}
            aria-hidden="true"
          >
            {h('piece', { class: `sente ${kind.toLowerCase().replace('+', 'pro-')}` })}
          </span>
          <span>
            <strong>{titled(pieceName(variant, kind))}</strong>
            <span lang="ja"> {table.pieces[kind]?.kanji2}</span>
          </span>
        </span>
        <span class="note" aria-hidden="true">
          {titled(movesInWords(variant, kind))}
        </span>
      </figcaption>
    </figure>
  );
}

const titled = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

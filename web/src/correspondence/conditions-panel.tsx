/**
 * What we have decided to answer: entered on the board while the opponent thinks, listed as a tree,
 * taken away again.
 */

import { moveText } from '../board/words';
import type { GameStore } from '../game/game-store';
import { t } from '../i18n/whole';
import type { Position } from '../shogi/position';
import { formatUsi } from '../shogi/usi';
import { Icon } from '../ui/icon';
import type { GameSnapshot } from '../wire/generated';
import { type Branch, branchesOf, withLine, withoutBranch } from './conditions';
import { after, lineText } from './line-text';

export function ConditionsPanel({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const words = t().correspondence.conditions;
  const { ahead } = store;
  const isTheirTurn = game.phase === 'playing' && game.you !== null && game.turn !== game.you;
  // Where an illegal move loses nothing may tell what is legal.
  if (!isTheirTurn || game.rules.illegal === 'loses') return null;
  const lines = game.conditions ?? [];
  const keep = (next: string[]) => store.command({ t: 'conditions', ply: game.ply, lines: next });
  const tried = ahead.value;
  const position = store.line.value[game.ply];
  return (
    <section class="card slow-card conditions" aria-label={words.title}>
      <h2>{words.title}</h2>
      {tried === null && lines.length === 0 && <p class="hint">{words.lead}</p>}
      {position && (
        <Branches
          branches={branchesOf(lines)}
          before={position}
          last={game.moves.at(-1)?.usi}
          remove={(branch) => void keep(withoutBranch(lines, branch.path))}
        />
      )}
      {tried === null ? (
        <p class="row">
          <button type="button" onClick={() => store.tryAhead([])}>
            <Icon name="plus" />
            {words.add}
          </button>
        </p>
      ) : (
        <>
          <p role="status">{tried.length % 2 === 0 ? words.theirs : words.mine}</p>
          {position && tried.length > 0 && (
            <p class="conditions-line">{lineText(position, tried.map(formatUsi), game.moves.at(-1)?.usi)}</p>
          )}
          <p class="row">
            <button
              type="button"
              class="primary"
              disabled={tried.length === 0 || tried.length % 2 === 1}
              onClick={async () => {
                const answer = await keep(withLine(lines, tried.map(formatUsi)));
                if (answer.t !== 'refused') store.tryAhead(null);
              }}
            >
              {words.keep}
            </button>
            <button
              type="button"
              disabled={tried.length === 0}
              onClick={() => store.tryAhead(tried.slice(0, -1))}
            >
              <Icon name="undo" />
              {words.back}
            </button>
            <button type="button" onClick={() => store.tryAhead(null)}>
              {words.cancel}
            </button>
          </p>
        </>
      )}
    </section>
  );
}

interface BranchesProps {
  branches: readonly Branch[];
  before: Position;
  last: string | undefined;
  remove(branch: Branch): void;
}

function Branches({ branches, before, last, remove }: BranchesProps) {
  const words = t().correspondence.conditions;
  if (branches.length === 0) return null;
  return (
    <ul class="conditions-tree">
      {branches.map((branch) => {
        const between = after(before, branch.theirs);
        const text = words.ifThen(
          moveText(before, branch.theirs, last),
          moveText(between, branch.mine, branch.theirs),
        );
        return (
          <li key={branch.theirs}>
            <span class="row">
              <span>{text}</span>
              <button
                type="button"
                class="quiet"
                aria-label={words.remove(text)}
                title={words.remove(text)}
                onClick={() => remove(branch)}
              >
                <Icon name="close" />
              </button>
            </span>
            <Branches
              branches={branch.next}
              before={after(between, branch.mine)}
              last={branch.mine}
              remove={remove}
            />
          </li>
        );
      })}
    </ul>
  );
}

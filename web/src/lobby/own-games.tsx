/** On the first page: the boards at which we sit, and our games by correspondence. */

import { correspondence, opponentOf } from '../correspondence/correspondence-store';
import { t } from '../i18n';
import { gamesAtTheBoard } from '../session';
import { SideMark } from '../ui/icon';
import type { Side } from '../wire/generated';

/** How many games by correspondence are shown: those that are due soonest, ours to move first. */
const LETTERS_MAX = 6;

export function OwnGames() {
  const words = t();
  const boards = gamesAtTheBoard.value;
  const letters = (correspondence.value ?? []).slice(0, LETTERS_MAX);
  if (boards.length + letters.length === 0) return null;
  return (
    <section class="lobby-mine" aria-labelledby="mine-title">
      <h2 id="mine-title">{words.lobby.mine}</h2>
      <ul class="row">
        {boards.map(({ game, side }) => (
          <OwnGame key={game} game={game} side={side} text={words.lobby.backTo(side)} isUrgent />
        ))}
        {letters.map((it) => (
          <OwnGame
            key={it.game.game}
            game={it.game.game}
            side={it.side}
            isUrgent={it.my_turn}
            text={(it.my_turn ? words.correspondence.ourMove : words.correspondence.theirMove)(
              opponentOf(it),
            )}
          />
        ))}
      </ul>
    </section>
  );
}

interface Props {
  game: string;
  side: Side;
  text: string;
  /** Whether we are waited for. */
  isUrgent: boolean;
}

function OwnGame({ game, side, text, isUrgent }: Props) {
  return (
    <li>
      <a class={`button ${isUrgent ? 'primary' : 'plain'}`} href={`/${game}`}>
        <SideMark side={side} />
        {text}
      </a>
    </li>
  );
}

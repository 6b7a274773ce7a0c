/** What is said at the table, and the greetings one says there. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isTalkNarrow } from '../board/columns';
import { t } from '../i18n/of-boards';
import { gameInWords } from '../lobby/setup-words';
import { Segments } from '../ui/choice';
import type { GameSnapshot } from '../wire/generated';
import { type Circle, circleOf, isHeard } from './circle';
import type { GameStore } from './game-store';
import { TalkField, TalkLines } from './talk';
import type { Unread } from './unread';

/** From which part on the lines are in sight, of all of their room. */
const IN_SIGHT = 0.5;

interface Props {
  store: GameStore;
  game: GameSnapshot;
  /** What is to know whether the lines can be seen. */
  unread?: Unread | undefined;
  /** Whether it stands at the game itself, which it says more about, and where one greets. */
  atBoard?: boolean;
}

export function Chat({ store, game, unread, atBoard = true }: Props) {
  const words = t().chat;
  const lines = useRef<HTMLDivElement>(null);
  const own: Circle = game.you === null && game.phase !== 'waiting' ? 'watchers' : 'players';
  const chosen = useSignal<Circle>(own === 'watchers' && game.phase === 'playing' ? 'watchers' : 'players');
  // What watchers say is not for those who play, as long as they do.
  const apart = game.phase === 'over' || own === 'watchers';
  // Where nobody watches, there is nothing to choose.
  const isWatched =
    own === 'watchers' ||
    game.watchers > 0 ||
    game.chat.some((line) => isHeard(line) && circleOf(game, line) === 'watchers');
  // A watcher whose talk has only some lines below the board hears everybody in them.
  const isWhole = own === 'watchers' && atBoard && isTalkNarrow.value;
  const offersCircles = apart && isWatched && !isWhole;
  const circle = offersCircles ? chosen.value : 'players';
  const isShown = isWhole || !apart;
  const heard = game.chat.filter((line) => isHeard(line) && (isShown || circleOf(game, line) === circle));
  useEffect(() => {
    const element = lines.current;
    if (!unread || !element || !('IntersectionObserver' in window)) return;
    // An edge of it at the foot of the window shows nothing of what was said.
    const observer = new IntersectionObserver(
      (entries) => unread.setInSight((entries.at(-1)?.intersectionRatio ?? 0) >= IN_SIGHT),
      { threshold: [0, IN_SIGHT] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [unread]);
  const say = (text: string) => {
    chosen.value = own;
    void store.command({ t: 'chat', text });
  };
  const over = game.phase === 'over';
  return (
    <section class="chat card" aria-label={words.title}>
      {atBoard && <p class="table-info note">{gameInWords(game)}</p>}
      <header>
        <h2 class={atBoard ? '' : 'hidden-visually'}>{words.title}</h2>
        <span class="note">{game.watchers > 0 ? t().game.watchers(game.watchers) : ''}</span>
      </header>
      {offersCircles && (
        <Segments
          label={words.circle}
          hideLabel
          options={[
            ['players', words.circles.players],
            ['watchers', words.circles.watchers],
          ]}
          value={circle}
          onChange={(next) => {
            chosen.value = next;
          }}
        />
      )}
      <TalkLines
        key={circle}
        lines={heard}
        place={lines}
        placeOf={({ side }) => (side ? { game: game.game, side } : undefined)}
      />
      {game.you && atBoard && (
        <div class="greetings">
          <button
            type="button"
            class="greeting"
            title={over ? words.greetAfterMeaning : words.greetBeforeMeaning}
            onClick={() => say(over ? words.greetAfter : words.greetBefore)}
          >
            {over ? words.greetAfter : words.greetBefore}
          </button>
          {(over ? words.after : words.before).map((line) => (
            <button key={line} type="button" class="greeting" onClick={() => say(line)}>
              {line}
            </button>
          ))}
        </div>
      )}
      <TalkField onSay={say} />
    </section>
  );
}

/** What is said at the table, and the greetings one says there. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { language, t } from '../i18n/of-boards';
import { gameInWords } from '../lobby/setup-words';
import { PlayerName } from '../people/player-name';
import { Segments } from '../ui/choice';
import { Icon, SideMark } from '../ui/icon';
import type { GameSnapshot } from '../wire/generated';
import { type Circle, circleOf, isHeard } from './circle';
import type { GameStore } from './game-store';
import type { Unread } from './unread';

const TEXT_MAX = 200;

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
  const text = useSignal('');
  const lines = useRef<HTMLDivElement>(null);
  const own: Circle = game.you === null && game.phase !== 'waiting' ? 'watchers' : 'players';
  const chosen = useSignal<Circle>('players');
  // What watchers say is not for those who play, as long as they do.
  const apart = game.phase === 'over' || own === 'watchers';
  // Where nobody watches, there is nothing to choose.
  const isWatched =
    own === 'watchers' ||
    game.watchers > 0 ||
    game.chat.some((line) => isHeard(line) && circleOf(game, line) === 'watchers');
  const circle = apart && isWatched ? chosen.value : 'players';
  const heard = game.chat.filter((line) => isHeard(line) && (!apart || circleOf(game, line) === circle));
  useEffect(() => {
    if (lines.current) lines.current.scrollTop = lines.current.scrollHeight;
  }, [heard.length, circle]);
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
  const say = (what: string) => {
    const trimmed = what.trim();
    chosen.value = own;
    if (trimmed) void store.command({ t: 'chat', text: trimmed });
  };
  const over = game.phase === 'over';
  return (
    <section class="chat card" aria-label={words.title}>
      {atBoard && <p class="table-info note">{gameInWords(game)}</p>}
      <header>
        <h2 class={atBoard ? '' : 'hidden-visually'}>{words.title}</h2>
        <span class="note">{game.watchers > 0 ? t().game.watchers(game.watchers) : ''}</span>
      </header>
      {apart && isWatched && (
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={lines} class="chat-lines" role="log" tabIndex={0} aria-label={words.title}>
        {heard.length === 0 && <p class="note">{words.empty}</p>}
        {heard.map((line) => (
          <p key={`${line.at}${line.by}${line.text}`}>
            <span class="chat-who" title={line.handle && `@${line.handle}`}>
              {line.side && <SideMark side={line.side} />}{' '}
              <PlayerName
                person={{
                  name: line.by,
                  user: line.user,
                  handle: line.handle,
                  guest: !line.handle,
                  bot: line.bot,
                }}
                {...(line.side ? { place: { game: game.game, side: line.side } } : {})}
              />
            </span>{' '}
            <Said text={line.text} />
          </p>
        ))}
      </div>
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
      <form
        onSubmit={(event) => {
          event.preventDefault();
          say(text.value);
          text.value = '';
        }}
      >
        <input
          type="text"
          aria-label={words.placeholder}
          placeholder={words.placeholder}
          maxLength={TEXT_MAX}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
        <button type="submit" class="square" aria-label={words.send} title={words.send}>
          <Icon name="send" />
        </button>
      </form>
    </section>
  );
}

/**
 * A line; of a greeting in Japanese the meaning is shown below it, when it is touched or pointed
 * at.
 */
function Said({ text }: { text: string }) {
  const words = t().chat;
  const open = useSignal(false);
  const meanings: Record<string, string> = {
    [words.greetBefore]: words.greetBeforeMeaning,
    [words.greetAfter]: words.greetAfterMeaning,
    [words.resigns]: words.resignsMeaning,
  };
  const meaning = language.value === 'ja' ? undefined : meanings[text];
  if (!meaning) return <span>{text}</span>;
  return (
    <>
      <button
        type="button"
        class="greeted"
        lang="ja"
        title={meaning}
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        {text}
      </button>
      {open.value && <span class="note"> {meaning}</span>}
    </>
  );
}

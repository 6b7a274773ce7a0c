/** Lines that people have said, and the field in which one says another. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { language, t } from '../i18n/of-boards';
import { PlayerName } from '../people/player-name';
import type { Place } from '../site/site-api';
import { Icon, SideMark } from '../ui/icon';
import type { ChatLine } from '../wire/generated';

const TEXT_MAX = 200;

interface LinesProps<L extends ChatLine> {
  lines: readonly L[];
  /** Where somebody sits who has said something, for a report. */
  placeOf?(line: L): Place | undefined;
  /** What can be done with a line. */
  act?(line: L): ComponentChildren;
  place?: RefObject<HTMLDivElement | null>;
}

/** The lines, at the last of them. */
export function TalkLines<L extends ChatLine>({ lines, placeOf, act, place }: LinesProps<L>) {
  const words = t().chat;
  const own = useRef<HTMLDivElement>(null);
  const scroller = place ?? own;
  const last = lines.at(-1);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const toEnd = () => {
      element.scrollTop = element.scrollHeight;
    };
    toEnd();
    // Where it gets lower, as above the keys of a phone, the last lines stay.
    const watch = new ResizeObserver(toEnd);
    watch.observe(element);
    return () => watch.disconnect();
  }, [lines.length, last?.at, last?.text]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div ref={scroller} class="chat-lines" role="log" tabIndex={0} aria-label={words.title}>
      {lines.length === 0 && <p class="note">{words.empty}</p>}
      {lines.map((line) => {
        const met = placeOf?.(line);
        return (
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
                {...(met ? { place: met } : {})}
              />
            </span>{' '}
            <Said text={line.text} />
            {act?.(line)}
          </p>
        );
      })}
    </div>
  );
}

/** The field; what is only space is not said. */
export function TalkField({ onSay }: { onSay(text: string): void }) {
  const words = t().chat;
  const text = useSignal('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const said = text.value.trim();
        text.value = '';
        if (said) onSay(said);
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

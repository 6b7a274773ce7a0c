/** The way to a chat that is out of sight, and what was said there last. */

import { t } from '../i18n/of-boards';
import { shownName } from '../people/shown-name';
import { Icon } from '../ui/icon';
import type { Unread } from './unread';

/** Beside the moves: how many lines wait, and the way to them. */
export function ChatBubble({ unread }: { unread: Unread }) {
  const n = unread.count.value;
  const words = t().chat;
  const label = n === 0 ? words.title : words.unread(n);
  return (
    <button
      type="button"
      class={`quiet chat-bubble ${n > 0 ? 'unread' : ''}`}
      aria-label={label}
      title={label}
      onClick={() => {
        const chat = document.querySelector('.chat');
        chat?.scrollIntoView({ block: 'center' });
        chat?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
      }}
    >
      <Icon name="chat" />
      {n > 0 && (
        <span class="bell-count" aria-hidden="true">
          {n}
        </span>
      )}
    </button>
  );
}

/** Over a card: the last line. Who hears the page has heard it from the chat itself. */
export function LastLine({ unread }: { unread: Unread }) {
  const line = unread.latest.value;
  return (
    line && (
      <p class="last-line" aria-hidden="true">
        <strong>{shownName(line.by)}</strong> {line.text}
      </p>
    )
  );
}

/**
 * The board that an address names, once its broadcast is there; or what to say where there is none.
 */

import type { ComponentChildren } from 'preact';
import { t } from '../i18n/whole';
import type { Loaded } from '../ui/loaded';
import { Blank, When } from '../ui/page';
import type { Broadcast, BroadcastBoard } from '../wire/generated';
import { useBroadcast } from './use-broadcast';

export interface OfBoard {
  loaded: Loaded<Broadcast>;
  broadcast: Broadcast;
  board: BroadcastBoard;
}

interface Props {
  code: string;
  chapter: string;
  /** Why somebody does not see it, if so. */
  refused?(broadcast: Broadcast): string | null;
  children(it: OfBoard): ComponentChildren;
}

export function OneBoard({ code, chapter, refused, children }: Props) {
  const words = t().broadcast;
  const loaded = useBroadcast(code);
  return (
    <When
      of={loaded}
      missing={{ title: words.notFound, text: words.notFoundHelp, href: '/broadcasts', to: words.title }}
    >
      {(broadcast) => {
        const board = broadcast.boards.find((it) => it.board === chapter);
        const why = board ? refused?.(broadcast) : words.boardGone;
        if (board && !why) return children({ loaded, broadcast, board });
        return (
          <Blank
            title={why ?? ''}
            text={broadcast.title}
            href={`/broadcasts/${code}`}
            to={words.toBroadcast}
          />
        );
      }}
    </When>
  );
}

/** Whether somebody keeps the scores of a broadcast. */
export const mayEnter = ({ role }: Broadcast) => role === 'owner' || role === 'scorer';

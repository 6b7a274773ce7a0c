/** In the header of pages without a lobby: that we are waiting for a game, and for how long. */

import { useEffect, useState } from 'preact/hooks';
import { clockFace, clocksInWords } from '../clock/format';
import { useSecondsSince } from '../clock/seconds-left';
import { t } from '../i18n/whole';
import { theSocket } from '../session';
import { createLobbyStore, ownSeeks } from './lobby-store';

export function SearchPill() {
  const [store] = useState(() => createLobbyStore(theSocket()));
  useEffect(() => store.close, [store]);
  const words = t();
  const [first] = ownSeeks(store).filter(
    ({ setup }) => 'kind' in setup.clock && setup.clock.kind !== 'correspondence',
  );
  const seconds = useSecondsSince(first?.at ?? Number.POSITIVE_INFINITY, () => theSocket().serverNow());
  if (!first) return null;
  const clock = clocksInWords(words, first.setup.clock);
  return (
    <a class="search-pill" href="/" title={words.lobby.waiting} aria-label={words.lobby.waitingFor(clock)}>
      <span class="search-clock">{clock}</span>
      <span class="waited" role="timer">
        {clockFace(seconds * 1000)}
      </span>
    </a>
  );
}

/**
 * What we search for and offer: for how long, and which games a search takes by now; and what there
 * is to do until somebody comes.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { clockFace, clocksInWords } from '../clock/format';
import { useSecondsSince } from '../clock/seconds-left';
import { listed } from '../i18n/listed';
import { t } from '../i18n/of-boards';
import { fetchAhead, SOME_GAME } from '../router';
import { theSocket } from '../session';
import { Icon } from '../ui/icon';
import { NEXT_CLOCK_AFTER_MS } from '../wire/constants';
import type { Seek } from '../wire/generated';
import { type LobbyStore, ownSeeks } from './lobby-store';
import { clocksNextTo } from './next-clocks';
import { SetupDialog } from './setup-dialog-late';
import { seekInWords } from './setup-words';

export function Waiting({ store }: { store: LobbyStore }) {
  const words = t().lobby;
  const dialog = useSignal(false);
  // The board is there when somebody comes.
  useEffect(() => fetchAhead(SOME_GAME), []);
  const seeks = ownSeeks(store);
  if (seeks.length === 0) return null;
  return (
    <section class="waiting-for" aria-labelledby="waiting-for">
      <h3 id="waiting-for">{words.waiting}</h3>
      {seeks.map((seek) => (
        <WaitingSeek key={seek.seek} of={seek} onWithdraw={() => store.withdraw(seek.seek)} />
      ))}
      <p class="note">{words.meanwhileHelp}</p>
      <div class="waiting-ways">
        <a class="button" href="/tsume">
          <Icon name="piece" />
          {words.meanwhileProblem}
        </a>
        <button type="button" name="meanwhile" onClick={() => (dialog.value = true)}>
          <Icon name="computer" />
          {words.engine}
        </button>
      </div>
      {dialog.value && (
        <SetupDialog
          intent="engine"
          onClose={() => {
            dialog.value = false;
          }}
          onSubmit={({ setup, level, engine }) => store.playEngine(setup, level, engine)}
        />
      )}
    </section>
  );
}

function WaitingSeek({ of, onWithdraw }: { of: Seek; onWithdraw(): void }) {
  const words = t();
  const { setup, quick, at } = of;
  const seconds = useSecondsSince(at, () => theSocket().serverNow());
  const next = quick ? clocksNextTo(setup) : [];
  const clocks = listed(next.map((clock) => clocksInWords(words, clock)));
  const hasWidened = seconds * 1000 >= NEXT_CLOCK_AFTER_MS;
  return (
    <div class="waiting-seek">
      <p>
        <strong>{clocksInWords(words, setup.clock)}</strong>
        <span class="waited" role="timer">
          {clockFace(seconds * 1000)}
        </span>
      </p>
      <button type="button" onClick={onWithdraw}>
        {words.lobby.cancel}
      </button>
      <p class="note">{seekInWords(of, true)}</p>
      {next.length > 0 && (
        <p class={`note ${hasWidened ? 'widened' : ''}`}>
          {hasWidened
            ? words.lobby.alsoNow(clocks)
            : words.lobby.alsoLater(clocks, NEXT_CLOCK_AFTER_MS / 1000)}
        </p>
      )}
    </div>
  );
}

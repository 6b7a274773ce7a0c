/**
 * Beginning a game: by a time at one touch, against the machine, with a friend, or on terms of
 * one's own.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { clocksInWords } from '../clock/format';
import { speedOf } from '../clock/pace';
import { language, t } from '../i18n';
import { gamesThatHold } from '../session';
import { Icon, type IconName } from '../ui/icon';
import { atRest } from '../ui/late';
import { toast } from '../ui/toast';
import type { Clock, Seek } from '../wire/generated';
import { JoinForm } from './join-form';
import { type LobbyStore, ownSeeks } from './lobby-store';
import { isSameClock, namesClasses, quickClocks, quickSetup } from './quick';
import { SetupDialog } from './setup-dialog-late';
import { quickInWords } from './setup-words';
import { Waiting } from './waiting-late';

type Intent = 'lobby' | 'link' | 'engine';

const WAYS: readonly [Intent, IconName][] = [
  ['engine', 'computer'],
  ['link', 'friend'],
  ['lobby', 'sliders'],
];

export function PlayPanel({ store }: { store: LobbyStore }) {
  const dialog = useSignal<Intent | null>(null);
  // The dialog comes before it is asked for, so that no tap waits for it; a pointer comes near first.
  useEffect(() => {
    if (!matchMedia('(hover: hover)').matches) void atRest().then(SetupDialog.fetchAhead);
  }, []);
  const words = t().lobby;
  const names = { lobby: words.custom, link: words.friend, engine: words.engine };
  const waits = ownSeeks(store).length > 0;
  const [held] = gamesThatHold.value;
  return (
    <section
      class="lobby-start card"
      aria-labelledby="quick-title"
      onPointerEnter={SetupDialog.fetchAhead}
      onFocusCapture={SetupDialog.fetchAhead}
    >
      <h2 id="quick-title">{words.quick}</h2>
      <div class="quick">
        {quickClocks(language.value).map((clock) => (
          <QuickButton key={JSON.stringify(clock)} clock={clock} isBusy={held !== undefined} store={store} />
        ))}
      </div>
      {held && (
        <a class="button" href={`/${held.game}`}>
          {words.obstacles.playing}
        </a>
      )}
      {waits && <Waiting store={store} />}
      <div class="lobby-actions">
        {WAYS.filter(([intent]) => intent !== 'engine' || !waits).map(([intent, icon]) => (
          <button
            key={intent}
            type="button"
            name={intent}
            onClick={() => {
              dialog.value = intent;
            }}
          >
            <Icon name={icon} />
            {names[intent]}
          </button>
        ))}
      </div>
      <p class="note">
        <a href="/variants">{t().variantWords.title}</a> · <a href="/bots">{t().bots.title}</a>
      </p>
      <details class="join-code">
        <summary>{words.joinLabel}</summary>
        <JoinForm />
      </details>
      {dialog.value && (
        <SetupDialog
          intent={dialog.value}
          onClose={() => {
            dialog.value = null;
          }}
          onSubmit={async ({ setup, wants, level, engine }) => {
            const orders = {
              lobby: () => store.offer(setup, wants ? { wants } : {}),
              link: () => store.createLink(setup),
              engine: () => store.playEngine(setup, level, engine),
            };
            const refused = dialog.value && (await orders[dialog.value]());
            if (!refused) dialog.value = null;
            return refused;
          }}
        />
      )}
    </section>
  );
}

/** Searches for a game on this clock; pressed again it searches no more. */
function QuickButton({ clock, isBusy, store }: { clock: Clock; isBusy: boolean; store: LobbyStore }) {
  const words = t();
  const busy = useSignal(false);
  const [first, then] = quickInWords(words, clock);
  const isThis = ({ quick, setup }: Seek) =>
    quick && setup.variant === 'standard' && isSameClock(setup.clock, clock);
  const search = ownSeeks(store).find(isThis);
  return (
    <button
      type="button"
      class="quick-button"
      aria-label={clocksInWords(words, clock)}
      aria-pressed={search !== undefined}
      disabled={isBusy}
      onClick={async () => {
        if (busy.value) return;
        busy.value = true;
        if (search) await store.withdraw(search.seek);
        else {
          const refused = await store.offer(quickSetup(clock), { quick: true });
          if (refused) toast.refusal(refused);
        }
        busy.value = false;
      }}
    >
      <strong aria-hidden="true">{first}</strong>
      <span aria-hidden="true">{then}</span>
      {namesClasses(language.value) && (
        <span class="quick-speed" aria-hidden="true">
          {words.ratings.speeds[speedOf(clock)]}
        </span>
      )}
    </button>
  );
}

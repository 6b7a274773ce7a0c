/**
 * Beginning a game: by a time at one touch, against the machine, with a friend, or on terms of
 * one's own.
 */

import { useSignal } from '@preact/signals';
import { clocksInWords } from '../clock/format';
import { t } from '../i18n';
import { isMember } from '../session';
import { Icon, type IconName } from '../ui/icon';
import { toast } from '../ui/toast';
import type { Clock } from '../wire/generated';
import { JoinForm } from './join-form';
import type { LobbyStore } from './lobby-store';
import { QUICK, quickSetup } from './setup';
import { SetupDialog } from './setup-dialog-late';
import { quickInWords } from './setup-words';

type Intent = 'lobby' | 'link' | 'engine';

const WAYS: readonly [Intent, IconName][] = [
  ['engine', 'computer'],
  ['link', 'friend'],
  ['lobby', 'sliders'],
];

export function PlayPanel({ store }: { store: LobbyStore }) {
  const dialog = useSignal<Intent | null>(null);
  const words = t().lobby;
  const names = { lobby: words.custom, link: words.friend, engine: words.engine };
  const member = isMember.value;
  return (
    <section class="lobby-start card" aria-labelledby="quick-title">
      <h2 id="quick-title">{words.quick}</h2>
      <div class="quick">
        {QUICK.map((clock) => (
          <QuickButton
            key={JSON.stringify(clock)}
            clock={clock}
            onClick={async () => {
              const refused = await store.offer(quickSetup(clock, member), { quick: true });
              if (refused) toast.refusal(refused);
            }}
          />
        ))}
      </div>
      <OwnSeeks store={store} />
      <div class="lobby-actions">
        {WAYS.map(([intent, icon]) => (
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

function QuickButton({ clock, onClick }: { clock: Clock; onClick(): void }) {
  const words = t();
  const [first, then] = quickInWords(words, clock);
  return (
    <button type="button" class="quick-button" aria-label={clocksInWords(words, clock)} onClick={onClick}>
      <strong aria-hidden="true">{first}</strong>
      <span aria-hidden="true">{then}</span>
    </button>
  );
}

/** One's own offers beside what made them, where the list of all is further down the page. */
export function OwnSeeks({ store }: { store: LobbyStore }) {
  const words = t();
  const standing = store.lobby.value?.seeks.filter(({ seek }) => store.own.value.has(seek)) ?? [];
  return (
    <div class="own-seeks" role="status">
      {standing.map(({ seek, setup }) => (
        <div key={seek}>
          <span>
            <strong>{clocksInWords(words, setup.clock)}</strong>
            <span class="note">{words.lobby.waiting}</span>
          </span>
          <button type="button" onClick={() => store.withdraw(seek)}>
            {words.lobby.cancel}
          </button>
        </div>
      ))}
    </div>
  );
}

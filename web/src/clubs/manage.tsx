/**
 * What a club's organisers do: who comes in and how, the list as a file, who is kept out, what was
 * done.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { labelled, noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { shownName } from '../people/shown-name';
import { go } from '../router';
import { NumberField } from '../ui/choice';
import { SureButton } from '../ui/dialog';
import { late } from '../ui/late';
import { ShareButton } from '../ui/share-button';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import type { ClubAct, ClubAuditEntry, ClubDesk } from '../wire/generated';
import { auditText } from './audit-log';
import { act, auditLogOf, type Does, deskOf, problemText } from './club-api';
import type { Part } from './club-part';
import { Roster } from './roster';
import { timeText } from './words';

export function Manage({ club, again }: Part) {
  const words = t().clubs;
  const desk = useSignal<ClubDesk | null>(null);
  const read = async () => {
    try {
      desk.value = await deskOf(club.slug);
    } catch (problem) {
      toast.show(problemText(problem), 'bad');
    }
  };
  useEffect(() => {
    void read();
  }, [club.slug]);
  const does = async (wanted: ClubAct) => {
    const done = await act(club.slug, wanted);
    await Promise.all([read(), again()]);
    return done;
  };
  const now = desk.value;
  if (!now) return <section class="card" aria-busy="true" />;
  return (
    <>
      <section class="card">
        <h2>{words.requests}</h2>
        {now.requests.length === 0 && <p class="note">{words.noRequests}</p>}
        <ul class="club-lines">
          {now.requests.map((it) => (
            <li key={it.handle}>
              <div>
                <PlayerName person={it} />
                {it.words && <p class="tournament-about">{it.words}</p>}
                <p class="note">{timeText(it.made_ms)}</p>
              </div>
              <button
                type="button"
                class="primary"
                aria-label={labelled(words.accept, it.name)}
                onClick={() => void does({ t: 'accept', handle: it.handle })}
              >
                {words.accept}
              </button>
              <button
                type="button"
                aria-label={labelled(words.decline, it.name)}
                onClick={() => void does({ t: 'decline', handle: it.handle })}
              >
                {words.decline}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <Links club={club.slug} name={club.name} desk={now} act={does} />
      <Roster club={club.slug} act={does} again={again} />
      <Bridges slug={club.slug} />
      <Bans desk={now} act={does} />
      <Trail club={club.slug} />
      {club.you.role === 'owner' && (
        <section class="card">
          <h2>{words.settings}</h2>
          <div class="row">
            <a class="button" href={`/clubs/${club.slug}/edit`}>
              {words.edit}
            </a>
            <SureButton
              class="danger"
              title={words.closeSure}
              yes={words.close}
              onYes={async () => {
                if (await act(club.slug, { t: 'close' })) go('/clubs');
              }}
            >
              <p class="note">{words.closeHelp}</p>
            </SureButton>
          </div>
        </section>
      )}
    </>
  );
}

const Bridges = late(() => import('./bridges').then((it) => it.Bridges));

// It draws with a library of its own.
const QrCode = late(() => import('../game/qr-code').then((it) => it.QrCode));

function Links({ club, name, desk, act }: { club: string; name: string; desk: ClubDesk; act: Does }) {
  const words = t().clubs;
  const days = useSignal(7);
  const uses = useSignal(0);
  const link = useSignal('');
  return (
    <section class="card">
      <h2>{words.links}</h2>
      <p class="note">{words.linksHelp}</p>
      <form
        class="field-row"
        onSubmit={async (event) => {
          event.preventDefault();
          const token = await act({ t: 'invite', days: days.value, uses_max: uses.value || null });
          if (typeof token === 'string') link.value = `${location.origin}/clubs/${club}#invite=${token}`;
        }}
      >
        <NumberField
          label={words.linkDays}
          min={1}
          max={365}
          value={days.value}
          onChange={(next) => {
            days.value = next;
          }}
        />
        <NumberField
          label={words.linkUses}
          min={0}
          max={2_000}
          value={uses.value}
          onChange={(next) => {
            uses.value = next;
          }}
        />
        <button type="submit">{words.makeLink}</button>
      </form>
      {link.value && (
        <div class="field-row" role="status">
          <label class="field">
            <span class="label">{words.linkMade}</span>
            <input
              type="text"
              name="link"
              readOnly
              value={link.value}
              onFocus={(event) => event.currentTarget.select()}
            />
          </label>
          <button type="button" onClick={() => void copy(link.value)}>
            {words.copy}
          </button>
          <ShareButton title={name} href={link.value} />
        </div>
      )}
      {link.value && <QrCode text={link.value} label={t().game.qr} />}
      <ul class="club-lines">
        {desk.invitations.map((it) => (
          <li key={it.id}>
            <div>
              <p>{words.linkState(it.n_used, it.uses_max, timeText(it.expires_ms))}</p>
              <p class="note">{words.by(shownName(it.by), timeText(it.made_ms))}</p>
            </div>
            <button type="button" onClick={() => void act({ t: 'revoke', invitation: it.id })}>
              {words.revoke}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Bans({ desk, act }: { desk: ClubDesk; act: Does }) {
  const words = t().clubs;
  const handle = useSignal('');
  const reason = useSignal('');
  return (
    <section class="card">
      <h2>{words.bans}</h2>
      {desk.bans.length === 0 && <p class="note">{words.noBans}</p>}
      <ul class="club-lines">
        {desk.bans.map((it) => (
          <li key={it.handle}>
            <div>
              <PlayerName person={it} />
              <p class="note">{noted([it.reason, timeText(it.since_ms)])}</p>
            </div>
            <button
              type="button"
              aria-label={labelled(words.unban, it.name)}
              onClick={() => void act({ t: 'unban', handle: it.handle })}
            >
              {words.unban}
            </button>
          </li>
        ))}
      </ul>
      <form
        class="field-row"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await act({ t: 'ban', handle: handle.value, reason: reason.value })) handle.value = '';
        }}
      >
        <TextField
          label={words.banHandle}
          exact
          required
          maxLength={21}
          value={handle.value}
          onInput={(text) => {
            handle.value = text;
          }}
        />
        <TextField
          label={words.reason}
          maxLength={300}
          value={reason.value}
          onInput={(text) => {
            reason.value = text;
          }}
        />
        <button type="submit">{words.ban}</button>
      </form>
    </section>
  );
}

/** What was done, asked for when it is opened. */
function Trail({ club }: { club: string }) {
  const words = t().clubs;
  const auditLog = useSignal<ClubAuditEntry[]>([]);
  const next = useSignal<string | null>('');
  const read = async () => {
    try {
      const found = await auditLogOf(club, next.peek() ?? '');
      auditLog.value = [...auditLog.peek(), ...found.entries];
      next.value = found.next;
    } catch (problem) {
      toast.show(problemText(problem), 'bad');
    }
  };
  return (
    <details
      class="card"
      onToggle={(event) => {
        if (event.currentTarget.open && auditLog.peek().length === 0) void read();
      }}
    >
      <summary>{words.trail}</summary>
      <ol class="trail">
        {auditLog.value.map((it) => (
          <li key={`${it.id}`}>
            <span class="note">{timeText(it.at_ms)}</span> {auditText(it)}
          </li>
        ))}
      </ol>
      {next.value && (
        <button type="button" class="quiet" onClick={() => void read()}>
          {words.older}
        </button>
      )}
    </details>
  );
}

/** Copies a text; whether it was is said. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard?.writeText(text).then(
    () => toast.show(t().clubs.copied, 'good'),
    () => {},
  );
}

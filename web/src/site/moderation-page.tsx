/** `/moderation`: open reports, what is in force, and, for admins, the site itself and what was done. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Account, fetchAccount } from '../account/account-api';
import { language, t } from '../i18n';
import { gradeText } from '../ratings/words';
import { toast } from '../ui/toast';
import { ask, loadSite, REASONS, site } from './site-api';

interface Report {
  id: string;
  by: string;
  about: string;
  about_name: string;
  game: string | null;
  reason: string;
  words: string;
  made: number;
}

interface Sanction {
  id: string;
  kind: Kind;
  name: string;
  reason: string;
  from: number;
  until: number | null;
}

/** An account that was looked for. */
interface Found {
  user: string;
  handle: string;
  name: string;
  /** The grades that stand, the latest first. */
  grades: string[];
}

interface Deed {
  id: string;
  at: number;
  by: string | null;
  action: string;
  about: string | null;
  details: string;
}

const KINDS = ['mute', 'ban', 'address'] as const;
type Kind = (typeof KINDS)[number];
const HOURS = { day: 24, week: 168, month: 720, ever: null } as const;

const dateOf = (ms: number) =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'short', timeStyle: 'short' }).format(ms);

const failed = () => toast.show(t().site.moderation.failed, 'bad');

export function ModerationPage() {
  const words = t().site.moderation;
  const account = useSignal<Account | null | 'asking'>('asking');
  useEffect(() => {
    document.title = `Komadai – ${words.title}`;
  }, [words]);
  useEffect(() => {
    fetchAccount().then(
      (found) => {
        account.value = found;
      },
      () => {
        account.value = null;
      },
    );
  }, []);
  const known = account.value;
  const role = known === 'asking' ? null : known?.role;
  return (
    <main id="main" class="moderation-page" aria-busy={known === 'asking'}>
      <h1>{words.title}</h1>
      {known !== 'asking' && !role && <p>{words.forbidden}</p>}
      {role && <Desk admin={role === 'admin'} />}
    </main>
  );
}

function Desk({ admin }: { admin: boolean }) {
  const words = t().site.moderation;
  const reports = useSignal<Report[]>([]);
  const sanctions = useSignal<Sanction[]>([]);
  const load = () => {
    Promise.all([
      ask<{ reports: Report[] }>('GET', '/moderation/reports'),
      ask<{ sanctions: Sanction[] }>('GET', '/moderation/sanctions'),
    ]).then(([open, inForce]) => {
      reports.value = open.reports;
      sanctions.value = inForce.sanctions;
    }, failed);
  };
  useEffect(load, []);
  return (
    <>
      <Part title={words.reports}>
        {reports.value.length === 0 && <p class="note">{words.noReports}</p>}
        <ul class="plain-list">
          {reports.value.map((it) => (
            <li key={it.id}>
              <ReportEntry report={it} onDone={load} />
            </li>
          ))}
        </ul>
      </Part>
      <Part title={words.find}>
        <Finder onDone={load} />
      </Part>
      <Part title={words.sanctions}>
        {sanctions.value.length === 0 && <p class="note">{words.noSanctions}</p>}
        <ul class="plain-list">
          {sanctions.value.map((it) => (
            <li key={it.id} class="entry">
              <span>
                <strong>{it.name}</strong> · {words.kinds[it.kind]} ·{' '}
                {it.until === null ? words.durations.ever : words.until(dateOf(it.until))}
                {it.reason && <span class="note"> {it.reason}</span>}
              </span>
              <button
                type="button"
                onClick={() => void ask('DELETE', `/moderation/sanctions/${it.id}`).then(load, failed)}
              >
                {words.lift}
              </button>
            </li>
          ))}
        </ul>
      </Part>
      {admin && <SitePart />}
      {admin && <Audit />}
    </>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function ReportEntry({ report, onDone }: { report: Report; onDone(): void }) {
  const { moderation: words, person } = t().site;
  const reason = REASONS.find((it) => it === report.reason) ?? 'other';
  return (
    <article>
      <p>
        <strong>{words.byAbout(report.by, report.about_name)}</strong> · {person.reasons[reason]}{' '}
        <span class="note">{dateOf(report.made)}</span>
      </p>
      {report.words && <blockquote>{report.words}</blockquote>}
      <div class="row">
        {report.game && <a href={`/${report.game}`}>{words.game}</a>}
        <button
          type="button"
          onClick={() => void ask('POST', `/moderation/reports/${report.id}/close`).then(onDone, failed)}
        >
          {words.close}
        </button>
      </div>
      <details>
        <summary>{words.act}</summary>
        <Impose user={report.about} onDone={onDone} />
      </details>
    </article>
  );
}

function Finder({ onDone }: { onDone(): void }) {
  const words = t().site.moderation;
  const found = useSignal<Found | null>(null);
  const look = (handle: string) =>
    ask<Found>('GET', `/moderation/accounts/${encodeURIComponent(handle)}`).then(
      (account) => {
        found.value = account;
      },
      () => toast.show(words.notFound, 'bad'),
    );
  return (
    <>
      <form
        class="entry"
        onSubmit={(event) => {
          event.preventDefault();
          const handle = String(new FormData(event.currentTarget).get('handle') ?? '').trim();
          void look(handle);
        }}
      >
        <label class="field">
          <span class="label">{words.handle}</span>
          <input type="text" name="handle" required autocomplete="off" spellcheck={false} />
        </label>
        <button type="submit">{words.look}</button>
      </form>
      {found.value && (
        <>
          <p>
            <strong>{found.value.name}</strong> <span class="note">@{found.value.handle}</span>
          </p>
          <Impose user={found.value.user} onDone={onDone} />
          {found.value.grades.length > 0 && <Annul found={found.value} onDone={look} />}
        </>
      )}
    </>
  );
}

/** §6.4 A grade that was got by fraud. */
function Annul({ found, onDone }: { found: Found; onDone(handle: string): unknown }) {
  const words = t().site.moderation;
  return (
    <form
      class="impose annul"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const body = { user: found.user, grade: form.get('grade'), reason: form.get('reason') };
        ask('POST', '/moderation/grades', body).then(() => {
          toast.show(words.annulled, 'good');
          onDone(found.handle);
        }, failed);
      }}
    >
      <label class="field">
        <span class="label">{words.annul}</span>
        <select name="grade">
          {found.grades.map((grade) => (
            <option key={grade} value={grade}>
              {gradeText(grade)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="label">{words.reason}</span>
        <input type="text" name="reason" maxLength={500} required />
      </label>
      <p class="note">{words.annulHelp}</p>
      <button type="submit" class="danger">
        {words.annulIt}
      </button>
    </form>
  );
}

function Impose({ user, onDone }: { user: string; onDone(): void }) {
  const words = t().site.moderation;
  return (
    <form
      class="impose"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const lasts = String(form.get('lasts')) as keyof typeof HOURS;
        const body = { user, kind: form.get('kind'), reason: form.get('reason'), hours: HOURS[lasts] };
        ask<{ n: number }>('POST', '/moderation/sanctions', body).then(({ n }) => {
          toast.show(n > 0 ? words.imposed : words.noAddress, n > 0 ? 'good' : 'bad');
          onDone();
        }, failed);
      }}
    >
      <label class="field">
        <span class="label">{words.act}</span>
        <select name="kind">
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {words.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="label">{words.howLong}</span>
        <select name="lasts">
          {Object.entries(words.durations).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="label">{words.reason}</span>
        <input type="text" name="reason" maxLength={500} required />
      </label>
      <button type="submit" class="danger">
        {words.impose}
      </button>
    </form>
  );
}

function SitePart() {
  const words = t().site.moderation;
  const code = useSignal<string | null>(null);
  const known = site.value;
  return (
    <Part title={words.site}>
      {known && (
        <form
          class="site-form"
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            const body = { banner: String(form.get('banner')), read_only: form.has('read_only') };
            ask('POST', '/admin/site', body).then(() => {
              loadSite();
              toast.show(words.imposed, 'good');
            }, failed);
          }}
        >
          <label class="field">
            <span class="label">{words.banner}</span>
            <input type="text" name="banner" maxLength={300} defaultValue={known.banner} />
          </label>
          <label class="check">
            <input type="checkbox" name="read_only" defaultChecked={known.read_only} /> {words.readOnly}
          </label>
          <button type="submit" class="primary">
            {words.save}
          </button>
        </form>
      )}
      <div class="entry">
        <button
          type="button"
          onClick={() =>
            void ask<{ code: string }>('POST', '/admin/invitations').then((made) => {
              code.value = made.code;
            }, failed)
          }
        >
          {words.invite}
        </button>
        {code.value ? <code>{code.value}</code> : <span class="note">{words.inviteHelp}</span>}
      </div>
    </Part>
  );
}

function Audit() {
  const words = t().site.moderation;
  const deeds = useSignal<Deed[]>([]);
  const more = useSignal(true);
  const load = () => {
    const last = deeds.value.at(-1);
    const after = last ? `?after_ms=${last.at}&after=${last.id}` : '';
    ask<{ deeds: Deed[] }>('GET', `/admin/audit${after}`).then((page) => {
      deeds.value = [...deeds.value, ...page.deeds];
      more.value = page.deeds.length === 100;
    }, failed);
  };
  useEffect(load, []);
  const actions: Record<string, string> = words.actions;
  return (
    <Part title={words.audit}>
      <ul class="plain-list audit">
        {deeds.value.map((it) => (
          <li key={it.id}>
            <span class="note">{dateOf(it.at)}</span> <strong>{it.by ?? words.commandLine}</strong>{' '}
            {actions[it.action] ?? it.action} {it.about && <strong>{it.about}</strong>}{' '}
            <span class="note">{it.details}</span>
          </li>
        ))}
      </ul>
      {more.value && deeds.value.length > 0 && (
        <button type="button" onClick={load}>
          {words.older}
        </button>
      )}
    </Part>
  );
}

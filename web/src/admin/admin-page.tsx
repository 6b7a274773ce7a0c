/** `/admin`: how the server is, and was in the last hour. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { NeedsFactor, needsFactor } from '../site/moderation/needs-factor';
import { site } from '../site/site-api';
import { Noted } from '../ui/noted';
import { Page } from '../ui/page';
import type { Reading, ServerMetrics } from '../wire/generated';
import { fetchMetrics } from './metrics-api';
import { Plot } from './plot';

/** How many readings are kept, as the server does. */
const READINGS_MAX = 720;

export function AdminPage() {
  return (
    <Page class="admin-page">
      <h1>{t().admin.title}</h1>
      <p>
        <Noted>
          <a href="/admin/accounts">{t().admin.accounts.title}</a>
          <a href="/admin/branding">{t().site.branding}</a>
        </Noted>
      </p>
      <Live />
    </Page>
  );
}

/** The figures, asked for again as often as there are new ones. */
function Live() {
  const words = t().admin;
  const figures = useSignal<ServerMetrics | null>(null);
  const lost = useSignal(false);
  const locked = useSignal(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = async () => {
      const before = figures.peek();
      try {
        const found = await fetchMetrics(before?.readings.at(-1)?.at_ms ?? 0);
        // A server that has started again has other readings.
        const kept = before && before.started_ms === found.started_ms ? before.readings : [];
        figures.value = { ...found, readings: [...kept, ...found.readings].slice(-READINGS_MAX) };
        lost.value = false;
      } catch (cause) {
        locked.value = needsFactor(cause);
        lost.value = true;
      }
      if (!over) timer = setTimeout(() => void look(), figures.peek()?.every_ms ?? 5_000);
    };
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, []);
  const found = figures.value;
  if (locked.value) return <NeedsFactor />;
  return (
    <>
      {lost.value && (
        <p class="admin-warning" role="status">
          {words.lost}
        </p>
      )}
      {found && <Shown figures={found} />}
    </>
  );
}

function Shown({ figures }: { figures: ServerMetrics }) {
  const words = t().admin;
  const { readings } = figures;
  const times = readings.map((it) => it.at_ms);
  const line = (label: string, of: (reading: Reading) => number | null) => ({
    label,
    values: readings.map(of),
  });
  const lang = document.documentElement.lang;
  const number = (digits: number) => (value: number) =>
    value.toLocaleString(lang, { maximumFractionDigits: digits });
  const whole = number(0);
  const ms = (value: number) => `${number(1)(value)} ms`;
  const bytes = (value: number) =>
    value >= 2 ** 30 ? `${number(1)(value / 2 ** 30)} GiB` : `${whole(value / 2 ** 20)} MiB`;
  const plots = words.plots;
  return (
    <>
      <Summary figures={figures} />
      {figures.warnings.map((code) => (
        <p key={code} class="admin-warning" role="status">
          {words.warnings[code]}
        </p>
      ))}
      <section class="plots" aria-label={words.lastHour}>
        <Plot
          title={plots.connections}
          times={times}
          lines={[line(plots.connections, (it) => it.connections)]}
          write={whole}
        />
        <Plot title={plots.rooms} times={times} lines={[line(plots.rooms, (it) => it.rooms)]} write={whole} />
        <Plot
          title={plots.moves}
          times={times}
          lines={[line(plots.moves, (it) => it.moves_per_s)]}
          write={number(1)}
        />
        <Plot
          title={plots.latency}
          times={times}
          lines={[line(words.half, (it) => it.move_p50_ms), line('99 %', (it) => it.move_p99_ms)]}
          write={ms}
        />
        <Plot
          title={plots.commit}
          times={times}
          lines={[line('99 %', (it) => it.commit_p99_ms)]}
          write={ms}
        />
        <Plot
          title={plots.batch}
          times={times}
          lines={[line(plots.batch, (it) => it.records_per_row)]}
          write={number(1)}
        />
        <Plot
          title={plots.queues}
          times={times}
          lines={[
            line(words.journal, (it) => it.journal_queue),
            line(words.settling, (it) => it.settling_queue),
          ]}
          write={whole}
        />
        <Plot
          title={plots.pool}
          times={times}
          lines={[
            line(words.open, (it) => it.pool_open),
            line(words.busy, (it) => it.pool_open - it.pool_idle),
          ]}
          write={whole}
        />
        <Plot
          title={plots.cores}
          times={times}
          lines={[line(plots.cores, (it) => it.cores)]}
          write={number(2)}
        />
        <Plot
          title={plots.memory}
          times={times}
          lines={[line(plots.memory, (it) => it.memory_bytes)]}
          write={bytes}
        />
        <Plot
          title={plots.disk}
          times={times}
          lines={[line(plots.disk, (it) => it.disk_free_bytes)]}
          write={bytes}
        />
        <Plot
          title={plots.files}
          times={times}
          lines={[line(plots.files, (it) => it.open_files)]}
          write={whole}
        />
      </section>
      <p class="note">{words.metrics}</p>
    </>
  );
}

function uptimeText(minutes: number): string {
  const words = t().admin;
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24];
  if (days > 0) return words.uptimeDays(days, hours);
  return hours > 0 ? words.uptimeHours(hours, minutes % 60) : words.uptimeMinutes(minutes);
}

function Summary({ figures }: { figures: ServerMetrics }) {
  const words = t().admin;
  const known = site.value;
  const minutes = Math.floor((figures.now_ms - figures.started_ms) / 60_000);
  const commit = figures.commit?.slice(0, 10);
  return (
    <dl class="admin-summary">
      <dt>{words.version}</dt>
      <dd>{commit ? `${figures.version} (${commit})` : figures.version}</dd>
      <dt>{words.database}</dt>
      <dd>{figures.database}</dd>
      <dt>{words.uptime}</dt>
      <dd>{uptimeText(minutes)}</dd>
      {figures.backup_age_ms != null && (
        <>
          <dt>{words.backupAge}</dt>
          <dd>{uptimeText(Math.floor(figures.backup_age_ms / 60_000))}</dd>
        </>
      )}
      {figures.members.length > 0 && (
        <>
          <dt>{words.servers}</dt>
          <dd>
            {figures.members.map(({ address, works, games }) => (
              <div key={address}>
                {works
                  ? words.serverWorks(address)
                  : games == null
                    ? words.serverWaits(address)
                    : words.serverPlays(address, games)}
              </div>
            ))}
          </dd>
        </>
      )}
      {known && (
        <>
          <dt>{words.registration}</dt>
          <dd>{words.registrations[known.registration]}</dd>
          <dt>{words.terms}</dt>
          <dd>
            <Noted>
              {known.read_only ? words.readOnly : words.openToPlay}
              <a href="/moderation">{words.change}</a>
            </Noted>
          </dd>
        </>
      )}
    </dl>
  );
}

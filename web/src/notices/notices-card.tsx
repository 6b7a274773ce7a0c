/** What one is told while one is away, by which way; on the page of settings. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { SITE_NAME } from '../branding';
import { t } from '../i18n/whole';
import { user } from '../session';
import { toast } from '../ui/toast';
import type { NoticeChannel, NoticeKind, Notices } from '../wire/generated';
import { CHANNELS, fetchNotices, KINDS, switchNotice } from './notices-api';
import { allow, stop, subscription } from './this-browser';

export function NoticesCard() {
  const words = t().notices;
  const known = useSignal<Notices | null>(null);
  /** Whether this browser is told. */
  const here = useSignal(false);
  const who = user.value;
  const id = who && !who.guest ? who.id : null;
  const look = async () => {
    const [found, own] = await Promise.all([fetchNotices(), subscription()]);
    here.value = own !== null && found.n_browsers > 0;
    known.value = found;
  };
  useEffect(() => {
    known.value = null;
    if (id) look().catch(() => {});
  }, [id]);
  const found = known.value;
  return (
    <section id="notices" class="card notices-card" aria-labelledby="notices-title">
      <h2 id="notices-title">{words.title}</h2>
      {id === null ? <p class="note">{words.needsAccount}</p> : <p class="note">{words.lead(SITE_NAME)}</p>}
      {id !== null && found && (
        <>
          <Switches found={found} onChange={look} />
          {!found.mail && <p class="note">{words.noMail}</p>}
          {found.mail && !found.address && (
            <p class="note">
              {words.noAddress} <a href="/account">{words.giveAddress}</a>
            </p>
          )}
          {found.push_key && (
            <ThisBrowser pushKey={found.push_key} found={found} here={here.value} onChange={look} />
          )}
        </>
      )}
    </section>
  );
}

function Switches({ found, onChange }: { found: Notices; onChange(): Promise<void> }) {
  const words = t().notices;
  const channels = CHANNELS.filter((it) => (it === 'mail' ? found.mail : found.push_key !== null));
  const isOn = (kind: NoticeKind, channel: NoticeChannel) =>
    !found.off.some((it) => it.kind === kind && it.channel === channel);
  const put = (kind: NoticeKind, channel: NoticeChannel, on: boolean) => {
    switchNotice(kind, channel, on).then(onChange, () => toast.show(words.failed, 'bad'));
  };
  return (
    <table class="notice-switches">
      <thead>
        <tr>
          <th scope="col">{words.kind}</th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {words.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{words.kinds[kind]}</th>
            {channels.map((channel) => (
              <td key={channel}>
                <label>
                  <span class="hidden-visually">
                    {words.cell(words.kinds[kind], words.channels[channel])}
                  </span>
                  <input
                    type="checkbox"
                    checked={isOn(kind, channel)}
                    onChange={(event) => put(kind, channel, event.currentTarget.checked)}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface BrowserProps {
  pushKey: string;
  found: Notices;
  here: boolean;
  onChange(): Promise<void>;
}

function ThisBrowser({ pushKey, found, here, onChange }: BrowserProps) {
  const words = t().notices;
  const busy = useSignal(false);
  const toggle = async () => {
    busy.value = true;
    try {
      const hindrance = here ? await stop() : await allow(pushKey);
      if (hindrance) toast.show(words[hindrance], 'bad');
      await onChange();
    } catch {
      toast.show(words.failed, 'bad');
    }
    busy.value = false;
  };
  return (
    <div class="row spread">
      <span class="note">{words.browsers(found.n_browsers)}</span>
      <button type="button" disabled={busy.value} onClick={() => void toggle()}>
        {here ? words.stop : words.allow}
      </button>
    </div>
  );
}

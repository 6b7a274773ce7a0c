/** `/broadcasts`: what is broadcast now, later, and what was. */

import '../styles/broadcast.css';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { isMember, user } from '../session';
import { Icon } from '../ui/icon';
import { useLoaded } from '../ui/loaded';
import { Page, When } from '../ui/page';
import type { BroadcastListed } from '../wire/generated';
import { listBroadcasts } from './broadcast-api';
import { instantText } from './words';

const GROUPS = ['own', 'now', 'upcoming', 'past'] as const;

export function BroadcastsPage() {
  const words = t().broadcast;
  const loaded = useLoaded(listBroadcasts, [user.value?.name]);
  return (
    <Page class="players-page">
      <header class="page-head">
        <div>
          <h1>{words.title}</h1>
          <p class="note">{words.lead}</p>
        </div>
        {isMember.value && (
          <a class="button primary" href="/broadcasts/new">
            <Icon name="plus" />
            {words.begin}
          </a>
        )}
      </header>
      <When of={loaded} missing={{ title: words.title, text: words.none }}>
        {(lists) => (
          <>
            {GROUPS.map((group) => (
              <Group key={group} title={words[group]} list={lists[group]} />
            ))}
            {GROUPS.every((group) => lists[group].length === 0) && <p class="card note">{words.none}</p>}
          </>
        )}
      </When>
    </Page>
  );
}

function Group({ title, list }: { title: string; list: readonly BroadcastListed[] }) {
  const words = t().broadcast;
  if (list.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="broadcast-list">
        {list.map((it) => (
          <li key={it.broadcast}>
            <a href={`/broadcasts/${it.broadcast}`}>{it.title}</a>
            {it.description && <p>{it.description}</p>}
            <p class="note">
              {noted([
                instantText(it.starts_ms),
                words.nBoards(it.boards),
                it.owner,
                it.public ? '' : words.draft,
              ])}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

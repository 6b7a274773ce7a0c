/** `/broadcasts/CODE`: the boards of a broadcast, round by round. */

import '../styles/broadcast.css';
import '../styles/study.css';
import { useSignal } from '@preact/signals';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { ReportDialog } from '../review/report-review';
import { askedLink, Invitation, PrivateInvitation } from '../study/invitation';
import { MembersDialog } from '../study/members-dialog';
import { BROADCAST_ROLES, studyOf } from '../study/study-api';
import { useTitle } from '../title';
import { answeredFor, invitationInto } from '../tournaments/agenda-store';
import { ActionRow } from '../ui/action-row';
import { EmbedDialog } from '../ui/embedding';
import { Icon } from '../ui/icon';
import { type Loaded, useLoaded } from '../ui/loaded';
import { MenuAct } from '../ui/menu';
import { MoreMenu } from '../ui/more-menu';
import { Page, When } from '../ui/page';
import { ShareButton } from '../ui/share-button';
import type { Broadcast } from '../wire/generated';
import { BoardCard } from './board-card';
import { BoardDialog, SettingsDialog } from './dialogs';
import { EventLinks, useEvents } from './of-event';
import { Rounds } from './rounds';
import { Standings } from './standings-table';
import { useBoards } from './use-broadcast';
import { delayText, instantText } from './words';

export function BroadcastPage({ code }: { code: string }) {
  const words = t().broadcast;
  const loaded = useBoards(code);
  const link = askedLink();
  const isStranger = loaded.state.is === 'missing' || (loaded.value && loaded.value.role === undefined);
  if (link !== null && isStranger) return <Invitation code={code} link={link} joined={loaded.again} />;
  const invitation = loaded.state.is === 'missing' ? invitationInto(code) : undefined;
  if (invitation) return <PrivateInvitation invitation={invitation} answered={answeredFor(loaded)} />;
  return (
    <When
      of={loaded}
      missing={{ title: words.notFound, text: words.notFoundHelp, href: '/broadcasts', to: words.title }}
    >
      {(broadcast) => <Open loaded={loaded} broadcast={broadcast} />}
    </When>
  );
}

interface OpenProps {
  loaded: Loaded<Broadcast>;
  broadcast: Broadcast;
}

function Open({ loaded, broadcast }: OpenProps) {
  const words = t().broadcast;
  const opened = useSignal<'members' | 'settings' | 'board' | 'embed' | 'report' | null>(null);
  const events = useEvents(broadcast.boards);
  useTitle(broadcast.title);
  const close = () => {
    opened.value = null;
  };
  const isOwner = broadcast.role === 'owner';
  const featured = broadcast.boards.find((it) => it.board === broadcast.featured);
  const others = broadcast.boards.filter((it) => it !== featured);
  return (
    <Page class="players-page broadcast-page">
      <header class="page-head">
        <div>
          <h1>{broadcast.title}</h1>
          <p class="note">
            {noted([
              instantText(broadcast.starts_ms),
              broadcast.owner.name,
              broadcast.visibility === 'private' ? words.draft : '',
              delayText(broadcast),
            ])}
          </p>
          <EventLinks broadcast={broadcast} events={events} />
        </div>
        <ActionRow>
          {isOwner && (
            <button type="button" onClick={() => (opened.value = 'board')}>
              <Icon name="plus" />
              {words.addBoard}
            </button>
          )}
          <ShareButton title={broadcast.title} href={`/broadcasts/${broadcast.broadcast}`} />
          <MoreMenu>
            {isOwner && (
              <MenuAct icon="sliders" text={words.settings} onClick={() => (opened.value = 'settings')} />
            )}
            {broadcast.role !== undefined && (
              <MenuAct icon="friend" text={words.members} onClick={() => (opened.value = 'members')} />
            )}
            {broadcast.visibility !== 'private' && (
              <MenuAct icon="code" text={t().embed.copy} onClick={() => (opened.value = 'embed')} />
            )}
            {!isOwner && (
              <MenuAct icon="flag" text={t().study.report} onClick={() => (opened.value = 'report')} />
            )}
          </MoreMenu>
        </ActionRow>
      </header>
      {broadcast.description && <p class="about-study">{broadcast.description}</p>}
      {featured && (
        <section class="featured-board" aria-label={words.boards}>
          <BoardCard broadcast={broadcast} board={featured} events={events} />
        </section>
      )}
      <Rounds broadcast={broadcast} boards={others} events={events} />
      {broadcast.standings && <Standings boards={broadcast.boards} />}
      {opened.value === 'embed' && <EmbedDialog of="broadcast" code={broadcast.broadcast} onClose={close} />}
      {opened.value === 'report' && (
        <ReportDialog place={{ study: broadcast.broadcast }} words={t().study.report} onClose={close} />
      )}
      {opened.value === 'members' && <Members code={broadcast.broadcast} onClose={close} />}
      {opened.value === 'settings' && (
        <SettingsDialog loaded={loaded} broadcast={broadcast} onClose={close} />
      )}
      {opened.value === 'board' && <BoardDialog loaded={loaded} broadcast={broadcast} onClose={close} />}
    </Page>
  );
}

/** Those who belong to it, as a study has them. */
function Members({ code, onClose }: { code: string; onClose(): void }) {
  const study = useLoaded(() => studyOf(code), [code]);
  return study.value ? (
    <MembersDialog
      study={study.value}
      loaded={study}
      roles={BROADCAST_ROLES}
      at={`/broadcasts/${code}`}
      onClose={onClose}
    />
  ) : null;
}

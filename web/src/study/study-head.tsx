/** What a study is, whose it is, and what can be done with it as a whole. */

import { useSignal } from '@preact/signals';
import { DownloadFace } from '../archive/downloads';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { ReportReview } from '../review/report-review';
import { go } from '../router';
import { isMember, user } from '../session';
import { GuestKeeps } from '../site/guest-keeps';
import { Sure } from '../ui/dialog';
import { Icon } from '../ui/icon';
import type { Loaded } from '../ui/loaded';
import { Menu } from '../ui/menu';
import { Noted } from '../ui/noted';
import { ShareButton } from '../ui/share-button';
import { toast } from '../ui/toast';
import type { Study } from '../wire/generated';
import { MembersDialog } from './members-dialog';
import { SettingsDialog } from './settings-dialog';
import { copyStudy, fileOfStudy, likeStudy, problemText, removeMember } from './study-api';
import { Topics } from './study-list';
import { forgetStudy } from './study-store';

/** The files that hold several games one after the other. */
const FILES = ['kif', 'kifu', 'csa', 'jkf', 'western.txt'];

interface Props {
  study: Study;
  loaded: Loaded<Study>;
}

export function StudyHead({ study, loaded }: Props) {
  const words = t().study;
  const opened = useSignal<'members' | 'settings' | 'leave' | null>(null);
  const open = (what: typeof opened.value) => {
    opened.value = what;
  };
  const close = () => open(null);
  const busy = useSignal(false);
  const tryTo = async (doing: () => Promise<void>) => {
    if (busy.peek()) return;
    busy.value = true;
    try {
      await doing();
    } catch (refused) {
      toast.show(problemText(refused), 'bad');
    }
    busy.value = false;
  };
  const like = () =>
    tryTo(async () => {
      await likeStudy(study.study, !study.liked);
      await loaded.again();
    });
  const copy = () =>
    tryTo(async () => {
      const made = await copyStudy(study.study);
      toast.show(words.copied, 'good');
      go(`/study/${made.study}`);
    });
  const leave = () =>
    tryTo(async () => {
      const handle = study.members.find((it) => it.person.user === user.peek()?.id)?.person.handle;
      if (handle) await removeMember(study.study, handle);
      forgetStudy();
      go('/study');
    });
  return (
    <section class="card about study-head" aria-labelledby="study-title">
      <h2 id="study-title">{study.title}</h2>
      <p class="note">
        <Noted>
          <PlayerName person={{ ...study.owner, guest: study.owner.handle === '' }} />
          {noted([words.visibilities[study.visibility], study.likes > 0 ? words.nLikes(study.likes) : ''])}
        </Noted>
      </p>
      {study.description && <p class="about-study">{study.description}</p>}
      <Topics topics={study.topics} />
      {study.is_owner && <GuestKeeps />}
      <div class="row">
        {isMember.value && (
          <button type="button" aria-pressed={study.liked} onClick={() => void like()}>
            <Icon name="heart" />
            {words.like}
          </button>
        )}
        {(study.is_owner || study.role !== undefined) && (
          <button type="button" onClick={() => open('members')}>
            <Icon name="friend" />
            {words.members}
          </button>
        )}
        {study.is_owner && (
          <button type="button" onClick={() => open('settings')}>
            <Icon name="sliders" />
            {words.settings}
          </button>
        )}
        <ShareButton title={study.title} href={`/study/${study.study}`} />
        <Menu class="downloads" face={<DownloadFace />} label={words.downloadAll}>
          {FILES.map((ending) => (
            <li key={ending}>
              <a
                href={fileOfStudy(study.study, `record.${ending}`)}
                download={`komadai-study-${study.study}.${ending}`}
              >
                {ending === 'western.txt' ? t().settings.notations.western_digits : ending.toUpperCase()}
              </a>
            </li>
          ))}
          <li>
            <a href={`/study/${study.study}/print`}>{words.print}</a>
          </li>
        </Menu>
        <button type="button" onClick={() => void copy()}>
          <Icon name="copy" />
          {words.copy}
        </button>
        {study.role !== undefined && !study.is_owner && (
          <button type="button" class="quiet" onClick={() => open('leave')}>
            {words.leave}
          </button>
        )}
        {!study.is_owner && <ReportReview place={{ study: study.study }} words={words.report} />}
      </div>
      {opened.value === 'members' && <MembersDialog study={study} loaded={loaded} onClose={close} />}
      {opened.value === 'settings' && <SettingsDialog study={study} loaded={loaded} onClose={close} />}
      {opened.value === 'leave' && (
        <Sure title={words.leaveSure} yes={words.leave} onYes={() => void leave()} onClose={close} />
      )}
    </section>
  );
}

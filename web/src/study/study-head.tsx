/** What a study is, whose it is, and what can be done with it as a whole. */

import { useSignal } from '@preact/signals';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { ReportDialog } from '../review/report-review';
import type { ReviewStore } from '../review/review-store';
import { TreeFileLines } from '../review/tree-files';
import { go } from '../router';
import { isMember, user } from '../session';
import { GuestKeeps } from '../site/guest-keeps';
import { Dialog, Sure } from '../ui/dialog';
import { EmbedDialog } from '../ui/embedding';
import { Icon } from '../ui/icon';
import type { Loaded } from '../ui/loaded';
import { MenuAct } from '../ui/menu';
import { MoreMenu } from '../ui/more-menu';
import { Noted } from '../ui/noted';
import { share } from '../ui/share-button';
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
  /** The chapter that is open. */
  store: ReviewStore;
  study: Study;
  loaded: Loaded<Study>;
}

export function StudyHead({ store, study, loaded }: Props) {
  const words = t().study;
  const opened = useSignal<'members' | 'settings' | 'embed' | 'files' | 'leave' | 'report' | null>(null);
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
  const isIn = study.is_owner || study.role !== undefined;
  return (
    <header class="study-head">
      <h2 id="study-title">{study.title}</h2>
      {isMember.value && (
        <button
          type="button"
          class="quiet square"
          aria-label={words.like}
          title={words.like}
          aria-pressed={study.liked}
          onClick={() => void like()}
        >
          <Icon name="heart" />
        </button>
      )}
      <MoreMenu
        aside={
          <>
            {opened.value === 'members' && <MembersDialog study={study} loaded={loaded} onClose={close} />}
            {opened.value === 'settings' && <SettingsDialog study={study} loaded={loaded} onClose={close} />}
            {opened.value === 'embed' && <EmbedDialog of="study" code={study.study} onClose={close} />}
            {opened.value === 'files' && <FilesDialog study={study} store={store} onClose={close} />}
            {opened.value === 'leave' && (
              <Sure title={words.leaveSure} yes={words.leave} onYes={() => void leave()} onClose={close} />
            )}
            {opened.value === 'report' && (
              <ReportDialog place={{ study: study.study }} words={words.report} onClose={close} />
            )}
          </>
        }
      >
        {isIn && <MenuAct icon="people" text={words.members} onClick={() => open('members')} />}
        {study.is_owner && <MenuAct icon="sliders" text={words.settings} onClick={() => open('settings')} />}
        <MenuAct
          icon="share"
          text={t().page.share}
          onClick={() => void share(study.title, new URL(`/study/${study.study}`, location.href).href)}
        />
        {study.visibility !== 'private' && (
          <MenuAct icon="code" text={t().embed.copy} onClick={() => open('embed')} />
        )}
        <MenuAct icon="download" text={t().game.download} onClick={() => open('files')} />
        <MenuAct icon="print" text={words.print} href={`/study/${study.study}/print`} />
        <MenuAct icon="copy" text={words.copy} onClick={() => void copy()} />
        {study.role !== undefined && !study.is_owner && (
          <MenuAct icon="close" text={words.leave} onClick={() => open('leave')} />
        )}
        {!study.is_owner && <MenuAct icon="flag" text={words.report} onClick={() => open('report')} />}
      </MoreMenu>
    </header>
  );
}

/** The chapter that is open, and all of them together. */
function FilesDialog({ study, store, onClose }: Pick<Props, 'study' | 'store'> & { onClose(): void }) {
  const words = t().study;
  const tree = store.tree.value;
  return (
    <Dialog title={t().game.download} onClose={onClose}>
      {tree && (
        <section>
          <h3>{words.thisChapter}</h3>
          <ul class="download-list">
            <TreeFileLines store={store} tree={tree} />
          </ul>
        </section>
      )}
      <section>
        <h3>{words.allChapters}</h3>
        <ul class="download-list">
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
        </ul>
      </section>
    </Dialog>
  );
}

/** What it is about, and whose it is. */
export function AboutStudy({ study }: Pick<Props, 'study'>) {
  const words = t().study;
  return (
    <section class="card about" aria-label={words.about}>
      <p class="note">
        <Noted>
          <PlayerName person={{ ...study.owner, guest: study.owner.handle === '' }} />
          {noted([words.visibilities[study.visibility], study.likes > 0 ? words.nLikes(study.likes) : ''])}
        </Noted>
      </p>
      {study.description && <p class="about-study">{study.description}</p>}
      <Topics topics={study.topics} />
      {study.is_owner && <GuestKeeps />}
    </section>
  );
}

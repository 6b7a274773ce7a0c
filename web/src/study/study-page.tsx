/**
 * `/study/CODE` and `/study/CODE/CHAPTER`: the board of a chapter, with the study's chapters beside
 * it.
 */

import '../styles/study.css';
import { useSignal } from '@preact/signals';
import { isHall } from '../board/columns';
import { titled } from '../i18n/listed';
import { t } from '../i18n/whole';
import type { Chapter } from '../review/review-desk';
import { Review } from '../review/review-page';
import { go } from '../router';
import { connection, isMember, user } from '../session';
import { answeredFor, invitationInto } from '../tournaments/agenda-store';
import type { Loaded } from '../ui/loaded';
import { Blank, Busy, When } from '../ui/page';
import { toast } from '../ui/toast';
import type { Study, StudyChapter } from '../wire/generated';
import { ChapterBar } from './chapter-bar';
import { askedLink, Invitation, PrivateInvitation } from './invitation';
import { problemText, solveChapter } from './study-api';
import { StudyHead } from './study-head';
import { ChapterCard, StudyPanel } from './study-panel';
import { useStudy } from './study-store';

export function StudyPage({ code, chapter }: { code: string; chapter?: string }) {
  const words = t().study;
  // Who we are decides what there is to see.
  const loaded = useStudy(code, user.value?.name);
  const link = askedLink();
  if (loaded.state.is === 'missing') {
    if (connection.value !== 'open' && !user.value) return <Busy />;
    if (link !== null) return <Invitation code={code} link={link} joined={loaded.again} />;
    const invitation = invitationInto(code);
    if (invitation) return <PrivateInvitation invitation={invitation} answered={answeredFor(loaded)} />;
  }
  return (
    <When
      of={loaded}
      missing={{ title: words.notFound, text: words.notFoundHelp, href: '/study', to: words.title }}
    >
      {(study) => <Open loaded={loaded} study={study} wanted={chapter} link={link} />}
    </When>
  );
}

interface OpenProps {
  loaded: Loaded<Study>;
  study: Study;
  wanted: string | undefined;
  link: string | null;
}

function Open({ loaded, study, wanted, link }: OpenProps) {
  const words = t().study;
  const invited = useSignal(link !== null && study.role === undefined && !study.is_owner);
  const chapter = wanted ? study.chapters.find((it) => it.review === wanted) : study.chapters[0];
  if (invited.value && link !== null)
    return (
      <Invitation
        code={study.study}
        link={link}
        title={study.title}
        joined={async () => {
          await loaded.again();
          invited.value = false;
        }}
      />
    );
  if (!chapter)
    return (
      <Blank title={words.chapterGone} text={study.title} href={`/study/${study.study}`} to={words.toStudy} />
    );
  return <OpenChapter key={chapter.review} loaded={loaded} study={study} chapter={chapter} />;
}

interface OpenChapterProps {
  loaded: Loaded<Study>;
  study: Study;
  chapter: StudyChapter;
}

function OpenChapter({ loaded, study, chapter }: OpenChapterProps) {
  const words = t().study;
  const place = study.chapters.indexOf(chapter);
  const step = (by: number) => {
    const next = study.chapters[place + by];
    if (next) go(`/study/${study.study}/${next.review}`);
  };
  const next = study.chapters[place + 1];
  const solved = (n_shown: number) => {
    if (study.is_owner || !isMember.peek()) return;
    solveChapter(study.study, chapter.review, n_shown)
      .then(loaded.again)
      .catch((refused: unknown) => toast.show(problemText(refused), 'bad'));
  };
  const about: Chapter = {
    title: titled(study.title, chapter.name),
    exercise:
      chapter.mode === 'normal'
        ? null
        : {
            solver: chapter.mode === 'practice' ? chapter.orientation : null,
            onEnd: solved,
            next: next ? `/study/${study.study}/${next.review}` : null,
          },
    head: (store) => (
      <>
        <StudyHead store={store} study={study} loaded={loaded} />
        {!isHall.value && <ChapterBar study={study} chapter={chapter} loaded={loaded} />}
      </>
    ),
    place: (store, exercise) => (
      <ChapterCard store={store} exercise={exercise} study={study} chapter={chapter} />
    ),
    about: {
      label: words.about,
      view: () => <StudyPanel study={study} chapter={chapter} loaded={loaded} />,
    },
    keys: [
      { key: '[', does: () => step(-1), words: words.chapterBefore },
      { key: ']', does: () => step(1), words: words.chapterNext },
    ],
  };
  return (
    <Review
      from={{
        code: chapter.review,
        orientation: chapter.orientation,
        onStudy: () => void loaded.again(),
      }}
      chapter={about}
    />
  );
}

/**
 * Beside the board: what the study is about, its chapters where there is a column for them, who is
 * there, and what can be done with this chapter.
 */

import { isHall } from '../board/columns';
import { t } from '../i18n/whole';
import type { Exercise } from '../review/exercise';
import { Following } from '../review/following';
import type { ReviewStore } from '../review/review-store';
import { Icon } from '../ui/icon';
import type { Loaded } from '../ui/loaded';
import type { Study, StudyChapter } from '../wire/generated';
import { Chapters } from './chapters';
import { AboutStudy } from './study-head';

interface Props {
  study: Study;
  chapter: StudyChapter;
  loaded: Loaded<Study>;
}

export function StudyPanel({ study, chapter, loaded }: Props) {
  return (
    <>
      {isHall.value && (
        <section class="card about chapter-card" aria-label={t().study.chapters}>
          <Chapters study={study} chapter={chapter} loaded={loaded} />
        </section>
      )}
      <AboutStudy study={study} />
    </>
  );
}

interface ChapterProps {
  store: ReviewStore;
  exercise: Exercise | null;
  study: Study;
}

/** Who is at this chapter, and how it is solved. */
export function ChapterCard({ store, exercise, study }: ChapterProps) {
  const tree = store.tree.value;
  const solving = exercise !== null && exercise.stage.value !== 'off';
  const mayWorkAlone = study.may_edit && study.members.length > 0;
  // An author who is alone with a chapter knows so.
  const isSilent = study.may_edit && !mayWorkAlone && !exercise && !store.isCopy.value;
  if (!tree || solving || isSilent) return null;
  return (
    <section class="card about sharing" aria-label={t().review.title}>
      <Following
        store={store}
        tree={tree}
        lead={!study.may_edit && <span class="note">{t().review.watching}</span>}
        mayWorkAlone={mayWorkAlone}
      />
      {exercise && !store.isCopy.value && (
        <button type="button" class="primary" onClick={exercise.start}>
          <Icon name="play" />
          {exercise.solver === null ? t().study.exercise.guess : t().study.exercise.practice}
        </button>
      )}
    </section>
  );
}

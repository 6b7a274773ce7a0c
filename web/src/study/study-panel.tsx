/**
 * Beside the board: the study, its chapters, who is there, and what can be done with this chapter.
 */

import { t } from '../i18n/whole';
import type { Exercise } from '../review/exercise';
import { Following } from '../review/following';
import type { ReviewStore } from '../review/review-store';
import { TreeFiles } from '../review/tree-files';
import { Icon } from '../ui/icon';
import type { Loaded } from '../ui/loaded';
import type { Study, StudyChapter } from '../wire/generated';
import { Chapters } from './chapters';
import { StudyHead } from './study-head';

interface Props {
  store: ReviewStore;
  exercise: Exercise | null;
  study: Study;
  chapter: StudyChapter;
  loaded: Loaded<Study>;
}

export function StudyPanel({ store, exercise, study, chapter, loaded }: Props) {
  return (
    <>
      <section class="card about chapter-card" aria-label={t().study.chapters}>
        <Chapters study={study} chapter={chapter} loaded={loaded} />
      </section>
      <StudyHead study={study} loaded={loaded} />
      <ChapterCard store={store} exercise={exercise} study={study} />
    </>
  );
}

function ChapterCard({ store, exercise, study }: Pick<Props, 'store' | 'exercise' | 'study'>) {
  const words = t().study;
  const tree = store.tree.value;
  const solving = exercise !== null && exercise.stage.value !== 'off';
  if (!tree || solving) return null;
  return (
    <section class="card about sharing" aria-label={t().review.title}>
      <Following
        store={store}
        tree={tree}
        lead={!study.may_edit && <span class="note">{t().review.watching}</span>}
        mayWorkAlone={study.may_edit && study.members.length > 0}
      />
      <div class="row">
        {exercise && !store.isCopy.value && (
          <button type="button" class="primary" onClick={exercise.start}>
            <Icon name="play" />
            {exercise.solver === null ? words.exercise.guess : words.exercise.practice}
          </button>
        )}
        <TreeFiles store={store} tree={tree} />
      </div>
    </section>
  );
}

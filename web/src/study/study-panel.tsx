/**
 * Beside the board: what the study is about, its chapters where there is a column for them, who is
 * there, and what can be done with this chapter.
 */

import { isHall } from '../board/columns';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import type { Exercise } from '../review/exercise';
import { Following } from '../review/following';
import type { ReviewStore } from '../review/review-store';
import { Icon } from '../ui/icon';
import type { Loaded } from '../ui/loaded';
import type { Study, StudyChapter, StudyPerson } from '../wire/generated';
import { Chapters } from './chapters';
import { AboutStudy } from './study-head';
import { solvedText } from './words';

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
  chapter: StudyChapter;
}

/** Who is at this chapter, and how it is solved. */
export function ChapterCard({ store, exercise, study, chapter }: ChapterProps) {
  const tree = store.tree.value;
  const solving = exercise !== null && exercise.stage.value !== 'off';
  const mayWorkAlone = study.may_edit && study.members.length > 0;
  // An author who is alone with a chapter knows so.
  const isSilent = study.may_edit && !mayWorkAlone && !exercise && !store.isCopy.value;
  if (!tree || solving || isSilent) return null;
  const solved = exercise && study.is_owner && <Solvers study={study} chapter={chapter} />;
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
      {solved}
    </section>
  );
}

/** Who has solved an exercise and who has not, for the study's owner: its members first. */
function Solvers({ study, chapter }: { study: Study; chapter: StudyChapter }) {
  const words = t().study.solved;
  const { solvers } = chapter;
  const of = (person: StudyPerson) => solvers?.find((it) => it.person.user === person.user);
  const members = study.members.map((it) => it.person);
  const others = (solvers ?? [])
    .map((it) => it.person)
    .filter((it) => !members.some((m) => m.user === it.user));
  const people = [...members, ...others];
  return (
    <details class="solvers" open>
      <summary>{words.by}</summary>
      {people.length === 0 && <p class="note">{words.nobody}</p>}
      <ul>
        {people.map((it) => (
          <li key={it.user}>
            <PlayerName person={it} />
            <span class="note">{solvedText(of(it)) || words.open}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** `/learn`: the course, chapter by chapter, with what one has done. */

import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { Busy, Page } from '../ui/page';
import { CHAPTERS, type Chapter, NEEDED } from './course';
import type { CourseWords } from './course-words';
import { PlayFirstGame } from './first-game';
import { LessonPicture } from './lesson-picture';
import { courseWords, followLanguage, lessonsDone, loadLessons } from './lessons';
import { WithReadings, withoutReadings } from './readings';

export function LearnPage() {
  const words = t().training.learn;
  useEffect(() => {
    loadLessons();
    return followLanguage();
  }, []);
  const course = courseWords.value;
  const done = lessonsDone.value;
  if (!course || !done) return <Busy />;
  const n = NEEDED.filter(({ name }) => done.has(name)).length;
  const next = NEEDED.find(({ name }) => !done.has(name));
  const knowsRules = CHAPTERS.slice(0, 2).every(({ lessons }) => lessons.every(({ name }) => done.has(name)));
  return (
    <Page class="learn-page">
      <section class="card learn-head">
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        <progress max={NEEDED.length} value={n} aria-label={words.progress(n, NEEDED.length)} />
        <div class="row">
          {next && (
            <a class="button primary" href={`/learn/${next.name}`}>
              {(n === 0 ? words.begin : words.goOn)(withoutReadings(course.lessons[next.name]?.title ?? ''))}
            </a>
          )}
          <span>{words.progress(n, NEEDED.length)}</span>
          <a href="/variants">{t().variantWords.title}</a>
        </div>
      </section>
      {CHAPTERS.filter((it) => !it.optional).map((chapter) => (
        <ChapterLessons key={chapter.name} chapter={chapter} course={course} done={done} />
      ))}
      <PlayFirstGame knowsRules={knowsRules} />
      {CHAPTERS.filter((it) => it.optional).map((chapter) => (
        <ChapterLessons key={chapter.name} chapter={chapter} course={course} done={done} />
      ))}
    </Page>
  );
}

interface ChapterProps {
  chapter: Chapter;
  course: CourseWords;
  done: ReadonlySet<string>;
}

function ChapterLessons({ chapter, course, done }: ChapterProps) {
  const words = t().training.learn;
  return (
    <section class="learn-chapter">
      <h2>{course.chapters[chapter.name]}</h2>
      {chapter.optional && <p class="note">{words.optional}</p>}
      <ul class="learn-lessons">
        {chapter.lessons.map((lesson) => (
          <li key={lesson.name}>
            <a class={`card ${done.has(lesson.name) ? 'done' : ''}`} href={`/learn/${lesson.name}`}>
              <LessonPicture lesson={lesson} />
              <span>
                <WithReadings text={course.lessons[lesson.name]?.title ?? ''} />
                {done.has(lesson.name) && (
                  <span class="done-mark">
                    <span aria-hidden="true">✓</span>
                    <span class="hidden-visually">{words.done}</span>
                  </span>
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

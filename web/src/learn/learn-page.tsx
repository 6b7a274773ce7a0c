/** `/learn`: the course, chapter by chapter, with what one has done. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { Busy, Page } from '../ui/page';
import { CHAPTERS, LESSONS } from './course';
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
  const open = useSignal(false);
  if (!course || !done) return <Busy />;
  const n = LESSONS.filter(({ name }) => done.has(name)).length;
  const next = LESSONS.find(({ name }) => !done.has(name));
  return (
    <Page class="learn-page">
      <section class="card learn-head">
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        <progress max={LESSONS.length} value={n} aria-label={words.progress(n, LESSONS.length)} />
        <div class="row">
          {next && (
            <a class="button primary" href={`/learn/${next.name}`}>
              {(n === 0 ? words.begin : words.goOn)(withoutReadings(course.lessons[next.name]?.title ?? ''))}
            </a>
          )}
          <span>{words.progress(n, LESSONS.length)}</span>
          <a href="/variants">{t().variantWords.title}</a>
        </div>
      </section>
      {CHAPTERS.map((chapter) => (
        <section key={chapter.name} class="learn-chapter">
          <h2>{course.chapters[chapter.name]}</h2>
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
      ))}
      <PlayFirstGame
        busy={open}
        knowsRules={CHAPTERS.slice(0, 2).every(({ lessons }) => lessons.every(({ name }) => done.has(name)))}
      />
    </Page>
  );
}

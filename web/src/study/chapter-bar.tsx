/**
 * Where there is one column: which chapter it is, the ones beside it, and the way to all of them.
 */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import type { Loaded } from '../ui/loaded';
import type { Study, StudyChapter } from '../wire/generated';
import { Chapters } from './chapters';

interface Props {
  study: Study;
  chapter: StudyChapter;
  loaded: Loaded<Study>;
}

export function ChapterBar({ study, chapter, loaded }: Props) {
  const words = t().study;
  const open = useSignal(false);
  const place = study.chapters.indexOf(chapter);
  const beside = (by: number, icon: 'previous' | 'next', label: string) => {
    const to = study.chapters[place + by];
    if (study.chapters.length === 1) return null;
    return to ? (
      <a class="button square" href={`/study/${study.study}/${to.review}`} aria-label={label}>
        <Icon name={icon} />
      </a>
    ) : (
      <span class="no-chapter" />
    );
  };
  return (
    <nav class="chapter-bar no-print" aria-label={words.chapters}>
      {beside(-1, 'previous', words.chapterBefore)}
      <button
        type="button"
        class="quiet"
        onClick={() => {
          open.value = true;
        }}
      >
        <Icon name="list" />
        <span class="chapter-name">{words.chapterOf(place + 1, study.chapters.length, chapter.name)}</span>
      </button>
      {beside(1, 'next', words.chapterNext)}
      {open.value && (
        <Dialog
          title={study.title}
          onClose={() => {
            open.value = false;
          }}
        >
          <Chapters study={study} chapter={chapter} loaded={loaded} />
        </Dialog>
      )}
    </nav>
  );
}

/** The chapters of a study in their order, and what may be done with them. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/whole';
import { Icon } from '../ui/icon';
import type { Loaded } from '../ui/loaded';
import type { Study, StudyChapter } from '../wire/generated';
import { ChapterDialog } from './chapter-dialog';
import { NewChaptersDialog } from './new-chapters-dialog';
import { CHAPTERS_MAX } from './study-api';
import { chapterNote } from './words';

interface Props {
  study: Study;
  chapter: StudyChapter;
  loaded: Loaded<Study>;
}

export function Chapters({ study, chapter, loaded }: Props) {
  const words = t().study;
  const edits = useSignal<string | null>(null);
  const adds = useSignal(false);
  const list = useRef<HTMLOListElement>(null);
  // The chapter that is open is in sight, and the page stays where it is.
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && open) list.current.scrollTop = open.offsetTop - list.current.clientHeight / 2;
  }, [chapter.review]);
  const edited = study.chapters.find((it) => it.review === edits.value);
  return (
    <>
      <ol class="chapters" ref={list} aria-label={words.chapters}>
        {study.chapters.map((it, i) => (
          <li key={it.review}>
            <a
              href={`/study/${study.study}/${it.review}`}
              aria-current={it.review === chapter.review ? 'page' : undefined}
            >
              <span class="chapter-number">{i + 1}</span>
              <span class="chapter-name">{it.name}</span>
              <span class="note">{chapterNote(it, study.is_owner)}</span>
            </a>
            {study.may_edit && (
              <button
                type="button"
                class="quiet square"
                aria-label={words.editChapter(it.name)}
                title={words.editChapter(it.name)}
                onClick={() => {
                  edits.value = it.review;
                }}
              >
                <Icon name="pencil" />
              </button>
            )}
          </li>
        ))}
      </ol>
      {study.may_edit && (
        <button
          type="button"
          class="add-chapter"
          disabled={study.chapters.length >= CHAPTERS_MAX}
          onClick={() => {
            adds.value = true;
          }}
        >
          <Icon name="plus" />
          {words.addChapter}
        </button>
      )}
      {edited && (
        <ChapterDialog
          study={study}
          chapter={edited}
          isOpen={edited.review === chapter.review}
          loaded={loaded}
          onClose={() => {
            edits.value = null;
          }}
        />
      )}
      {adds.value && (
        <NewChaptersDialog
          study={study}
          loaded={loaded}
          onClose={() => {
            adds.value = false;
          }}
        />
      )}
    </>
  );
}

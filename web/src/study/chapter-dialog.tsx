/** A chapter's name, how it is read, and its place; and its end. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { go } from '../router';
import { Dialog, Sure } from '../ui/dialog';
import { Icon } from '../ui/icon';
import type { Loaded } from '../ui/loaded';
import { TextField } from '../ui/text-field';
import type { Study, StudyChapter } from '../wire/generated';
import { ReadingFields } from './reading-fields';
import { changeChapter, deleteChapter, orderChapters, problemText, TITLE_CHARS_MAX } from './study-api';

interface Props {
  study: Study;
  chapter: StudyChapter;
  loaded: Loaded<Study>;
  onClose(): void;
}

export function ChapterDialog({ study, chapter, loaded, onClose }: Props) {
  const words = t().study;
  const name = useSignal(chapter.name);
  const reading = useSignal({ orientation: chapter.orientation, mode: chapter.mode });
  const problem = useSignal<string | null>(null);
  const asks = useSignal(false);
  const place = study.chapters.findIndex((it) => it.review === chapter.review);
  /** Does it, and shows the study as it is then; why not, otherwise. */
  const act = async (doing: Promise<unknown>, close = true) => {
    problem.value = null;
    try {
      await doing;
      await loaded.again();
      if (close) onClose();
      return true;
    } catch (refused) {
      problem.value = problemText(refused);
      return false;
    }
  };
  const move = (by: number) => {
    const codes = study.chapters.map((it) => it.review);
    codes.splice(place + by, 0, ...codes.splice(place, 1));
    void act(orderChapters(study.study, codes), false);
  };
  const remove = async () => {
    const isOpen = location.pathname.endsWith(`/${chapter.review}`) || place === 0;
    if (isOpen) {
      const next = study.chapters[place + 1] ?? study.chapters[place - 1];
      if (next) go(`/study/${study.study}/${next.review}`);
    }
    await act(deleteChapter(study.study, chapter.review));
  };
  return (
    <Dialog title={words.editChapter(chapter.name)} onClose={onClose}>
      <form
        class="study-form"
        onSubmit={(event) => {
          event.preventDefault();
          void act(changeChapter(study.study, chapter.review, { name: name.value.trim(), ...reading.value }));
        }}
      >
        <TextField
          label={words.chapterName}
          name="name"
          required
          maxLength={TITLE_CHARS_MAX}
          value={name.value}
          onInput={(text) => {
            name.value = text;
          }}
        />
        <ReadingFields
          value={reading.value}
          onChange={(next) => {
            reading.value = next;
          }}
        />
        {problem.value && (
          <p class="warning" role="alert">
            {problem.value}
          </p>
        )}
        <div class="row">
          <button type="submit" class="primary">
            {words.save}
          </button>
          <button type="button" disabled={place <= 0} onClick={() => move(-1)}>
            <Icon name="up" />
            {words.moveUp}
          </button>
          <button type="button" disabled={place + 1 >= study.chapters.length} onClick={() => move(1)}>
            <Icon name="down" />
            {words.moveDown}
          </button>
          {(study.is_owner || chapter.mine) && study.chapters.length > 1 && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                asks.value = true;
              }}
            >
              {words.deleteChapter}
            </button>
          )}
        </div>
        <p class="note" aria-live="polite">
          {words.placeOf(place + 1, study.chapters.length)}
        </p>
      </form>
      {asks.value && (
        <Sure
          title={words.deleteChapterSure(chapter.name)}
          yes={words.deleteChapter}
          onYes={() => void remove()}
          onClose={() => {
            asks.value = false;
          }}
        />
      )}
    </Dialog>
  );
}

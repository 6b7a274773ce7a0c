/** A chapter's name, how it is read, and its place; and its end. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { go } from '../router';
import { Dialog, Sure } from '../ui/dialog';
import { Icon } from '../ui/icon';
import type { Loaded } from '../ui/loaded';
import { toast } from '../ui/toast';
import type { Study, StudyChapter } from '../wire/generated';
import { Refused, useActing } from './acting';
import { ChapterFields } from './chapter-fields';
import { changeChapter, deleteChapter, orderChapters, problemText } from './study-api';

interface Props {
  study: Study;
  chapter: StudyChapter;
  /** Whether it is the one on the board. */
  isOpen: boolean;
  loaded: Loaded<Study>;
  onClose(): void;
}

export function ChapterDialog({ study, chapter, isOpen, loaded, onClose }: Props) {
  const words = t().study;
  const terms = useSignal({ name: chapter.name, orientation: chapter.orientation, mode: chapter.mode });
  const acting = useActing();
  const asks = useSignal(false);
  const place = study.chapters.findIndex((it) => it.review === chapter.review);
  const save = () =>
    acting.act(async () => {
      await changeChapter(study.study, chapter.review, { ...terms.value, name: terms.value.name.trim() });
      await loaded.again();
      onClose();
    });
  const move = (by: number) => {
    const codes = study.chapters.map((it) => it.review);
    codes.splice(place + by, 0, ...codes.splice(place, 1));
    void acting.act(async () => {
      await orderChapters(study.study, codes);
      await loaded.again();
    });
  };
  const remove = async () => {
    const next = study.chapters[place + 1] ?? study.chapters[place - 1];
    // The board is elsewhere before its chapter is gone, and this dialog with it.
    if (isOpen && next) go(`/study/${study.study}/${next.review}`);
    try {
      await deleteChapter(study.study, chapter.review);
      await loaded.again();
      onClose();
    } catch (refused) {
      toast.show(problemText(refused), 'bad');
    }
  };
  return (
    <Dialog title={words.editChapter(chapter.name)} onClose={onClose}>
      <form
        class="study-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ChapterFields terms={terms} required />
        <Refused of={acting} />
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

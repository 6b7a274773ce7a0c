/**
 * New chapters: from the start of a game, a position, a file, a game that was played, or a problem.
 */

import { useSignal } from '@preact/signals';
import { FILE_BYTES_MAX } from '../archive/archive-api';
import { FileNotes, type NotedFile } from '../archive/file-notes';
import { t } from '../i18n/whole';
import { go } from '../router';
import { Select } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { FileButton } from '../ui/file-button';
import type { Loaded } from '../ui/loaded';
import { TextField } from '../ui/text-field';
import { VariantSelect } from '../variants/variant-select';
import type { Study } from '../wire/generated';
import { Refused, useActing } from './acting';
import { ChapterFields, unread } from './chapter-fields';
import { type Draft, type Found, fromBoard, fromFile, fromGame, fromPosition, fromTsume } from './sources';
import { addChapters, CHAPTERS_MAX, TITLE_CHARS_MAX } from './study-api';

const SOURCES = ['board', 'file', 'game', 'position', 'tsume'] as const;
type Source = (typeof SOURCES)[number];

interface Props {
  study: Study;
  loaded: Loaded<Study>;
  onClose(): void;
}

export function NewChaptersDialog({ study, loaded, onClose }: Props) {
  const words = t().study;
  const source = useSignal<Source>('board');
  const variant = useSignal('standard');
  /** What was typed for the source that is chosen. */
  const given = useSignal('');
  const file = useSignal<File | null>(null);
  const terms = useSignal(unread());
  /** The notes on the file that were shown before its games are added. */
  const shown = useSignal<NotedFile | null>(null);
  const acting = useActing();
  const find = async (): Promise<Found> => {
    switch (source.value) {
      case 'board':
        return fromBoard(variant.value);
      case 'position':
        return fromPosition(variant.value, given.value);
      case 'file':
        if ((file.value?.size ?? 0) > FILE_BYTES_MAX) return { problem: t().archive.tooLarge };
        return fromFile(file.value ?? given.value);
      case 'game':
        return fromGame(given.value);
      case 'tsume':
        return fromTsume(given.value);
    }
  };
  const add = async () => {
    const found = await find();
    if ('problem' in found) return found.problem;
    const left = CHAPTERS_MAX - study.chapters.length;
    if (found.drafts.length > left) return words.add.tooMany(found.drafts.length, left);
    if (found.file && found.file.n_notes > 0 && !shown.peek()) {
      shown.value = found.file;
      return null;
    }
    const next = study.chapters.length + 1;
    const chapters = found.drafts.map((draft, i) => ({
      ...draft,
      ...terms.value,
      name: nameOf(draft, terms.value.name.trim(), found.drafts.length, next + i),
    }));
    const made = await addChapters(study.study, chapters);
    await loaded.again();
    onClose();
    const [first] = made.chapters;
    if (first) go(`/study/${study.study}/${first}`);
    return null;
  };
  return (
    <Dialog title={words.addChapter} onClose={onClose}>
      <form
        class="study-form"
        onSubmit={(event) => {
          event.preventDefault();
          void acting.act(add);
        }}
      >
        <Select
          label={words.add.source}
          name="source"
          options={SOURCES.map((it) => [it, words.add.sources[it]] as const)}
          value={source.value}
          onChange={(next) => {
            source.value = next;
            given.value = '';
            file.value = null;
            shown.value = null;
            acting.problem.value = null;
            if (next === 'tsume') terms.value = { ...terms.peek(), mode: 'practice' };
          }}
        />
        {(source.value === 'board' || source.value === 'position') && (
          <VariantSelect
            value={variant.value}
            onChange={(next) => {
              variant.value = next;
            }}
          />
        )}
        {source.value !== 'board' && (
          <TextField
            key={source.value}
            label={words.add.given[source.value]}
            help={words.add.givenHelp[source.value]}
            name="given"
            exact
            required={file.value === null}
            {...(source.value === 'file' ? { lines: 4 } : {})}
            value={given.value}
            onInput={(text) => {
              given.value = text;
              shown.value = null;
            }}
          />
        )}
        {source.value === 'position' && (
          <p class="note">
            <a href="/editor" target="_blank" rel="noopener">
              {t().editor.title}
            </a>
          </p>
        )}
        {source.value === 'file' && (
          <div class="row">
            <FileButton
              label={t().review.openFile}
              onChoose={([chosen]) => {
                file.value = chosen ?? null;
                shown.value = null;
              }}
            />
            {file.value && <span class="note">{file.value.name}</span>}
          </div>
        )}
        <ChapterFields terms={terms} help={source.value === 'file' ? words.add.nameHelp : undefined} />
        {shown.value && <FileNotes files={[shown.value]} />}
        <Refused of={acting} />
        <button type="submit" class="primary" disabled={acting.busy.value}>
          {shown.value ? words.add.doAnyway : words.add.do}
        </button>
      </form>
    </Dialog>
  );
}

/** One chapter is called as was typed, several by their players; without any, by their number. */
const nameOf = (draft: Draft, typed: string, n: number, place: number): string =>
  ((n === 1 && typed) || draft.name || t().study.chapterN(place)).slice(0, TITLE_CHARS_MAX);

/** What a chapter is called, from which side it is seen, and how it is read. */

import type { Signal } from '@preact/signals';
import { t } from '../i18n/whole';
import { Segments } from '../ui/choice';
import { TextField } from '../ui/text-field';
import type { ChapterTerms } from '../wire/generated';
import { MODES, TITLE_CHARS_MAX } from './study-api';

/** A new chapter, before anything is said of it. */
export const unread = (name = ''): ChapterTerms => ({ name, orientation: 'sente', mode: 'normal' });

interface Props {
  terms: Signal<ChapterTerms>;
  /** Where a chapter without a name has none. */
  required?: boolean;
  /** What becomes of the name. */
  help?: string | undefined;
}

export function ChapterFields({ terms, required = false, help }: Props) {
  const { study, sides } = t();
  const { name, orientation, mode } = terms.value;
  const put = (changes: Partial<ChapterTerms>) => {
    terms.value = { ...terms.peek(), ...changes };
  };
  return (
    <>
      <TextField
        label={study.chapterName}
        help={help}
        name="name"
        required={required}
        maxLength={TITLE_CHARS_MAX}
        value={name}
        onInput={(text) => put({ name: text })}
      />
      <Segments
        label={study.orientation}
        options={[
          ['sente', sides.sente],
          ['gote', sides.gote],
        ]}
        value={orientation}
        onChange={(next) => put({ orientation: next })}
      />
      <Segments
        label={study.mode}
        options={MODES.map((it) => [it, study.modes[it]] as const)}
        value={mode}
        onChange={(next) => put({ mode: next })}
      />
      <p class="note">{study.modeHelp[mode]}</p>
    </>
  );
}

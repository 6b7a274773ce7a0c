/** From which side a chapter is seen, and how it is read. */

import { t } from '../i18n';
import { Segments } from '../ui/choice';
import type { ChapterMode, Side } from '../wire/generated';
import { MODES } from './study-api';

export interface Reading {
  orientation: Side;
  mode: ChapterMode;
}

export function ReadingFields({ value, onChange }: { value: Reading; onChange(next: Reading): void }) {
  const { study, sides } = t();
  return (
    <>
      <Segments
        label={study.orientation}
        options={[
          ['sente', sides.sente],
          ['gote', sides.gote],
        ]}
        value={value.orientation}
        onChange={(orientation) => onChange({ ...value, orientation })}
      />
      <Segments
        label={study.mode}
        options={MODES.map((it) => [it, study.modes[it]] as const)}
        value={value.mode}
        onChange={(mode) => onChange({ ...value, mode })}
      />
      <p class="note">{study.modeHelp[value.mode]}</p>
    </>
  );
}

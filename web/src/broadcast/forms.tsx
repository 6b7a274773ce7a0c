/** What broadcasts and boards say of themselves, as forms. */

import { t } from '../i18n';
import { VISIBILITIES } from '../study/study-api';
import { type Field, FormFields, type Shown } from '../ui/form-fields';
import type { AnnouncedKind, Broadcast, BroadcastTerms, NewBoard, StudyVisibility } from '../wire/generated';

export interface TermsDraft {
  title: string;
  description: string;
  visibility: StudyVisibility;
  /** As `datetime-local` has it. */
  starts: string;
  ended: boolean;
  delayPlies: number;
  delayMinutes: number;
}

const MINUTE_MS = 60_000;

/** An instant in the reader's own zone, to the minute. */
const localTime = (ms: number) =>
  new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);

export const termsDraft = (of?: Broadcast): TermsDraft => ({
  title: of?.title ?? '',
  description: of?.description ?? '',
  visibility: of?.visibility ?? 'private',
  starts: localTime(of?.starts_ms ?? Date.now()),
  ended: of?.ended_ms !== undefined,
  delayPlies: of?.delay_plies ?? 0,
  delayMinutes: Math.round((of?.delay_s ?? 0) / 60),
});

export const termsOf = (draft: TermsDraft, featured: string | null): BroadcastTerms => ({
  title: draft.title,
  description: draft.description,
  visibility: draft.visibility,
  starts_ms: new Date(draft.starts).getTime() || 0,
  ended: draft.ended,
  delay_plies: draft.delayPlies,
  delay_s: draft.delayMinutes * 60,
  featured,
});

const TERMS: readonly Field<TermsDraft>[] = [
  { kind: 'text', key: 'title', max: 100, required: true },
  { kind: 'text', key: 'description', lines: 3, max: 1_000 },
  {
    kind: 'choice',
    key: 'visibility',
    options: ({ study }) => VISIBILITIES.map((it) => [it, study.seenBy[it]] as const),
  },
  { kind: 'time', key: 'starts', required: () => true },
  {
    kind: 'columns',
    fields: [
      { kind: 'number', key: 'delayPlies', min: 0, max: 50 },
      { kind: 'number', key: 'delayMinutes', min: 0, max: 360 },
    ],
  },
];

const ENDED: readonly Field<TermsDraft>[] = [{ kind: 'toggle', key: 'ended' }];

export function TermsFields(props: Shown<TermsDraft> & { isNew?: boolean }) {
  const words = t().broadcast.form;
  return (
    <>
      <FormFields {...props} fields={TERMS} words={words} />
      {!props.isNew && <FormFields {...props} fields={ENDED} words={words} />}
    </>
  );
}

export interface BoardDraft {
  sente: string;
  gote: string;
  senteGrade: string;
  goteGrade: string;
  round: string;
  timeKind: AnnouncedKind | 'none';
  mainMinutes: number;
  perMove: number;
  source: string;
}

const KINDS = ['none', 'byoyomi', 'stopwatch', 'fischer', 'sudden_death'] as const;

export const boardDraft = (): BoardDraft => ({
  sente: '',
  gote: '',
  senteGrade: '',
  goteGrade: '',
  round: '',
  timeKind: 'none',
  mainMinutes: 60,
  perMove: 60,
  source: '',
});

export function boardOf(draft: BoardDraft): NewBoard {
  const { sente, gote, senteGrade, goteGrade, round, timeKind, mainMinutes, perMove, source } = draft;
  const time =
    timeKind === 'none'
      ? {}
      : {
          time: {
            kind: timeKind,
            main_s: mainMinutes * 60,
            per_move_s: timeKind === 'sudden_death' ? 0 : perMove,
          },
        };
  return {
    names: { sente, gote },
    announced: { grades: { sente: senteGrade, gote: goteGrade }, ...time },
    round,
    starts_ms: null,
    variant: 'standard',
    handicap: '',
    source: source.trim() || null,
  };
}

const isTimed = ({ timeKind }: BoardDraft) => timeKind !== 'none';

const BOARD: readonly Field<BoardDraft>[] = [
  {
    kind: 'columns',
    fields: [
      { kind: 'text', key: 'sente', max: 60, required: true },
      { kind: 'text', key: 'senteGrade', max: 40 },
    ],
  },
  {
    kind: 'columns',
    fields: [
      { kind: 'text', key: 'gote', max: 60, required: true },
      { kind: 'text', key: 'goteGrade', max: 40 },
    ],
  },
  { kind: 'text', key: 'round', max: 60 },
  {
    kind: 'choice',
    key: 'timeKind',
    options: ({ broadcast }) => KINDS.map((it) => [it, broadcast.form.times[it]] as const),
  },
  { kind: 'number', key: 'mainMinutes', min: 1, max: 1_440, when: isTimed },
  {
    kind: 'number',
    key: 'perMove',
    min: 0,
    max: 3_600,
    when: (draft) => isTimed(draft) && draft.timeKind !== 'sudden_death',
  },
  { kind: 'text', key: 'source', help: 'sourceHelp', max: 1_000, inputMode: 'url' },
];

export const BoardFields = (props: Shown<BoardDraft>) => (
  <FormFields {...props} fields={BOARD} words={t().broadcast.form} />
);

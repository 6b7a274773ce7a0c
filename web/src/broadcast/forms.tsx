/** What broadcasts and boards say of themselves, as forms. */

import { PositionField } from '../editor/position-field';
import { t } from '../i18n/whole';
import { handicapChoices } from '../lobby/setup-words';
import { variantOf } from '../shogi/variant';
import { VISIBILITIES } from '../study/study-api';
import { Select } from '../ui/choice';
import {
  type DraftOf,
  firstOf,
  localTime,
  orNone,
  type Parts,
  part,
  read,
  same,
  written,
} from '../ui/draft-table';
import { type Field, FormFields, type Shown } from '../ui/form-fields';
import { VariantSelect } from '../variants/variant-select';
import type { Broadcast, BroadcastTerms, StudyVisibility } from '../wire/generated';
import { type BoardDraft, OWN } from './board-draft';
import { EventField } from './event-field';

/** What is decided about a broadcast. */
const SENT = {
  title: same('title', ''),
  description: same('description', ''),
  visibility: same('visibility', 'private' as StudyVisibility),
  starts_ms: part(
    { starts: '' },
    (ms) => ({ starts: localTime(ms) }),
    ({ starts }) => Date.parse(starts) || 0,
  ),
  ended: same('ended', false),
  delay_plies: same('delayPlies', 0),
  delay_s: part(
    { delayMinutes: 0 },
    (s) => ({ delayMinutes: Math.round(s / 60) }),
    ({ delayMinutes }) => delayMinutes * 60,
  ),
  standings: same('standings', false),
  /** The board that is shown large; '' for none. */
  featured: orNone('featured', ''),
} satisfies Parts<BroadcastTerms>;

export interface TermsDraft extends DraftOf<typeof SENT> {}

export const termsDraft = (of?: Broadcast): TermsDraft => ({
  ...firstOf(SENT),
  starts: localTime(Date.now()),
  ...(of &&
    read<BroadcastTerms>(SENT, {
      ...of,
      ended: of.ended_ms !== undefined,
      featured: of.featured ?? null,
    })),
});

export const termsOf = (draft: TermsDraft): BroadcastTerms =>
  written<BroadcastTerms, TermsDraft>(SENT, draft, null);

const TERMS: readonly Field<TermsDraft>[] = [
  { kind: 'text', key: 'title', max: 100, required: true },
  { kind: 'time', key: 'starts', required: () => true },
  {
    kind: 'choice',
    key: 'visibility',
    options: ({ study }) => VISIBILITIES.map((it) => [it, study.seenBy[it]] as const),
  },
];

const MORE_TERMS: readonly Field<TermsDraft>[] = [
  { kind: 'text', key: 'description', lines: 3, max: 1_000 },
  {
    kind: 'columns',
    fields: [
      { kind: 'number', key: 'delayPlies', min: 0, max: 50 },
      { kind: 'number', key: 'delayMinutes', min: 0, max: 360 },
    ],
  },
  { kind: 'toggle', key: 'standings' },
];

const ENDED: readonly Field<TermsDraft>[] = [{ kind: 'toggle', key: 'ended' }];

/** All of them, for a broadcast that is there. */
export function TermsFields(props: Shown<TermsDraft>) {
  const words = t().broadcast.form;
  return <FormFields {...props} fields={[...TERMS, ...MORE_TERMS, ...ENDED]} words={words} />;
}

const KINDS = ['none', 'byoyomi', 'stopwatch', 'fischer', 'sudden_death'] as const;

const isTimed = ({ timeKind }: BoardDraft) => timeKind !== 'none';

const BOARD: readonly Field<BoardDraft>[] = [
  { kind: 'view', view: EventField },
  {
    kind: 'columns',
    fields: [
      { kind: 'text', key: 'sente', max: 60, required: true },
      { kind: 'text', key: 'gote', max: 60, required: true },
    ],
  },
  { kind: 'text', key: 'source', help: 'sourceHelp', max: 1_000, inputMode: 'url' },
];

const MORE_BOARD: readonly Field<BoardDraft>[] = [
  {
    kind: 'columns',
    fields: [
      { kind: 'text', key: 'senteGrade', max: 40 },
      { kind: 'text', key: 'goteGrade', max: 40 },
    ],
  },
  { kind: 'text', key: 'round', max: 60 },
  { kind: 'time', key: 'starts', label: 'boardStarts', help: 'boardStartsHelp' },
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
];

/** How the game begins; a board keeps it. */
function Beginning({ draft, put }: Shown<BoardDraft>) {
  const words = t();
  return (
    <>
      <div class="columns">
        <VariantSelect
          name="variant"
          value={draft.variant}
          onChange={(variant) => put({ variant, handicap: '' })}
        />
        <Select
          label={words.setup.start}
          name="handicap"
          options={[
            ['', words.setup.even] as const,
            ...handicapChoices(variantOf(draft.variant).handicaps),
            [OWN, words.setup.ownStart] as const,
          ]}
          value={draft.handicap}
          onChange={(handicap) => put({ handicap })}
        />
      </div>
      {draft.handicap === OWN && (
        <PositionField variant={draft.variant} value={draft.sfen} onInput={(sfen) => put({ sfen })} />
      )}
    </>
  );
}

export const BoardFields = ({ isNew = false, ...props }: Shown<BoardDraft> & { isNew?: boolean }) => (
  <>
    <FormFields {...props} fields={[...BOARD, ...MORE_BOARD]} words={t().broadcast.form} />
    {isNew && <Beginning {...props} />}
  </>
);

/** One that is new and begins when its first board does. */
const WITHOUT_START = MORE_BOARD.filter((it) => !('key' in it && it.key === 'starts'));

interface NewProps {
  terms: Shown<TermsDraft>;
  board: Shown<BoardDraft>;
  /** Whether all of it is shown: something in it is not right. */
  isOpen: boolean;
}

/** A new broadcast with its first board: what it needs, and all else folded. */
export function NewBroadcastFields({ terms, board, isOpen }: NewProps) {
  const words = t().broadcast.form;
  return (
    <>
      <FormFields {...terms} fields={TERMS} words={words} />
      <FormFields {...board} fields={BOARD} words={words} />
      <details class="more-fields" open={isOpen}>
        <summary>{words.more}</summary>
        <FormFields {...board} fields={WITHOUT_START} words={words} />
        <Beginning {...board} />
        <FormFields {...terms} fields={MORE_TERMS} words={words} />
      </details>
    </>
  );
}

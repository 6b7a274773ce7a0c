/** What an organiser types of a player: the fields, and how they are sent. */

import { t } from '../i18n/whole';
import { handicapChoices } from '../lobby/setup-words';
import { KNOWN_GRADES } from '../ratings/grade-reader';
import { gradeText } from '../ratings/words';
import { variantOf } from '../shogi/variant';
import { Select, Toggle } from '../ui/choice';
import { TextField } from '../ui/text-field';
import type { Grade, NewEntry, Terms, Tournament } from '../wire/generated';
import { partsFrom } from './who-fields';

/** What an organiser types of a player. */
export interface Typed {
  handle: string;
  name: string;
  grade: Grade | '';
  rating: string;
  group: string;
  seat: string;
  /** The start score in a McMahon. */
  start: string;
  /** The table somebody always sits at. */
  table: string;
  /** As the federation writes the player. */
  family: string;
  given: string;
  nationality: string;
  unlisted: boolean;
  /** What the organiser marks the player with, separated by commas. */
  tags: string;
  /** The stage in which the player joins; nothing for the first. */
  stage: string;
  /** What a simul's host gives; nothing for what the grades suggest. */
  odds: Terms | '';
}

export const NOBODY: Typed = {
  handle: '',
  name: '',
  grade: '',
  rating: '',
  group: '',
  seat: '',
  start: '',
  table: '',
  family: '',
  given: '',
  nationality: '',
  unlisted: false,
  tags: '',
  stage: '',
  odds: '',
};

/** The format's own word for where a player belongs, and what the number beside it means. */
export function partOf({ format }: Pick<Tournament, 'format'>): {
  group: 'team' | 'class' | 'club';
  seat: 'board' | 'seed';
} {
  if (format.t === 'team') return { group: 'team', seat: 'board' };
  return { group: classesOf({ format }).length > 0 ? 'class' : 'club', seat: 'seed' };
}

function classesOf({ format }: Pick<Tournament, 'format'>): string[] {
  if (format.t === 'league') return format.classes.map(({ name }) => name);
  const first = format.t === 'stages' ? format.stages[0] : undefined;
  return first ? classesOf(first) : [];
}

/** The stages in which a player may join later than the others. */
export const laterStages = ({ format }: Pick<Tournament, 'format'>) =>
  format.t === 'stages' ? format.stages.slice(1).map(({ name }) => name) : [];

/** Whether players may have start scores of their own. */
export const hasStart = ({ format }: Pick<Tournament, 'format'>) =>
  format.t === 'mcmahon' || (format.t === 'championship' && format.inner.t === 'mcmahon');

/** Whether players may always sit at the same table. */
const hasTables = ({ attendance, plan }: Tournament) => attendance === 'by_round' && plan.at_the_board;

/** `3`, `2.5`, `2,5`, `2½`; null when it is none. */
export function halvesFrom(text: string): number | null {
  const [, whole, half] = /^(\d{0,3})(½|[.,]5|[.,]0)?$/.exec(text.trim()) ?? [];
  if (!whole && !half?.includes('½')) return null;
  return Number(whole || 0) + (half && !half.endsWith('0') ? 0.5 : 0);
}

export function requestOf(view: Tournament, typed: Typed): NewEntry {
  const { group, seat } = partOf(view);
  const number = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null);
  return {
    name: typed.name.trim(),
    grade: typed.grade || null,
    rating: number(typed.rating),
    [group]: typed.group.trim() || null,
    [seat]: number(typed.seat),
    start: hasStart(view) ? halvesFrom(typed.start) : null,
    odds: typed.odds || null,
    table: hasTables(view) ? number(typed.table) : null,
    family: typed.family.trim() || null,
    given: typed.given.trim() || null,
    nationality: typed.nationality.trim().toUpperCase() || null,
    unlisted: typed.unlisted,
    tags: partsFrom(typed.tags),
    ...(typed.stage && { class: typed.stage }),
  };
}

/** What a host may give: the first move, or any handicap of shogi. */
function OddsField({ odds, onPut }: { odds: Typed['odds']; onPut(change: Partial<Typed>): void }) {
  const all = t();
  return (
    <Select
      label={all.simul.odds}
      name="odds"
      options={[
        ['', all.simul.byGrade],
        ['even', all.simul.even],
        ['first_move', all.tournaments.form.firstMove],
        ...handicapChoices(variantOf('standard').handicaps),
      ]}
      value={odds}
      onChange={(it) => onPut({ odds: it as Typed['odds'] })}
    />
  );
}

/**
 * What of an entry may still change: before the start all of it, afterwards nothing from which the
 * draw was made, and the strength while rounds are still to be paired by it.
 */
function mayChange({ phase, attendance }: Tournament) {
  const isBefore = phase === 'draft' || phase === 'open';
  const isPairedAnew = attendance === 'by_round' || attendance === 'free';
  return { draw: isBefore, strength: isBefore || (phase === 'running' && isPairedAnew) };
}

interface FieldsProps {
  view: Tournament;
  typed: Typed;
  onPut(change: Partial<Typed>): void;
  /** Whether it is somebody who is not entered yet: of them everything can be said. */
  isNew?: boolean;
}

export function EntryFields({ view, typed, onPut, isNew = false }: FieldsProps) {
  const words = t().tournaments;
  const { group } = partOf(view);
  const may = isNew ? { draw: true, strength: true } : mayChange(view);
  return (
    <>
      {may.strength && <StrengthFields typed={typed} onPut={onPut} />}
      {group === 'club' && (
        <TextField
          exact
          label={words.club}
          name="club"
          value={typed.group}
          onInput={(it) => onPut({ group: it })}
        />
      )}
      {may.draw && <DrawFields view={view} typed={typed} onPut={onPut} />}
      {hasTables(view) && (
        <TextField
          exact
          label={words.alwaysAt}
          name="table"
          pattern="\d{1,4}"
          value={typed.table}
          onInput={(table) => onPut({ table })}
        />
      )}
      <TextField
        exact
        label={words.prizes.tags}
        help={words.prizes.tagsHelp}
        name="tags"
        value={typed.tags}
        onInput={(tags) => onPut({ tags })}
      />
      {view.plan.at_the_board && <Federation typed={typed} onPut={onPut} />}
    </>
  );
}

function StrengthFields({ typed, onPut }: Pick<FieldsProps, 'typed' | 'onPut'>) {
  const words = t().tournaments;
  return (
    <>
      <Select
        label={words.grade}
        name="grade"
        options={[['', '–'] as const, ...KNOWN_GRADES.map((it) => [it, gradeText(it)] as const)]}
        value={typed.grade}
        onChange={(grade) => onPut({ grade })}
      />
      <TextField
        exact
        label={words.rating}
        name="rating"
        value={typed.rating}
        onInput={(rating) => onPut({ rating })}
      />
    </>
  );
}

/** What the draw is made from, beside the strength. */
function DrawFields({ view, typed, onPut }: FieldsProps) {
  const words = t().tournaments;
  const { group, seat } = partOf(view);
  return (
    <>
      {view.format.t === 'simul' && <OddsField odds={typed.odds} onPut={onPut} />}
      {group === 'class' && (
        <Select
          label={words.class}
          name="class"
          options={['', ...classesOf(view)].map((it) => [it, it || '–'] as const)}
          value={typed.group}
          onChange={(it) => onPut({ group: it })}
        />
      )}
      {group === 'team' && (
        <TextField
          exact
          label={words.team}
          name="team"
          value={typed.group}
          onInput={(it) => onPut({ group: it })}
        />
      )}
      <TextField
        exact
        label={seat === 'board' ? words.teamBoard : words.seed}
        name={seat}
        value={typed.seat}
        onInput={(it) => onPut({ seat: it })}
      />
      {hasStart(view) && (
        <TextField
          exact
          label={words.startScore}
          name="start"
          pattern="\d{0,3}(½|[.,]5|[.,]0)?"
          value={typed.start}
          onInput={(start) => onPut({ start })}
        />
      )}
      {laterStages(view).length > 0 && (
        <Select
          label={words.stages.enters}
          name="stage"
          options={[['', '–'] as const, ...laterStages(view).map((it) => [it, it] as const)]}
          value={typed.stage}
          onChange={(stage) => onPut({ stage })}
        />
      )}
    </>
  );
}

function Federation({ typed, onPut }: { typed: Typed; onPut(change: Partial<Typed>): void }) {
  const words = t().tournaments.federation;
  return (
    <details>
      <summary>{words.title}</summary>
      {(['family', 'given', 'nationality'] as const).map((key) => (
        <TextField
          exact
          key={key}
          label={words[key]}
          name={key}
          value={typed[key]}
          onInput={(it) => onPut({ [key]: it })}
        />
      ))}
      <Toggle label={words.unlisted} value={typed.unlisted} onChange={(unlisted) => onPut({ unlisted })} />
    </details>
  );
}

/**
 * What is left in the form for the next player: where they belong, and nothing of who was entered.
 */
export const afterEntry = ({ group }: Typed): Typed => ({ ...NOBODY, group });

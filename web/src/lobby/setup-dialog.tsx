/** The form of a new game: what is played, on which clock, by which rules. */

import { useSignal } from '@preact/signals';
import { ask } from '../api/request';
import { clocksInWords } from '../clock/format';
import { PositionField } from '../editor/position-field';
import { t } from '../i18n/whole';
import { GRADES, gradeText } from '../ratings/words';
import { isMember } from '../session';
import { variantOf } from '../shogi/variant';
import type { Refused } from '../socket/socket';
import { NumberField, Segments, Select, Toggle } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { useLoaded } from '../ui/loaded';
import { refusalText } from '../ui/toast';
import { TypedField } from '../ui/typed-field';
import { suggestedClocks } from '../variants/about';
import { VariantSelect } from '../variants/variant-select';
import type { Clock, Engine, SeekWants, Setup, Side } from '../wire/generated';
import { RulesFields } from './rules-fields';
import {
  DAYS,
  type Draft,
  FIRST_DRAFT,
  HOURS,
  hasOwnTimes,
  isHandicap,
  mayBeRated,
  otherStarts,
  setupOf,
  startIn,
  type TimeDraft,
  timeFor,
  timeOf,
} from './setup';
import { handicapChoices, startName } from './setup-words';

export type Intent = 'link' | 'lobby' | 'engine' | 'challenge';

/** What the form asks for. */
export interface Order {
  setup: Setup;
  /** Whom an offer to all is for. */
  wants: SeekWants | null;
  /** Which machine is to play, and how strong. */
  engine: string | null;
  level: number;
  /** For how many hours a challenge stands. */
  hours: Draft['hours'];
}

interface Props {
  /**
   * `link` for a game with one friend, `lobby` for an offer to all, `engine` for one against the
   * machine, `challenge` for one player by name.
   */
  intent: Intent;
  /** What the dialog is called, where its purpose does not say it all. */
  title?: string;
  /** What it begins with, where it is not what was chosen last. */
  begin?: Partial<Draft>;
  /** From which position it begins, where that is settled already. */
  from?: { variant: string; sfen: string };
  /** Null when it was made; what was refused is told in the form, where it can be mended. */
  onSubmit(order: Order): Promise<Refused | null>;
  onClose(): void;
}

/**
 * The form's last state, so that the next game starts from it. Against the machine nobody waits for
 * one's moves.
 */
const lastDrafts: Record<'people' | 'engine', Draft> = {
  people: FIRST_DRAFT,
  engine: { ...FIRST_DRAFT, clock: 'untimed' },
};

export function SetupDialog({ intent, title, begin, from, onSubmit, onClose }: Props) {
  const opponent = intent === 'engine' ? 'engine' : 'people';
  const draft = useSignal<Draft>({
    ...lastDrafts[opponent],
    ...begin,
    ...(from && { ...from, start: 'sfen' as const }),
  });
  const problem = useSignal<string | null>(null);
  const engines = useLoaded(async () => (intent === 'engine' ? ask('GET', '/engines') : null), [intent]);
  const words = t();
  const form = words.setup;
  const now = draft.value;
  const set = (changes: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changes };
    if (!from) lastDrafts[opponent] = draft.value;
  };
  const begins = beginningOf(now, intent);
  const member = isMember.value;
  const sides = {
    sente: isHandicap(begins) ? words.sides.shitate : words.sides.sente,
    gote: isHandicap(begins) ? words.sides.uwate : words.sides.gote,
  };
  const titles = {
    link: words.lobby.friend,
    lobby: form.title,
    engine: words.lobby.engine,
    challenge: words.challenges.challenge,
  };
  const actions = {
    link: form.createLink,
    lobby: form.offer,
    engine: form.playEngine,
    challenge: words.challenges.send,
  };
  return (
    <Dialog title={title ?? titles[intent]} onClose={onClose}>
      <form
        class="setup"
        onSubmit={async (event) => {
          event.preventDefault();
          const refused = await onSubmit({
            setup: setupOf(suits(draft.value, intent)),
            wants: wantsOf(draft.value),
            ...chosenMachine(draft.value, engines.value?.engines ?? []),
            hours: draft.value.hours,
          });
          problem.value = refused && refusalText(refused);
        }}
      >
        {intent === 'engine' && (
          <MachineField draft={now} engines={engines.value?.engines ?? []} onChange={set} />
        )}
        <StartFields draft={now} intent={intent} isGiven={from !== undefined} onChange={set} />
        <ClockFields draft={now} intent={intent} sides={sides} onChange={set} />
        <Segments
          label={form.side}
          options={[
            ['random', isHandicap(begins) ? form.either : form.random],
            ['sente', sides.sente],
            ['gote', sides.gote],
          ]}
          value={now.side}
          onChange={(side) => set({ side })}
        />
        <p class="note">{isHandicap(begins) ? form.sides.handicap : form.sides.even}</p>
        {intent !== 'engine' && <RatedField draft={now} onChange={set} />}
        {intent === 'lobby' && member && (
          <WantsFields wants={now.wants} onChange={(wants) => set({ wants })} />
        )}
        {intent === 'challenge' && (
          <Select
            label={words.challenges.stands}
            name="hours"
            options={HOURS.map((hours) => [String(hours), words.challenges.hours[hours]] as const)}
            value={String(now.hours)}
            onChange={(text) => set({ hours: HOURS.find((hours) => String(hours) === text) ?? now.hours })}
          />
        )}
        <RulesFields draft={now} variant={variantOf(now.variant)} onChange={set} />
        <footer class="row">
          {problem.value && (
            <p class="warning" role="alert">
              {problem.value}
            </p>
          )}
          <button type="submit" class="primary wide">
            {actions[intent]}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

interface FieldProps {
  draft: Draft;
  onChange(to: Partial<Draft>): void;
}

/** Where the game begins: what was chosen, where it can be begun like that. */
const beginningOf = (draft: Draft, intent: Intent): Draft['start'] =>
  draft.start === 'sfen' ? draft.start : startIn(draft.variant, suits(draft, intent).start);

/** Whoever asks the machine for a handicap means to take it. */
const sideFor = (start: Draft['start'], intent: Intent): Partial<Draft> =>
  intent === 'engine' ? { side: isHandicap(start) ? 'sente' : 'random' } : {};

/** What is played, and from which position. */
function StartFields({
  draft,
  intent,
  isGiven,
  onChange,
}: FieldProps & { intent: Intent; isGiven: boolean }) {
  const words = t();
  const form = words.setup;
  const variant = variantOf(draft.variant);
  return (
    <>
      <div class="columns">
        <VariantSelect
          name="variant"
          value={draft.variant}
          onChange={(name) => onChange({ variant: name, ...timeFor(name, draft) })}
        />
        <Select
          label={form.start}
          name="start"
          options={[
            ['even', form.even] as const,
            ...(KNOWS_GRADES.has(intent) && draft.variant === 'standard'
              ? [['suggested', words.ratings.suggested] as const]
              : []),
            ...otherStarts(draft.variant).map((name) => [name, startName(name)] as const),
            ...handicapChoices(variant.handicaps),
            ['sfen', form.ownStart] as const,
          ]}
          value={beginningOf(draft, intent)}
          onChange={(start) => onChange({ start, ...sideFor(start, intent) })}
        />
      </div>
      {draft.start === 'sfen' && (
        <PositionField
          variant={variant.name}
          value={draft.sfen}
          onInput={(sfen) => onChange({ sfen })}
          isGiven={isGiven}
        />
      )}
      {variant.name !== 'standard' && (
        <p class="note">
          {words.variantWords.taglines[variant.name]}{' '}
          <a href={`/variants/${variant.name}`} target="_blank" rel="noopener">
            {words.variantWords.hint.about(words.variants[variant.name] ?? variant.name)}
          </a>
        </p>
      )}
    </>
  );
}

/** On which clock, and with how much time: the same for both sides, or each with its own. */
function ClockFields(props: FieldProps & { intent: Intent; sides: Record<Side, string> }) {
  const { draft, intent, sides, onChange } = props;
  const form = t().setup;
  return (
    <>
      <div>
        <Segments
          label={form.time}
          options={clocksFor(intent).map((kind) => [kind, form.clock[kind]])}
          value={draft.clock}
          onChange={(clock) => onChange({ clock })}
        />
        <p class="note">{form.clockHelp[draft.clock]}</p>
        {draft.clock === 'correspondence' && !isMember.value && (
          <p class="note">{form.correspondenceNeedsAccount}</p>
        )}
        <SuggestedClocks draft={draft} onChange={onChange} />
      </div>
      {draft.clock !== 'untimed' && (
        <TimeFields
          kind={draft.clock}
          title={draft.goteTime && hasOwnTimes(draft.clock) ? sides.sente : null}
          time={draft.time}
          onChange={(time) => onChange({ time })}
        />
      )}
      {draft.goteTime && hasOwnTimes(draft.clock) && (
        <TimeFields
          kind={draft.clock}
          title={sides.gote}
          time={draft.goteTime}
          onChange={(goteTime) => onChange({ goteTime })}
        />
      )}
      {hasOwnTimes(draft.clock) && (
        <Toggle
          label={form.perSide}
          value={draft.goteTime !== null}
          onChange={(own) => onChange({ goteTime: own ? draft.time : null })}
        />
      )}
    </>
  );
}

function RatedField({ draft, onChange }: FieldProps) {
  const words = t();
  const member = isMember.value;
  return (
    <div>
      <Toggle
        label={words.ratings.ratedGame}
        value={draft.rated && member && mayBeRated(draft)}
        disabled={!member || !mayBeRated(draft)}
        onChange={(rated) => onChange({ rated })}
      />
      <p class="note">
        {!member
          ? words.ratings.ratedNeedsAccount
          : mayBeRated(draft)
            ? words.ratings.ratedHelp
            : words.ratings.ratedNotSo}
      </p>
    </div>
  );
}

/** The times that suit the variant, one touch away. */
function SuggestedClocks({ draft, onChange }: FieldProps) {
  const words = t();
  return (
    <p class="row suggested-clocks">
      <span class="note">{words.variantWords.suggested}</span>
      {suggestedClocks(draft.variant).map((clock) => (
        <button
          key={JSON.stringify(clock)}
          type="button"
          onClick={() => onChange({ ...timeOf(clock), goteTime: null })}
        >
          {clocksInWords(words, clock)}
        </button>
      ))}
    </p>
  );
}

/**
 * The machine that is asked for; the built-in one where the one chosen before does not play this.
 */
function chosenMachine({ variant, engine, level }: Draft, engines: readonly Engine[]) {
  const plays = engines.some((it) => it.name === engine && it.variants.includes(variant));
  return plays ? { engine, level } : { engine: null, level: engine === null ? level : FIRST_DRAFT.level };
}

/** Who plays, of the machines that play this variant, and how strong. */
function MachineField({ draft, engines, onChange }: FieldProps & { engines: readonly Engine[] }) {
  const form = t().setup;
  const chosen = chosenMachine(draft, engines);
  const key = (engine: string | null, level: number) => (engine === null ? '' : `${engine}/`) + level;
  const choices = new Map<string, Pick<Draft, 'engine' | 'level'>>();
  const options: [string, string][] = form.levels.map((name, i) => {
    choices.set(key(null, i + 1), { engine: null, level: i + 1 });
    return [key(null, i + 1), `${i + 1} – ${name}`];
  });
  for (const { name, variants, levels } of engines) {
    if (name === null || !variants.includes(draft.variant)) continue;
    for (const [i, level] of levels.entries()) {
      choices.set(key(name, i + 1), { engine: name, level: i + 1 });
      options.push([key(name, i + 1), levels.length > 1 && level ? `${name} – ${level}` : name]);
    }
  }
  return (
    <Select
      label={form.level}
      name="level"
      options={options}
      value={key(chosen.engine, chosen.level)}
      onChange={(value) => onChange(choices.get(value) ?? {})}
    />
  );
}

const CLOCKS = ['byoyomi', 'fischer', 'sudden_death', 'stopwatch', 'correspondence', 'untimed'] as const;

/** A machine answers at once. */
const clocksFor = (intent: Intent) =>
  intent === 'engine' ? CLOCKS.filter((kind) => kind !== 'correspondence') : CLOCKS;

/**
 * Where both players are known to the server when the game begins, it can work the handicap out.
 */
const KNOWS_GRADES: ReadonlySet<Intent> = new Set(['lobby', 'challenge']);

/** A game with somebody whom the server does not know yet says itself from where it begins. */
function suits(draft: Draft, intent: Props['intent']): Draft {
  const start = !KNOWS_GRADES.has(intent) && draft.start === 'suggested' ? 'even' : draft.start;
  return { ...draft, start, rated: draft.rated && intent !== 'engine' };
}

/** Null for everybody. */
function wantsOf({ wants }: Draft): SeekWants | null {
  return Object.keys(wants).length > 0 ? wants : null;
}

/** Which opponents an offer is for. */
function WantsFields({ wants, onChange }: { wants: SeekWants; onChange(wants: SeekWants): void }) {
  const words = t().ratings;
  const put = <K extends keyof SeekWants>(key: K, value: SeekWants[K] | undefined) => {
    const { [key]: _, ...rest } = wants;
    onChange(value === undefined ? rest : { ...rest, [key]: value });
  };
  const rating = (key: 'rating_min' | 'rating_max', label: string) => (
    <TypedField
      label={label}
      type="number"
      min={0}
      max={4000}
      step={10}
      value={String(wants[key] ?? '')}
      onChange={(typed) => put(key, typed === '' ? undefined : Math.round(Number(typed)))}
    />
  );
  const grade = (key: 'grade_min' | 'grade_max', label: string) => (
    <Select
      label={label}
      options={[['', words.anyGrade] as const, ...GRADES.map((it) => [it, gradeText(it)] as const)]}
      value={wants[key] ?? ''}
      onChange={(value) => put(key, value || undefined)}
    />
  );
  return (
    <details class="wants" open={Object.keys(wants).length > 0}>
      <summary>{words.wants}</summary>
      <div class="columns">
        {rating('rating_min', words.ratingMin)}
        {rating('rating_max', words.ratingMax)}
        {grade('grade_min', words.gradeMin)}
        {grade('grade_max', words.gradeMax)}
      </div>
    </details>
  );
}

interface TimeProps {
  kind: Clock['kind'];
  /** Whose time it is, when the sides differ. */
  title: string | null;
  time: TimeDraft;
  onChange(time: TimeDraft): void;
}

export function TimeFields({ kind, title, time, onChange }: TimeProps) {
  const form = t().setup;
  const put = (changes: Partial<TimeDraft>) => onChange({ ...time, ...changes });
  if (kind === 'correspondence')
    return (
      <>
        <Segments
          label={form.days}
          options={DAYS.map((days) => [String(days), String(days)] as const)}
          value={String(time.days)}
          onChange={(days) => put({ days: Number(days) })}
        />
        <div>
          <Toggle
            label={form.weekendsOff}
            value={time.weekendsOff}
            onChange={(weekendsOff) => put({ weekendsOff })}
          />
          <p class="note">{form.weekendsOffHelp}</p>
        </div>
      </>
    );
  return (
    <fieldset class="columns numbers">
      <legend class={title === null ? 'hidden-visually' : 'label'}>{title ?? form.time}</legend>
      <NumberField
        label={form.main}
        value={time.mainMinutes}
        min={kind === 'byoyomi' ? 0 : kind === 'stopwatch' ? 1 : 0.5}
        max={600}
        step={kind === 'stopwatch' ? 1 : 0.5}
        onChange={(mainMinutes) => put({ mainMinutes })}
      />
      {kind === 'byoyomi' && (
        <>
          <NumberField
            label={form.byoyomi}
            value={time.byoyomiSeconds}
            min={1}
            max={600}
            onChange={(byoyomiSeconds) => put({ byoyomiSeconds })}
          />
          <NumberField
            label={form.periods}
            value={time.periods}
            min={1}
            max={20}
            onChange={(periods) => put({ periods })}
          />
        </>
      )}
      {kind === 'fischer' && (
        <NumberField
          label={form.increment}
          value={time.incrementSeconds}
          min={0}
          max={300}
          onChange={(incrementSeconds) => put({ incrementSeconds })}
        />
      )}
    </fieldset>
  );
}

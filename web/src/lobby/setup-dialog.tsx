/** The form of a new game: what is played, on which clock, by which rules. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ownAccount } from '../account/own-account';
import { ask, orNull } from '../api/request';
import { fetchLetters } from '../board/set-styles';
import { PositionField } from '../editor/position-field';
import { t } from '../i18n/of-boards';
import { GRADES, gradeText } from '../ratings/words';
import { fetchAhead, SOME_GAME } from '../router';
import { isMember } from '../session';
import { settings } from '../settings/settings';
import { variantOf } from '../shogi/variant';
import type { Refused } from '../socket/socket';
import { Segments, Select, Toggle } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { useLoaded } from '../ui/loaded';
import { refusalText } from '../ui/toast';
import { TypedField } from '../ui/typed-field';
import { VariantSelect } from '../variants/variant-select';
import type { Engine, SeekWants, Setup } from '../wire/generated';
import { isHandicap } from './handicaps';
import { standing } from './lobby-store';
import { RulesFields } from './rules-fields';
import { type Draft, FIRST_DRAFT, HOURS, mayBeRated, otherStarts, setupOf, startIn, timeFor } from './setup';
import { handicapChoices, startName } from './setup-words';
import { ClockFields } from './time-fields';

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
  /** Whom a challenge is to, by the name in their address. */
  opponent?: string;
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

export function SetupDialog({ intent, title, opponent, begin, from, onSubmit, onClose }: Props) {
  const kept = intent === 'engine' ? 'engine' : 'people';
  const draft = useSignal<Draft>({
    ...lastDrafts[kept],
    ...begin,
    ...(from && { ...from, start: 'sfen' as const }),
  });
  const problem = useSignal<string | null>(null);
  // The board comes while its terms are read.
  useEffect(() => {
    fetchAhead(SOME_GAME);
    fetchLetters(settings.pieces.peek());
  }, []);
  const engines = useLoaded(async () => (intent === 'engine' ? ask('GET', '/engines') : null), [intent]);
  const words = t();
  const form = words.setup;
  const now = draft.value;
  const set = (changes: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changes };
    if (!from) lastDrafts[kept] = draft.value;
  };
  const begins = beginningOf(now, intent);
  const weaker = useLoaded(async () => (opponent === undefined ? false : orNull(isWeaker(opponent))));
  const takes = intent === 'engine' || weaker.value === true;
  // What was chosen last may have been for somebody else; what is chosen now is not.
  const hasChosen = useRef(false);
  useEffect(() => {
    if (opponent !== undefined && weaker.value !== null && isHandicap(begins) && !hasChosen.current)
      set({ side: sideFor(begins, takes) });
  }, [weaker.value]);
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
        <StartFields draft={now} intent={intent} isGiven={from !== undefined} takes={takes} onChange={set} />
        <ClockFields draft={now} isWithMachine={intent === 'engine'} sides={sides} onChange={set} />
        {intent === 'engine' && now.clock !== 'untimed' && standing.value.size > 0 && (
          <p class="note">{form.clockEndsSearch}</p>
        )}
        <div>
          <Segments
            label={form.side}
            options={[
              // Nobody leaves it to chance who gives a handicap.
              ...(isHandicap(begins) ? [] : [['random', form.random] as const]),
              ['sente', sides.sente],
              ['gote', sides.gote],
            ]}
            value={now.side}
            onChange={(side) => {
              hasChosen.current = true;
              set({ side });
            }}
          />
          <p class="note">{isHandicap(begins) ? form.sides.handicap : form.sides.even}</p>
        </div>
        {intent !== 'engine' && member && <RatedField draft={now} onChange={set} />}
        <details class="setup-more" open={intent === 'lobby' && Object.keys(now.wants).length > 0}>
          <summary>
            {form.more} <span class="note">{form.presets[now.preset]}</span>
          </summary>
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
        </details>
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

/**
 * Whoever asks the machine, or somebody stronger, for a handicap means to take it; everybody else
 * means to give it.
 */
const sideFor = (start: Draft['start'], takes: boolean): Draft['side'] =>
  !isHandicap(start) ? 'random' : takes ? 'sente' : 'gote';

/** Whether somebody is weaker than the opponent, as far as both are known. */
async function isWeaker(opponent: string): Promise<boolean> {
  const own = ownAccount.peek()?.handle;
  if (!own) return false;
  const of = (handle: string) =>
    ask('GET', '/players/{handle}/strength', {
      path: { handle },
      query: { variant: 'standard', speed: 'rapid' },
    });
  const [us, them] = await Promise.all([of(own), of(opponent)]);
  return us.rating < them.rating;
}

/** What is played, and from which position. */
function StartFields({
  draft,
  intent,
  isGiven,
  takes,
  onChange,
}: FieldProps & { intent: Intent; isGiven: boolean; takes: boolean }) {
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
          onChange={(start) => onChange({ start, side: sideFor(start, takes) })}
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

function RatedField({ draft, onChange }: FieldProps) {
  const words = t().ratings;
  const may = mayBeRated(draft);
  return (
    <div>
      <Toggle
        label={words.ratedGame}
        value={draft.rated && may}
        disabled={!may}
        onChange={(rated) => onChange({ rated })}
      />
      <p class="note">{may ? words.ratedHelp : words.ratedNotSo}</p>
    </div>
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
    <fieldset class="wants">
      <legend class="label">{words.wants}</legend>
      <div class="columns">
        {rating('rating_min', words.ratingMin)}
        {rating('rating_max', words.ratingMax)}
        {grade('grade_min', words.gradeMin)}
        {grade('grade_max', words.gradeMax)}
      </div>
    </fieldset>
  );
}

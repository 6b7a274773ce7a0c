/** The form of a new game: what is played, on which clock, by which rules. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { variantOf } from '../shogi/variant';
import type { Refused } from '../socket/socket';
import { NumberField, Segments, Select, Toggle } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { refusalText } from '../ui/toast';
import type { Clock, Setup } from '../wire/generated';
import { VARIANTS } from '../wire/variants';
import { RulesFields } from './rules-fields';
import { type Draft, FIRST_DRAFT, HANDICAPS, hasHandicaps, setupOf, type TimeDraft } from './setup';

interface Props {
  /** `link` for a game with one friend, `lobby` for an offer to all. */
  intent: 'link' | 'lobby';
  /** Null when it was made; what was refused is told in the form, where it can be mended. */
  onSubmit(setup: Setup): Promise<Refused | null>;
  onClose(): void;
}

/** The form's last state, so that the next game starts from it. */
let lastDraft: Draft = FIRST_DRAFT;

export function SetupDialog({ intent, onSubmit, onClose }: Props) {
  const draft = useSignal<Draft>(lastDraft);
  const problem = useSignal<string | null>(null);
  const words = t();
  const form = words.setup;
  const now = draft.value;
  const set = (changes: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changes };
    lastDraft = draft.value;
  };
  const variant = variantOf(now.variant);
  const handicaps = hasHandicaps(variant);
  const even = !handicaps || now.start === 'even' || now.start === 'sfen';
  const sente = even ? words.sides.sente : words.sides.shitate;
  const gote = even ? words.sides.gote : words.sides.uwate;
  return (
    <Dialog title={intent === 'link' ? words.lobby.friend : form.title} onClose={onClose}>
      <form
        class="setup"
        onSubmit={async (event) => {
          event.preventDefault();
          const refused = await onSubmit(setupOf(draft.value));
          problem.value = refused && refusalText(refused);
        }}
      >
        <div class="columns">
          <Select
            label={form.variant}
            name="variant"
            options={VARIANTS.map(({ name }) => [name, words.variants[name] ?? name] as const)}
            value={now.variant}
            onChange={(name) => set({ variant: name })}
          />
          <Select
            label={form.start}
            name="start"
            options={[
              ['even', form.even] as const,
              ...(handicaps ? HANDICAPS : []).map((name) => [name, words.handicaps[name]] as const),
              ['sfen', form.ownStart] as const,
            ]}
            value={even && now.start !== 'sfen' ? 'even' : now.start}
            onChange={(start) => set({ start })}
          />
        </div>
        {now.start === 'sfen' && (
          <label class="field">
            <span class="label">{form.sfen}</span>
            <input
              type="text"
              name="sfen"
              required
              autocomplete="off"
              spellcheck={false}
              placeholder={variant.start}
              value={now.sfen}
              onInput={(event) => set({ sfen: event.currentTarget.value })}
            />
          </label>
        )}
        {variant.name !== 'standard' && <p class="note">{form.variantHelp[variant.name]}</p>}

        <div>
          <Segments
            label={form.time}
            options={(['byoyomi', 'fischer', 'sudden_death', 'stopwatch'] as const).map((kind) => [
              kind,
              form.clock[kind],
            ])}
            value={now.clock}
            onChange={(clock) => set({ clock })}
          />
          <p class="note">{form.clockHelp[now.clock]}</p>
        </div>
        <TimeFields
          kind={now.clock}
          title={now.goteTime ? sente : null}
          time={now.time}
          onChange={(time) => set({ time })}
        />
        {now.goteTime && (
          <TimeFields
            kind={now.clock}
            title={gote}
            time={now.goteTime}
            onChange={(goteTime) => set({ goteTime })}
          />
        )}
        <Toggle
          label={form.perSide}
          value={now.goteTime !== null}
          onChange={(own) => set({ goteTime: own ? now.time : null })}
        />

        <Segments
          label={form.side}
          options={[
            ['random', even ? form.random : form.either],
            ['sente', sente],
            ['gote', gote],
          ]}
          value={now.side}
          onChange={(side) => set({ side })}
        />

        <RulesFields draft={now} variant={variant} onChange={set} />
        <footer class="row">
          {problem.value && (
            <p class="warning" role="alert">
              {problem.value}
            </p>
          )}
          <button type="submit" class="primary wide">
            {intent === 'link' ? form.createLink : form.offer}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

interface TimeProps {
  kind: Clock['kind'];
  /** Whose time it is, when the sides differ. */
  title: string | null;
  time: TimeDraft;
  onChange(time: TimeDraft): void;
}

function TimeFields({ kind, title, time, onChange }: TimeProps) {
  const form = t().setup;
  const put = (changes: Partial<TimeDraft>) => onChange({ ...time, ...changes });
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

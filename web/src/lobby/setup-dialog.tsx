import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { NumberField, Segments, Select, Toggle } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import type { Setup } from '../wire/generated';
import { VARIANTS } from '../wire/variants';
import { type Draft, FIRST_DRAFT, HANDICAPS, setupOf } from './setup';

interface Props {
  /** `link` for a game with one friend, `lobby` for an offer to all. */
  intent: 'link' | 'lobby';
  onSubmit(setup: Setup): void;
  onClose(): void;
}

/** The form's last state, so that the next game starts from it. */
let lastDraft: Draft = FIRST_DRAFT;

export function SetupDialog({ intent, onSubmit, onClose }: Props) {
  const draft = useSignal<Draft>(lastDraft);
  const words = t();
  const form = words.setup;
  const now = draft.value;
  const set = (changes: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changes };
    lastDraft = draft.value;
  };
  const rule = (changes: Partial<Draft['rules']>) => set({ rules: { ...draft.value.rules, ...changes } });
  return (
    <Dialog title={intent === 'link' ? words.lobby.friend : form.title} onClose={onClose}>
      <form
        class="setup"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(setupOf(draft.value));
        }}
      >
        <div class="columns">
          <Select
            label={form.variant}
            options={VARIANTS.map(({ name }) => [name, words.variants[name] ?? name] as const)}
            value={now.variant}
            onChange={(variant) => set({ variant })}
          />
          {now.variant === 'standard' && (
            <Select
              label={form.handicap}
              options={[
                ['even', form.even] as const,
                ...HANDICAPS.map((name) => [name, words.handicaps[name]] as const),
              ]}
              value={now.handicap}
              onChange={(handicap) => set({ handicap })}
            />
          )}
        </div>

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
        <div class="columns numbers">
          <NumberField
            label={form.main}
            value={now.mainMinutes}
            min={now.clock === 'byoyomi' ? 0 : now.clock === 'stopwatch' ? 1 : 0.5}
            max={600}
            step={now.clock === 'stopwatch' ? 1 : 0.5}
            onChange={(mainMinutes) => set({ mainMinutes })}
          />
          {now.clock === 'byoyomi' && (
            <>
              <NumberField
                label={form.byoyomi}
                value={now.byoyomiSeconds}
                min={1}
                max={600}
                onChange={(byoyomiSeconds) => set({ byoyomiSeconds })}
              />
              <NumberField
                label={form.periods}
                value={now.periods}
                min={1}
                max={20}
                onChange={(periods) => set({ periods })}
              />
            </>
          )}
          {now.clock === 'fischer' && (
            <NumberField
              label={form.increment}
              value={now.incrementSeconds}
              min={0}
              max={300}
              onChange={(incrementSeconds) => set({ incrementSeconds })}
            />
          )}
        </div>

        <Segments
          label={form.side}
          options={[
            ['random', now.handicap === 'even' || now.variant !== 'standard' ? form.random : form.either],
            [
              'sente',
              now.handicap === 'even' || now.variant !== 'standard' ? words.sides.sente : words.sides.shitate,
            ],
            [
              'gote',
              now.handicap === 'even' || now.variant !== 'standard' ? words.sides.gote : words.sides.uwate,
            ],
          ]}
          value={now.side}
          onChange={(side) => set({ side })}
        />

        <div>
          <Segments
            label={form.rules}
            options={(['casual', 'tournament', 'professional', 'custom'] as const).map((name) => [
              name,
              form.presets[name],
            ])}
            value={now.preset}
            onChange={(preset) => set({ preset })}
          />
          <p class="note">{form.presetHelp[now.preset]}</p>
        </div>
        {now.preset === 'custom' && (
          <div class="columns">
            <Select
              label={form.illegal}
              options={(['reject', 'loses'] as const).map((it) => [it, form.illegalOptions[it]])}
              value={now.rules.illegal}
              onChange={(illegal) => rule({ illegal })}
            />
            <Select
              label={form.repetition}
              options={(['draw', 'replay'] as const).map((it) => [it, form.repetitionOptions[it]])}
              value={now.rules.repetition}
              onChange={(repetition) => rule({ repetition })}
            />
            <Select
              label={form.impasse}
              options={(['points27', 'points24', 'try', 'none'] as const).map((it) => [
                it,
                form.impasseOptions[it],
              ])}
              value={now.rules.impasse}
              onChange={(impasse) => rule({ impasse })}
            />
            <Select
              label={form.impasseDraw}
              options={(['draw', 'replay'] as const).map((it) => [it, form.impasseDrawOptions[it]])}
              value={now.rules.impasse_draw}
              onChange={(impasse_draw) => rule({ impasse_draw })}
            />
            <Select
              label={form.maxMoves}
              options={[
                ['500', '500'],
                ['320', '320'],
                ['256', '256'],
                ['none', form.maxMovesNone],
              ]}
              value={now.rules.max_moves === null ? 'none' : String(now.rules.max_moves)}
              onChange={(value) => rule({ max_moves: value === 'none' ? null : Number(value) })}
            />
            <Toggle
              label={form.takeback}
              value={now.rules.takeback}
              onChange={(takeback) => rule({ takeback })}
            />
          </div>
        )}
        <footer class="row">
          <button type="submit" class="primary wide">
            {intent === 'link' ? form.createLink : form.offer}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

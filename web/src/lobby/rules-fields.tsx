/** §2.6 The rule set of a new game: a preset with what it stands for, or every rule by itself. */

import { t } from '../i18n/of-boards';
import type { Variant } from '../shogi/variant';
import { Segments, Select, Toggle } from '../ui/choice';
import { PRESETS } from '../wire/constants';
import type { RuleSet } from '../wire/generated';
import type { Draft } from './setup';

/** Move limits to choose from. */
const MAX_MOVES = [500, 320, 256] as const;

interface Props {
  draft: Draft;
  variant: Variant;
  onChange(changes: Partial<Draft>): void;
}

export function RulesFields({ draft, variant, onChange }: Props) {
  const form = t().setup;
  const { preset, rules } = draft;
  return (
    <>
      <div>
        <Segments
          label={form.rules}
          options={(['casual', 'tournament', 'professional', 'custom'] as const).map((name) => [
            name,
            form.presets[name],
          ])}
          value={preset}
          onChange={(next) =>
            onChange(
              // One's own rules begin as those that were chosen last.
              next === 'custom' && preset !== 'custom'
                ? { preset: next, rules: PRESETS[preset] }
                : { preset: next },
            )
          }
        />
        {preset === 'custom' ? (
          <p class="note">{form.ownRulesHelp}</p>
        ) : (
          <RulesInWords rules={PRESETS[preset]} variant={variant} />
        )}
      </div>
      {preset === 'custom' && (
        <OwnRules
          rules={rules}
          variant={variant}
          onChange={(changes) => onChange({ rules: { ...rules, ...changes } })}
        />
      )}
    </>
  );
}

/** Each rule that has a say in this variant, with its value. */
export function RulesInWords({ rules, variant }: { rules: RuleSet; variant: Variant }) {
  const form = t().setup;
  const lines: [string, string][] = [[form.illegal, form.illegalOptions[rules.illegal]]];
  if (variant.repetition === 'policy')
    lines.push([form.repetition, form.repetitionOptions[rules.repetition]]);
  if (variant.impasse) lines.push([form.impasse, form.impasseOptions[rules.impasse]]);
  if (variant.impasse || variant.move_limit)
    lines.push([form.impasseDraw, form.impasseDrawOptions[rules.impasse_draw]]);
  if (variant.move_limit)
    lines.push([form.maxMoves, rules.max_moves === null ? form.maxMovesNone : String(rules.max_moves)]);
  lines.push([form.takeback, rules.takeback ? form.yes : form.no]);
  return (
    <dl class="rule-list">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface OwnRulesProps {
  rules: RuleSet;
  variant: Variant;
  onChange(changes: Partial<RuleSet>): void;
}

function OwnRules({ rules, variant, onChange }: OwnRulesProps) {
  const form = t().setup;
  return (
    <div class="columns">
      <Select
        label={form.illegal}
        name="illegal"
        options={(['reject', 'loses'] as const).map((it) => [it, form.illegalOptions[it]])}
        value={rules.illegal}
        onChange={(illegal) => onChange({ illegal })}
      />
      {variant.repetition === 'policy' && (
        <Select
          label={form.repetition}
          name="repetition"
          options={(['draw', 'replay'] as const).map((it) => [it, form.repetitionOptions[it]])}
          value={rules.repetition}
          onChange={(repetition) => onChange({ repetition })}
        />
      )}
      {variant.impasse && (
        <Select
          label={form.impasse}
          name="impasse"
          options={(['points27', 'points24', 'try', 'none'] as const).map((it) => [
            it,
            form.impasseOptions[it],
          ])}
          value={rules.impasse}
          onChange={(impasse) => onChange({ impasse })}
        />
      )}
      {(variant.impasse || variant.move_limit) && (
        <Select
          label={form.impasseDraw}
          name="impasse_draw"
          options={(['draw', 'replay'] as const).map((it) => [it, form.impasseDrawOptions[it]])}
          value={rules.impasse_draw}
          onChange={(impasse_draw) => onChange({ impasse_draw })}
        />
      )}
      {variant.move_limit && (
        <Select
          label={form.maxMoves}
          name="max_moves"
          options={[...MAX_MOVES.map((n) => [String(n), String(n)] as const), ['none', form.maxMovesNone]]}
          value={rules.max_moves === null ? 'none' : String(rules.max_moves)}
          onChange={(value) => onChange({ max_moves: value === 'none' ? null : Number(value) })}
        />
      )}
      <Toggle label={form.takeback} value={rules.takeback} onChange={(takeback) => onChange({ takeback })} />
    </div>
  );
}

/** One of a few: radio buttons drawn as a row of segments. */

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';

interface Props<T extends string> {
  label: string;
  options: readonly (readonly [T, string])[];
  value: T;
  onChange(value: T): void;
  hideLabel?: boolean;
}

export function Segments<T extends string>({ label, options, value, onChange, hideLabel }: Props<T>) {
  const name = useId();
  const line = useEvenLines(options.length);
  return (
    <fieldset class="segments">
      <legend class={hideLabel ? 'hidden-visually' : 'label'}>{label}</legend>
      <div ref={line}>
        {options.map(([key, text]) => (
          <label key={key} class={key === value ? 'on' : ''}>
            <input
              type="radio"
              name={name}
              value={key}
              checked={key === value}
              onChange={() => onChange(key)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Where they take several lines, all of these have as many, so that none is left alone. */
function useEvenLines(n: number) {
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = line.current;
    if (!box) return;
    const even = () => {
      box.style.removeProperty('--share');
      const tops = new Set([...box.children].map((it) => (it as HTMLElement).offsetTop));
      if (tops.size > 1) box.style.setProperty('--share', `${90 / (n <= 3 ? n : Math.ceil(n / tops.size))}%`);
    };
    const watched = new ResizeObserver(even);
    watched.observe(box);
    even();
    return () => watched.disconnect();
  }, [n]);
  return line;
}

interface PicturesProps<T extends string> extends Omit<Props<T>, 'options' | 'hideLabel'> {
  /** What each is called, and how it looks. */
  options: readonly (readonly [T, string, ComponentChildren])[];
}

/** One of a few that are told apart by looking at them. */
export function Pictures<T extends string>({ label, options, value, onChange }: PicturesProps<T>) {
  const name = useId();
  return (
    <fieldset class="pictures">
      <legend class="label">{label}</legend>
      <div>
        {options.map(([key, text, picture]) => (
          <label key={key} class={key === value ? 'on' : ''}>
            <input
              type="radio"
              name={name}
              value={key}
              checked={key === value}
              onChange={() => onChange(key)}
            />
            {picture}
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * The parts of a page: segments in one line, which scrolls to the chosen one where there is no room
 * for all.
 */
export function Tabs<T extends string>(props: Omit<Props<T>, 'hideLabel'>) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = line.current?.querySelector('.on');
    if (!line.current || !chosen) return;
    const [seen, wanted] = [line.current.getBoundingClientRect(), chosen.getBoundingClientRect()];
    line.current.scrollLeft += (wanted.left + wanted.right - seen.left - seen.right) / 2;
  }, [props.value]);
  return (
    <div class="tabs no-print" ref={line}>
      <Segments {...props} hideLabel />
    </div>
  );
}

/** Choices, or groups of them under a heading. */
export type Options<T extends string> = readonly (
  | readonly [T, string]
  | { readonly heading: string; readonly options: readonly (readonly [T, string])[] }
)[];

/** What a choice is called. */
export function textOf(options: Options<string>, key: unknown): string | undefined {
  const all = options.flatMap((it) => ('heading' in it ? it.options : [it]));
  return all.find(([it]) => it === key)?.[1];
}

interface SelectProps<T extends string> extends Omit<Props<T>, 'hideLabel' | 'options'> {
  /** What the form calls it. */
  name?: string | undefined;
  options: Options<T>;
}

export function Select<T extends string>({ label, name, options, value, onChange }: SelectProps<T>) {
  const option = ([key, text]: readonly [T, string]) => (
    <option key={key} value={key}>
      {text}
    </option>
  );
  return (
    <label class="field">
      <span class="label">{label}</span>
      <select name={name} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map((it) =>
          'heading' in it ? (
            <optgroup key={it.heading} label={it.heading}>
              {it.options.map(option)}
            </optgroup>
          ) : (
            option(it)
          ),
        )}
      </select>
    </label>
  );
}

interface NumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  onChange(value: number): void;
}

export function NumberField({ label, value, min, max, step = 1, onChange }: NumberProps) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      <input
        type="number"
        inputMode="decimal"
        value={value}
        min={min}
        max={max}
        step={step}
        onChange={(event) => {
          const next = event.currentTarget.valueAsNumber;
          if (Number.isFinite(next)) onChange(Math.min(max, Math.max(min, next)));
        }}
      />
    </label>
  );
}

export function Toggle({
  label,
  value,
  disabled,
  onChange,
}: {
  label: string;
  value: boolean;
  disabled?: boolean;
  onChange(value: boolean): void;
}) {
  return (
    <label class="toggle">
      <input
        type="checkbox"
        role="switch"
        aria-checked={value}
        checked={value}
        disabled={disabled ?? false}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

export function Slider({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange(value: number): void;
}) {
  return (
    <label class="field slider">
      <span class="label">{label}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={value}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}

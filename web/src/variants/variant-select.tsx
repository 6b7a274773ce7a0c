/** A choice of one variant, in groups. */

import { t } from '../i18n';
import { type Options, Select } from '../ui/choice';
import { grouped } from './about';

interface Props {
  /** What the form calls it. */
  name?: string;
  /** What stands before them all, for those who want none in particular. */
  any?: string;
  value: string;
  onChange(name: string): void;
}

export function VariantSelect({ name, any, value, onChange }: Props) {
  return (
    <Select
      label={t().setup.variant}
      name={name}
      options={[...(any === undefined ? [] : [['', any] as const]), ...variantOptions()]}
      value={value}
      onChange={onChange}
    />
  );
}

export function variantOptions(): Options<string> {
  const words = t();
  return grouped().flatMap(({ group, variants }): Options<string> => {
    const options = variants.map(({ name }) => [name, words.variants[name] ?? name] as const);
    // What is a group of its own needs no heading.
    return options.length === 1 ? options : [{ heading: words.variantWords.groups[group], options }];
  });
}

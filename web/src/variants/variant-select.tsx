/** A choice of one variant, in groups. */

import { t } from '../i18n/of-boards';
import { type Options, Select } from '../ui/choice';
import type { VariantTable } from '../wire/variants';
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

type Option = readonly [name: string, text: string];

/**
 * Variants in their groups: all, or those wanted, each called by its name or by what is made of it.
 */
export function variantOptions(
  wanted: (table: VariantTable) => boolean = () => true,
  option: (named: Option) => Option = (named) => named,
): Options<string> {
  const words = t();
  return grouped().flatMap(({ group, variants }): Options<string> => {
    const options = variants.filter(wanted).map(({ name }) => option([name, words.variants[name] ?? name]));
    // What is a group of its own needs no heading.
    return options.length <= 1 ? options : [{ heading: words.variantWords.groups[group], options }];
  });
}

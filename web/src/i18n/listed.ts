/** Words side by side, set apart as the language in use does it. */

import { t } from '.';

/** What something is, and what it is about: “Edit: Hà Nội”. */
export const labelled = (label: string, what: string): string => t().listed.labelled(label, what);

export function listed(parts: readonly (string | false | null | undefined)[]): string {
  const words = t().listed;
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .reduce<string>((all, part) => (all === '' ? `${part}` : words.two(all, `${part}`)), '');
}

/** Words side by side, set apart as the language in use does it. */

import { t } from '.';

/** What something is, and what it is about: “Edit: Hà Nội”. */
export const labelled = (label: string, what: string): string => t().listed.labelled(label, what);

/** A title and what it belongs to: “Hà Nội Open – Round 3”. */
export const titled = (a: string, b: string): string => t().listed.titled(a, b);

/** What may be said, or not: a part that is not there is left out. */
type Parts = readonly (string | number | false | null | undefined)[];

function joined(parts: Parts, join: (a: string, b: string) => string): string {
  return parts
    .filter(Boolean)
    .reduce<string>((all, part) => (all === '' ? `${part}` : join(all, `${part}`)), '');
}

/** Short notes side by side: “10 min · rated”. */
export const noted = (parts: Parts): string => joined(parts, t().listed.notes);

export const listed = (parts: Parts): string => joined(parts, t().listed.two);

/** The same with what is nearly a sentence each. */
export const listedClauses = (parts: Parts): string => joined(parts, t().listed.clauses);

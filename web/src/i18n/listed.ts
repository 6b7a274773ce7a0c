/** Words side by side, set apart as the language in use does it. */

import { language } from '.';

const COMMAS = { vi: ', ', en: ', ', ja: '、' };

export function listed(parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(COMMAS[language.value]);
}

const SEMICOLONS = { vi: '; ', en: '; ', ja: '。' };

/** The same with what is nearly a sentence each. */
export function listedClauses(parts: readonly string[]): string {
  return parts.join(SEMICOLONS[language.value]);
}

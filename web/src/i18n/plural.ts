/** The form of the plural that a number has in a language. */

export function pluralRules(tag: string): (n: number) => Intl.LDMLPluralRule {
  const rules = new Intl.PluralRules(tag);
  return (n) => rules.select(n);
}

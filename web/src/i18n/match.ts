/** Which of some languages suits somebody, by BCP 47 tags. */

/** Where a language is written in several scripts, its tag says which: `zh-TW` is `zh-Hant`. */
const withScript = (tag: string): Intl.Locale | null => {
  try {
    return new Intl.Locale(tag.replace('_', '-')).maximize();
  } catch {
    return null;
  }
};

/**
 * The first wanted language that is there, in the script that is read; of several for other
 * regions, the own one.
 */
export function bestLanguage<T extends string>(wanted: readonly string[], offered: readonly T[]): T | null {
  for (const tag of wanted) {
    const exact = offered.find((it) => it.toLowerCase() === tag.toLowerCase());
    if (exact) return exact;
    const asked = withScript(tag);
    if (!asked) continue;
    const readable = offered.filter((it) => {
      const own = withScript(it);
      return own?.language === asked.language && own.script === asked.script;
    });
    const near = readable.find((it) => withScript(it)?.region === asked.region);
    const [any] = readable;
    if (near ?? any) return near ?? any ?? null;
  }
  return null;
}

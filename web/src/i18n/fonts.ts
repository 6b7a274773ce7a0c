/** Fonts that some languages need besides those of every page; a language names them, and only then are they loaded. */

const FONTS: Record<string, () => Promise<unknown>> = {};

export function loadFonts(names: readonly string[]): void {
  // Without its font a language is read in one of the system's.
  for (const name of names) void FONTS[name]?.().catch(() => {});
}

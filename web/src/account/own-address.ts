/** Addresses that a link brings along. */

/**
 * The address, if it is one of this site, else null. The browser's own reading of it is judged: it
 * leaves out tabs and line ends, and takes a backslash for a slash.
 */
export function ownAddress(text: string | null, origin: string): string | null {
  if (!text || !URL.canParse(text, origin)) return null;
  const { href, origin: its } = new URL(text, origin);
  return its === origin ? href : null;
}

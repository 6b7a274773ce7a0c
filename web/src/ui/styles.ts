/**
 * Style sheets that come when they are needed. Each stands in the document where the order of all
 * puts it, whichever comes first: of two rules of equal weight the later one holds.
 */

import boards from '../styles/late.css?url';
import pages from '../styles/pages.css?url';
import tables from '../styles/tables.css?url';

/** In the order of the cascade. */
const SHEETS = [boards, pages, tables] as const;

const loading = new Map<string, Promise<void>>();

function load(sheet: string): Promise<void> {
  const begun = loading.get(sheet);
  if (begun) return begun;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet });
  const promise = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      // Whoever needs it next asks again.
      loading.delete(sheet);
      link.remove();
      reject(new Error(`${sheet} could not be loaded`));
    };
  });
  loading.set(sheet, promise);
  const after = SHEETS.slice(SHEETS.indexOf(sheet) + 1);
  const next = [...document.head.querySelectorAll('link')].find((it) =>
    after.includes(it.getAttribute('href') ?? ''),
  );
  document.head.insertBefore(link, next ?? null);
  return promise;
}

/** What boards and games look like. */
export const loadBoardStyles = () => Promise.all([boards, tables].map(load));

/** The same, and what every page but the first needs. */
export const loadPageStyles = () => Promise.all(SHEETS.map(load));

/**
 * Pages within other sites' pages: they look as their address says (`?theme=dark&lang=vi`), store
 * nothing, and know nobody.
 */

import { takeSettings } from './settings/settings';

export const isEmbedded = location.pathname.startsWith('/embed/');

/**
 * Takes the theme and the language from the address; what it does not say is as the browser has it.
 */
export function takeAddress(): void {
  const query = new URLSearchParams(location.search);
  takeSettings({ theme: query.get('theme') ?? 'auto', language: query.get('lang') ?? 'auto' });
}

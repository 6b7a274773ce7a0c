/**
 * Which tab of a page is open. It is in the address, so that it stays open after a reload, on the
 * way back, and for whoever is sent the link.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The tab that the address names, or else the first one, and how another is opened. */
export function useTab<Tab extends string>(
  tabs: readonly Tab[],
  first: Tab,
): readonly [Tab, (next: Tab) => void] {
  const chosen = useSignal(location.hash.slice(1));
  // A link to a part of the page that is open.
  useEffect(() => {
    const follow = () => {
      chosen.value = location.hash.slice(1);
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  const tab = tabs.find((it) => it === chosen.value) ?? first;
  return [
    tab,
    (next) => {
      chosen.value = next;
      history.replaceState(history.state, '', `${location.pathname}${location.search}#${next}`);
    },
  ];
}

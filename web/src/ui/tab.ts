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
  // A tab may have parts of its own, which stand behind it.
  const tab = tabs.find((it) => it === chosen.value.split('/')[0]) ?? first;
  return [
    tab,
    (next) => {
      chosen.value = next;
      history.replaceState(history.state, '', `${location.pathname}${location.search}#${next}`);
    },
  ];
}

/**
 * Which part of a tab is open: `#TAB/PART` in the address. Each is a step of its own, so that the
 * way back leads to the part that was open before.
 */
export function useTabPart<Part extends string>(
  tab: string,
  parts: readonly Part[],
  first: Part,
): readonly [Part, (next: Part) => void] {
  const read = () => location.hash.slice(1).split('/')[1] ?? '';
  const chosen = useSignal(read());
  useEffect(() => {
    const follow = () => {
      chosen.value = read();
    };
    window.addEventListener('hashchange', follow);
    window.addEventListener('popstate', follow);
    return () => {
      window.removeEventListener('hashchange', follow);
      window.removeEventListener('popstate', follow);
    };
  }, []);
  return [
    parts.find((it) => it === chosen.value) ?? first,
    (next) => {
      if (next === chosen.value) return;
      chosen.value = next;
      history.pushState(history.state, '', `${location.pathname}${location.search}#${tab}/${next}`);
    },
  ];
}

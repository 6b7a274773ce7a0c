/** Whether a part of the page was looked at; once it was, it stays so. */

import { useEffect, useState } from 'preact/hooks';

/** What only looks in at the foot of the window was not. */
const FOOT = '-25%';

export function useSeen(of: { readonly current: HTMLElement | null }): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = of.current;
    if (!element || !('IntersectionObserver' in window)) return setSeen(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        setSeen(true);
      },
      { rootMargin: `0px 0px ${FOOT}` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return isSeen;
}

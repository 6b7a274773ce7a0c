/** Why somebody cannot take a game that is offered, and what makes it possible. */

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ownAccount } from '../account/own-account';
import { ask, orNull } from '../api/request';
import { speedOf } from '../clock/pace';
import { t } from '../i18n';
import { GRADES, gradeText } from '../ratings/words';
import { gamesThatHold, isMember } from '../session';
import { distanceOf } from '../site/site-api';
import type { Grade, PairingStrength, Seek, SeekWants, Setup } from '../wire/generated';

export interface Obstacle {
  /** What stands in the place of the button. */
  text: string;
  /** Where it is removed. */
  href?: string;
}

/** How strong we are, by variant and speed; asked for where an offer is not for everybody. */
const strengths = signal<ReadonlyMap<string, PairingStrength>>(new Map());

const keyOf = ({ variant, clock }: Setup) => `${variant} ${speedOf(clock)}`;

/** Learns how strong we are in what is offered to some only. */
export function useOwnStrengths(seeks: readonly Seek[]): void {
  const handle = ownAccount.value?.handle;
  const limited = seeks.filter(({ wants }) => wants).map(({ setup }) => setup);
  const asked = [...new Map(limited.map((it) => [keyOf(it), it])).values()];
  useEffect(() => {
    if (!handle) return;
    for (const setup of asked) {
      if (strengths.peek().has(keyOf(setup))) continue;
      const query = { variant: setup.variant as never, speed: speedOf(setup.clock) };
      void orNull(ask('GET', '/players/{handle}/strength', { path: { handle }, query })).then((told) => {
        if (told) strengths.value = new Map(strengths.peek()).set(keyOf(setup), told);
      });
    }
  }, [handle, asked.map(keyOf).join()]);
}

/** Null where nothing is in the way, as far as we know. */
export function obstacleTo({ seek, by, setup, wants, quick, accounts_only }: Seek): Obstacle | null {
  const words = t().lobby.obstacles;
  const isSlow = speedOf(setup.clock) === 'correspondence';
  if (!isMember.value) {
    const needsAccount = accounts_only || wants || isSlow || (setup.rated && !quick);
    return needsAccount ? { text: words.register, href: registerFor(seek) } : null;
  }
  const [held] = gamesThatHold.value;
  if (held && !isSlow) return { text: words.playing, href: `/${held.game}` };
  if (distanceOf(by.user) === 'block') return { text: words.blocked };
  const own = wants && strengths.value.get(keyOf(setup));
  return own ? unwanted(own, wants) : null;
}

/** To register, and back to what was offered. */
const registerFor = (seek: string) => `/account?${new URLSearchParams({ back: `/?seek=${seek}` })}#register`;

/** What we are that is not wanted. */
function unwanted({ rating, level }: PairingStrength, wants: SeekWants): Obstacle | null {
  const words = t().lobby.obstacles;
  const { rating_min, rating_max, grade_min, grade_max } = wants;
  const place = (grade: string) => GRADES.indexOf(grade as Grade);
  if ((grade_min && place(level) < place(grade_min)) || (grade_max && place(level) > place(grade_max)))
    return { text: words.ownGrade(gradeText(level)) };
  return rating < (rating_min ?? rating) || rating > (rating_max ?? rating)
    ? { text: words.ownRating(rating) }
    : null;
}

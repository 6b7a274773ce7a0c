/** A grade that was just earned: the certificate, to be looked at, passed on and printed. */

import { useState } from 'preact/hooks';
import { linkTo } from '../api/request';
import { SITE_NAME } from '../branding';
import { language, t } from '../i18n/of-boards';
import { gradeText } from '../ratings/words';
import { Dialog } from '../ui/dialog';
import { ShareButton } from '../ui/share-button';
import type { Grade } from '../wire/generated';

/** Under which name the last promotion that was shown large is kept. */
const SHOWN = 'komadai.promotion';

/** Where the picture of a certificate is, in the language in use. */
export function certificateImage(handle: string, grade: string, ending: 'svg' | 'png'): string {
  return linkTo('/players/{handle}/awards/{grade}/{file}', {
    path: { handle, grade, file: `certificate.${ending}` },
    query: { lang: language.value },
  });
}

interface Props {
  handle: string;
  grade: Grade;
}

/** It fills the page once, when the game is over, and stays below the result as a card. */
export function Promotion({ handle, grade }: Props) {
  const earned = t().ratings.awarded(gradeText(grade));
  const [isLarge, setLarge] = useState(() => isNew(`${handle}/${grade}`));
  return (
    <section class="promotion-card card">
      <h3>{earned}</h3>
      <Sheet handle={handle} grade={grade} />
      {isLarge && (
        <Dialog title={earned} onClose={() => setLarge(false)}>
          <div class="promotion-sheet">
            <Sheet handle={handle} grade={grade} />
          </div>
        </Dialog>
      )}
    </section>
  );
}

function Sheet({ handle, grade }: Props) {
  const words = t().players;
  const href = `/@/${handle}/${grade}`;
  return (
    <>
      <a href={href}>
        <img
          class="certificate"
          src={certificateImage(handle, grade, 'svg')}
          alt={words.certificate}
          width="840"
          height="594"
        />
      </a>
      <p class="note">{words.kept}</p>
      <div class="row">
        <ShareButton class="primary" title={words.shared(gradeText(grade), SITE_NAME)} href={href} />
        <a class="button" href={href}>
          {words.certificate}
        </a>
      </div>
    </>
  );
}

/** Whether a promotion has not been shown large yet; from now on it has. */
function isNew(promotion: string): boolean {
  try {
    if (localStorage.getItem(SHOWN) === promotion) return false;
    localStorage.setItem(SHOWN, promotion);
    return true;
  } catch {
    // What cannot be remembered would be shown again and again.
    return false;
  }
}

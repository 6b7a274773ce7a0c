/** A grade that was just earned: the certificate, to be looked at, passed on and printed. */

import { linkTo } from '../api/request';
import { language, t } from '../i18n';
import { gradeText } from '../ratings/words';
import { ShareButton } from '../ui/share-button';
import type { Grade } from '../wire/generated';

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

export function Promotion({ handle, grade }: Props) {
  const { ratings, players } = t();
  const earned = ratings.awarded(gradeText(grade));
  const href = `/@/${handle}/${grade}`;
  return (
    <section class="promotion-card card">
      <h3>{earned}</h3>
      <a href={href}>
        <img
          class="certificate"
          src={certificateImage(handle, grade, 'svg')}
          alt={players.certificate}
          width="840"
          height="594"
        />
      </a>
      <p class="note">{players.kept}</p>
      <div class="row">
        <ShareButton class="primary" title={players.shared(gradeText(grade))} href={href} />
        <a class="button" href={href}>
          {players.certificate}
        </a>
      </div>
    </section>
  );
}

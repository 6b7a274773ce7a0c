/** What who runs the site is told whose sign-in asks for no code. */

import { Problem } from '../../api/request';
import { t } from '../../i18n/whole';

export const needsFactor = (cause: unknown) =>
  cause instanceof Problem && cause.code === 'needs_second_factor';

export function NeedsFactor() {
  const words = t().account.factor;
  return (
    <section class="card needs-factor">
      <p role="alert">{words.staff}</p>
      <p>
        <a href="/account">{words.turnOn}</a>
      </p>
    </section>
  );
}

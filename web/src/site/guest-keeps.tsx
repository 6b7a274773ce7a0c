/**
 * What visitors without an account are told where they leave something: for how long it is kept.
 */

import { t } from '../i18n/of-boards';
import { connection, isMember, user } from '../session';
import { site } from './site-api';

/** Whether who is here has no account; not before the server has said who they are. */
export const isVisitor = () => !isMember.value && (user.value !== null || connection.value === 'open');

export function GuestKeeps() {
  const words = t();
  const days = site.value?.guests_days ?? 0;
  if (!isVisitor() || days === 0) return null;
  return (
    <p class="note">
      {words.site.guestKeeps(days)} <a href="/account">{words.site.keepForGood}</a>
    </p>
  );
}

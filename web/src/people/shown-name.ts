/** What somebody is called on a page. */

import { t } from '../i18n';

/** What stands in records in place of the name of an account that is no more. */
const DELETED = '(deleted)';

/** What the server calls visitors without an account; no account can be called so. */
const GUEST = /^Guest (\d{4,})$/;

export function shownName(name: string): string {
  if (name === DELETED) return t().site.person.deleted;
  const [, n] = GUEST.exec(name) ?? [];
  return n === undefined ? name : t().sides.guest(n);
}

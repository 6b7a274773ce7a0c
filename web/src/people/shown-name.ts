/** What somebody is called on a page. */

import { t } from '../i18n';

/** What stands in records in place of the name of an account that is no more. */
const DELETED = '(deleted)';

export function shownName(name: string): string {
  return name === DELETED ? t().site.person.deleted : name;
}

import { t } from '../i18n/whole';
import { isMember } from '../session';

/** Says whether the settings come along to other devices. */
export function WhereKept() {
  const words = t().training.settings;
  return <p class="note">{isMember.value ? words.withAccount : words.inBrowser}</p>;
}

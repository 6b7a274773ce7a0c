import { t } from '../i18n';
import { user } from '../session';

/** Says whether the settings come along to other devices. */
export function WhereKept() {
  const words = t().training.settings;
  const has = user.value !== null && !user.value.guest;
  return <p class="note">{has ? words.withAccount : words.inBrowser}</p>;
}

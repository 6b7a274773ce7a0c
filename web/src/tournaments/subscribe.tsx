/** How a calendar is subscribed to: programs follow it from then on. */

import { t } from '../i18n/whole';
import { Icon } from '../ui/icon';

/** `href` is the address of the calendar here. */
export function SubscribeLink({ href }: { href: string }) {
  const words = t().calendar;
  const address = new URL(href, location.href);
  return (
    <a class="button quiet" href={`webcal://${address.host}${address.pathname}`} title={words.help}>
      <Icon name="clock" />
      {words.subscribe}
    </a>
  );
}

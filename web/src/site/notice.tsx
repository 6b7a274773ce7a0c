/** What those who run the site say on every page. */

import { t } from '../i18n';
import { site } from './site-api';

export function SiteNotice() {
  const words = t().site;
  const known = site.value;
  if (!known) return null;
  const said = [
    known.banner,
    known.read_only ? words.readOnly : '',
    known.banned_until_ms === null ? '' : words.banned,
  ].filter(Boolean);
  return said.length === 0 ? null : (
    <div class="banner site-notice" role="status">
      {said.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}

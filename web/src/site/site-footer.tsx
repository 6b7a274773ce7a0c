/**
 * Below every page but those with a board: the languages, each in its own words, and what everybody
 * may know of the site.
 */

import { isNamed, PROGRAM } from '../branding';
import { LANGUAGES, language, languageName, t } from '../i18n';
import { settings } from '../settings/settings';
import { site } from './site-api';

export function SiteFooter() {
  const { settings: ofSettings, site: words } = t();
  const own = site.value?.branding;
  return (
    <footer class="site-footer">
      <fieldset class="languages">
        <legend class="hidden-visually">{ofSettings.language}</legend>
        {LANGUAGES.map((it) => (
          <button
            key={it}
            type="button"
            class="quiet"
            lang={it}
            aria-pressed={language.value === it}
            onClick={() => {
              settings.language.value = it;
            }}
          >
            {languageName(it)}
          </button>
        ))}
      </fieldset>
      <ul class="site-links">
        {own?.links.map(({ label, url }) => (
          <li key={url}>
            <a href={url} rel="noopener">
              {label}
            </a>
          </li>
        ))}
        {(own?.conduct.length ?? 0) > 0 && (
          <li>
            <a href="/conduct">{words.pages.conduct}</a>
          </li>
        )}
        <li>
          <a href="/privacy">{words.pages.privacy}</a>
        </li>
        <li>
          <a href="/contact">{words.pages.contact}</a>
        </li>
        <li>
          <a href="/source">{isNamed ? words.poweredBy(PROGRAM) : words.pages.source}</a>
        </li>
        <li>
          <a href="/api">{words.api.title}</a>
        </li>
      </ul>
    </footer>
  );
}

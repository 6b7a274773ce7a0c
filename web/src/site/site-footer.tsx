/**
 * Below every page but those with a board: the languages, each in its own words, and what everybody
 * may know of the site.
 */

import { LANGUAGES, language, languageName, t } from '../i18n';
import { settings } from '../settings/settings';

export function SiteFooter() {
  const { settings: words, site } = t();
  return (
    <footer class="site-footer">
      <fieldset class="languages">
        <legend class="hidden-visually">{words.language}</legend>
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
        <li>
          <a href="/privacy">{site.pages.privacy}</a>
        </li>
        <li>
          <a href="/contact">{site.pages.contact}</a>
        </li>
        <li>
          <a href="/source">{site.pages.source}</a>
        </li>
        <li>
          <a href="/api">{site.api.title}</a>
        </li>
      </ul>
    </footer>
  );
}

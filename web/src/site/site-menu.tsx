/**
 * The menu of the site: five words, some of which open into several pages. On a narrow screen all
 * of it drops from one button.
 */

import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { isAt, MENU, route } from '../router';
import { ROUTES } from '../routes';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';

export function SiteMenu() {
  const words = t();
  const place = route.value;
  useEffect(() => {
    // A person who has chosen a page does not want the choice any more.
    document.getElementById('site-nav')?.hidePopover();
  }, [place]);
  return (
    <>
      <button
        type="button"
        class="quiet square site-menu"
        popovertarget="site-nav"
        aria-label={words.nav.menu}
        title={words.nav.menu}
      >
        <Icon name="list" />
      </button>
      <nav id="site-nav" class="site-nav" popover="auto" aria-label={words.nav.menu}>
        {MENU.map((name) => {
          const pages = ROUTES.flatMap(({ path, menu }) => (menu?.under === name ? { path, ...menu } : []));
          const links = pages.map(({ path, word }) => (
            <a key={path} class="nav-link" href={path} aria-current={isAt(path) ? 'page' : undefined}>
              {word(words)}
            </a>
          ));
          if (pages.length === 1) return links;
          return (
            <div key={name} class="nav-section">
              <span class="nav-heading label">{words.nav[name]}</span>
              <Menu
                class="nav-group"
                face={
                  <>
                    {words.nav[name]}
                    <Icon name="open" />
                  </>
                }
                buttonClass={`quiet ${pages.some(({ path }) => isAt(path)) ? 'current' : ''}`}
              >
                {links.map((link) => (
                  <li key={link.key}>{link}</li>
                ))}
              </Menu>
            </div>
          );
        })}
      </nav>
    </>
  );
}

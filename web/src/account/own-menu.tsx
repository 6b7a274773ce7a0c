/** In the header: the way to all that is one's own, or to an account. */

import { t } from '../i18n';
import { listed } from '../i18n/listed';
import { shownName } from '../people/shown-name';
import { isMember, user } from '../session';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { openReports, ownAccount } from './own-account';

export function OwnMenu() {
  const { account, nav, settings, site } = t();
  const me = user.value;
  if (!me || !isMember.value)
    return (
      <>
        {me?.guest && <span class="who">{shownName(me.name)}</span>}
        <a class="account-link" href="/account" title={account.title}>
          <Icon name="person" />
          <span>{account.signIn}</span>
        </a>
      </>
    );
  const known = ownAccount.value;
  const n_reports = openReports.value;
  const games = `/games?player=${encodeURIComponent(known?.handle ?? me.name)}`;
  return (
    <Menu
      class="own-menu"
      buttonClass="quiet"
      label={
        n_reports > 0 ? listed([nav.own.menu(me.name), nav.own.reports(n_reports)]) : nav.own.menu(me.name)
      }
      face={
        <>
          <Icon name="person" />
          <span class="own-name">{me.name}</span>
          <Badge n={n_reports} />
          <Icon name="open" />
        </>
      }
    >
      <Line href={known ? `/@/${known.handle}` : `/people/${me.id}`} word={nav.own.profile} />
      <Line href={games} word={nav.own.games} />
      <Line href="/review" word={nav.own.reviews} />
      <Line href="/settings#notices" word={nav.own.notices} />
      <Line href="/settings" word={settings.title} />
      <Line href="/account" word={nav.account} />
      {known?.role && (
        <li class="apart">
          <a class="nav-link" href="/moderation">
            {site.moderation.title} <Badge n={n_reports} />
          </a>
        </li>
      )}
      {known?.role === 'admin' && <Line href="/admin" word={nav.own.server} />}
      <li class="apart">
        <button
          type="button"
          class="quiet nav-link"
          onClick={async () => {
            const [{ signOut }, { startAnew }, { refused }] = await Promise.all([
              import('./account-api'),
              import('./stranger'),
              import('./account-form'),
            ]);
            await signOut().then(startAnew, refused);
          }}
        >
          {account.signOut}
        </button>
      </li>
    </Menu>
  );
}

const Line = ({ href, word }: { href: string; word: string }) => (
  <li>
    <a class="nav-link" href={href}>
      {word}
    </a>
  </li>
);

/** What waits for those who run the site. */
function Badge({ n }: { n: number }) {
  return n === 0 ? null : (
    <span class="badge" aria-hidden="true">
      {n}
    </span>
  );
}

/** `/embed/clubs/SLUG/ladder`: the ladder of a club, within another site's page. */

import { noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { EmptyState } from '../ui/empty-state';
import { useLoaded } from '../ui/loaded';
import { Page, When } from '../ui/page';
import { clubOf, ladderOf } from './club-api';

export function LadderEmbedPage({ slug }: { slug: string }) {
  const words = t().ladder;
  const loaded = useLoaded(async () => ({ club: await clubOf(slug), ladder: await ladderOf(slug) }), [slug]);
  return (
    <When of={loaded} missing={{ title: words.title, text: t().clubs.problems.private_club }}>
      {({ club, ladder }) => (
        <Page class="embedded" title={words.title}>
          <h1>
            <a href={`/clubs/${slug}/ladder`} target="_blank" rel="noopener">
              {club.name}
            </a>
          </h1>
          <p class="note">{words.title}</p>
          {ladder.settings === null && <EmptyState text={words.none} />}
          {ladder.settings !== null && ladder.places.length === 0 && <EmptyState text={words.empty} />}
          <ol class="club-lines ladder-places">
            {ladder.places.map(({ place, player, away_until_ms }) => (
              <li key={player.handle}>
                <span class="ladder-place">{place}</span>
                <div>
                  <a href={`/players/${player.handle}`} target="_blank" rel="noopener">
                    {shownName(player.name)}
                  </a>
                  {away_until_ms !== null && (
                    <p class="note">{noted([words.away(dateText(away_until_ms))])}</p>
                  )}
                </div>
              </li>
            ))}
          </ol>
        </Page>
      )}
    </When>
  );
}

/** `/embed/tournaments/CODE`: how a tournament stands, within another site's page. */

import { t } from '../i18n/whole';
import { Page, When } from '../ui/page';
import { StandingsTable } from './standings';
import { useTournament } from './tournament-api';

export function EmbedPage({ code }: { code: string }) {
  const words = t().tournaments;
  return (
    <When of={useTournament(code)} missing={{ title: words.notFound }}>
      {({ view }) => (
        <Page class="embedded" title={view.name}>
          <h1>
            <a href={`/tournaments/${code}`} target="_blank" rel="noopener">
              {view.name}
            </a>
          </h1>
          <p class="note">{words.phases[view.phase]}</p>
          <StandingsTable view={view} entries={new Map(view.entries.map((entry) => [entry.id, entry]))} />
        </Page>
      )}
    </When>
  );
}

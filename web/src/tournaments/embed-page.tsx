/** `/embed/tournaments/CODE`: how a tournament stands, within another site's page. */

import { t } from '../i18n';
import { useTitle } from '../title';
import { StandingsTable } from './standings';
import { useTournament } from './tournament-api';

export function EmbedPage({ code }: { code: string }) {
  const words = t().tournaments;
  const { view } = useTournament(code);
  const known = view.value;
  const name = known && known !== 'asking' ? known.name : null;
  useTitle(name);
  if (known === 'asking') return <main id="main" aria-busy="true" />;
  if (!known) return <main id="main">{words.notFound}</main>;
  const entries = new Map(known.entries.map((entry) => [entry.id, entry]));
  return (
    <main id="main" class="embedded">
      <h1>
        <a href={`/tournaments/${code}`} target="_blank" rel="noopener">
          {known.name}
        </a>
      </h1>
      <p class="note">{words.phases[known.phase]}</p>
      <StandingsTable view={known} entries={entries} />
    </main>
  );
}

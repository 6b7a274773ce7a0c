/** `/circuits`: the rankings over several tournaments. */

import { t } from '../i18n/whole';
import { isMember } from '../session';
import { EmptyState } from '../ui/empty-state';
import { useLoaded } from '../ui/loaded';
import { Page, WhenPart } from '../ui/page';
import { PageHead } from '../ui/page-head';
import { listCircuits } from './circuit-api';
import { CircuitList } from './circuit-list';

export function CircuitsPage() {
  const words = t().circuits;
  const all = useLoaded(() => listCircuits(), [isMember.value]);
  return (
    <Page class="players-page" busy={all.state.is === 'busy'}>
      <PageHead
        title={words.title}
        lead={words.lead}
        href="/circuits/new"
        action={words.create}
        signInFirst={t().tournaments.signInFirst}
      />
      <section class="card">
        <WhenPart of={all}>
          {({ circuits }) =>
            circuits.length === 0 ? <EmptyState text={words.none} /> : <CircuitList found={circuits} />
          }
        </WhenPart>
      </section>
    </Page>
  );
}

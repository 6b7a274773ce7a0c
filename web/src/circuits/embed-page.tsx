/** `/embed/circuits/CODE`: how a circuit stands, within another site's page. */

import { t } from '../i18n/whole';
import { Page, When } from '../ui/page';
import { useCircuit } from './circuit-api';
import { CircuitTable } from './circuit-table';

export function CircuitEmbedPage({ code }: { code: string }) {
  const words = t().circuits;
  return (
    <When of={useCircuit(code)} missing={{ title: words.notFound }}>
      {(circuit) => (
        <Page class="embedded" title={circuit.name}>
          <h1>
            <a href={`/circuits/${code}`} target="_blank" rel="noopener">
              {circuit.name}
            </a>
          </h1>
          <p class="note">{circuit.so_far ? words.soFar : words.final}</p>
          {circuit.rankings.map((ranking) => (
            <section key={ranking.name}>
              {ranking.name && <h2>{ranking.name}</h2>}
              <CircuitTable circuit={circuit} ranking={ranking} embedded />
            </section>
          ))}
        </Page>
      )}
    </When>
  );
}

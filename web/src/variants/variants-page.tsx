/** `/variants`: every kind of shogi that is played here, in groups. */

import { BoardPreview } from '../board/board-preview';
import { t } from '../i18n/whole';
import { Page } from '../ui/page';
import { grouped } from './about';
import { sizeInWords } from './variant-page';

export function VariantsPage() {
  const words = t();
  return (
    <Page class="variants-page">
      <header>
        <h1>{words.variantWords.title}</h1>
        <p class="note">{words.variantWords.lead}</p>
      </header>
      {grouped().map(({ group, variants }) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{words.variantWords.groups[group]}</h2>
          <ul class="variant-list">
            {variants.map((table) => (
              <li key={table.name}>
                <a class="card" href={`/variants/${table.name}`}>
                  <BoardPreview variant={table.name} sfen={table.start} />
                  <span>
                    <strong>{words.variants[table.name] ?? table.name}</strong>
                    <span>{words.variantWords.taglines[table.name]}</span>
                    <span class="note">{sizeInWords(table)}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}

/** Whom the owner of the account has blocked or muted, and how that ends. */

import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { keepAway, loadRelations, relations } from '../site/site-api';
import { toast } from '../ui/toast';

export function AwayCard() {
  const words = t().account.away;
  useEffect(loadRelations, []);
  return (
    <section class="card" aria-labelledby="away-title">
      <h2 id="away-title">{words.title}</h2>
      {relations.value.length === 0 ? (
        <p class="note">{words.none}</p>
      ) : (
        <ul class="account-list">
          {relations.value.map((it) => (
            <li key={it.user}>
              <span>
                {it.name} <span class="note">{words[it.distance]}</span>
              </span>
              <button
                type="button"
                aria-label={words.undo(it.name)}
                onClick={() => {
                  keepAway({ user: it.user }, null).catch(() => toast.show(t().site.person.failed, 'bad'));
                }}
              >
                {words.undoShort}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

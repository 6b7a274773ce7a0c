/** An event out of a file before it is published, and a tournament that is taken away for good. */

import { t } from '../i18n/whole';
import { go } from '../router';
import { SureButton } from '../ui/dialog';
import { toast } from '../ui/toast';
import type { OwnPart, Tournament } from '../wire/generated';
import { act, deleteTournament, problemText } from './tournament-api';

/** What organisers do with an event that a file has brought: everybody sees it from then on. */
export function FromFile({ view }: { view: Tournament }) {
  const words = t().tournaments.archive;
  if (!view.imported || view.phase !== 'draft') return null;
  return (
    <section class="card no-print">
      <p>{words.fromFile}</p>
      <button type="button" name="publish" class="primary" onClick={() => void act(view.code, { t: 'open' })}>
        {words.publish}
      </button>
    </section>
  );
}

/** A button for those who may take it away. */
export function DeleteTournament({ view, own }: { view: Tournament; own: OwnPart | null }) {
  const words = t().tournaments.archive;
  if (!own?.deletable) return null;
  return (
    <div class="row no-print">
      <SureButton
        title={words.deleteSure}
        yes={words.delete}
        onYes={async () => {
          try {
            await deleteTournament(view.code);
            go('/tournaments');
            toast.show(words.deleted);
          } catch (refused) {
            toast.show(problemText(refused), 'bad');
          }
        }}
      >
        <p class="note">{words.deleteHelp}</p>
      </SureButton>
    </div>
  );
}

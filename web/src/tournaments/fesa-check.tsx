/** Beside the file for FESA: what the federation would refuse or could not read in it. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { listed, titled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { Dialog } from '../ui/dialog';
import type { FesaCheck as Check, FesaPlayer, Tournament } from '../wire/generated';
import { fesaCheckOf, fileOf } from './tournament-api';
import { nameOf } from './words';

/** What is wrong with a player, in words. */
function wrongOf({ not_latin, one_name, no_nationality }: FesaPlayer): string {
  const words = t().tournaments.fesa.player;
  const all = [not_latin && words.latin, one_name && words.whole, no_nationality && words.nation];
  return listed(all.filter((it): it is string => it !== false));
}

/** What is wrong with the tournament itself, in words. */
function aboutOf({ too_short, no_place, not_latin }: Check): string[] {
  const words = t().tournaments.fesa;
  const all = [too_short && words.tooShort, no_place && words.noPlace, not_latin && words.notLatin];
  return all.filter((it): it is string => it !== false);
}

export function FesaCheck({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const found = useSignal<Check | null>(null);
  const open = useSignal(false);
  useEffect(() => {
    fesaCheckOf(view.code).then(
      (check) => {
        found.value = check;
      },
      () => {},
    );
  }, [view.code, view.version]);
  if (!found.value) return null;
  const about = aboutOf(found.value);
  const { players } = found.value;
  const n = about.length + players.length;
  if (n === 0) return null;
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const close = () => {
    open.value = false;
  };
  return (
    <>
      <button type="button" class="quiet" name="fesa-check" onClick={() => (open.value = true)}>
        {words.fesa.wrong(n)}
      </button>
      {open.value && (
        <Dialog title={words.fesa.title} onClose={close}>
          <ul class="brought">
            {about.map((text) => (
              <li key={text} class="wrong">
                {text}
              </li>
            ))}
            {players.map((player) => (
              <li key={player.entry}>{titled(nameOf(entries, player.entry), wrongOf(player))}</li>
            ))}
          </ul>
          <p class="note">{words.fesa.help}</p>
          <p>
            <a href={fileOf(view.code, 'turnering.txt')} download>
              {words.files.turnering_txt}
            </a>
          </p>
        </Dialog>
      )}
    </>
  );
}

/** Whether slips have a code by which a phone becomes the clock of its table. */

import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { Toggle } from '../ui/choice';
import { useLoaded } from '../ui/loaded';
import type { Tournament } from '../wire/generated';
import { act, tableKeysOf } from './tournament-api';

interface Props {
  view: Tournament;
  /** The keys of the tables, by game; none while phones are no clocks here. */
  onKeys(keys: ReadonlyMap<string, string>): void;
}

export function TableCodes({ view, onKeys }: Props) {
  const words = t().tableClock.event;
  const found = useLoaded(() => tableKeysOf(view.code), [view.code, view.version]);
  const known = found.value;
  useEffect(() => {
    onKeys(new Map(known?.keys.map(({ game, key }) => [game, key])));
  }, [known]);
  if (!known) return null;
  return (
    <>
      <Toggle
        label={words.slips}
        value={known.on}
        onChange={async (on) => {
          if (await act(view.code, { t: 'table_clocks', on })) await found.again();
        }}
      />
      <p class="note">{words.slipsHelp}</p>
    </>
  );
}

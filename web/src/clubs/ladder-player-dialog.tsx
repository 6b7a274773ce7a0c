/** A player on a ladder, as the organisers of the club move them or take them off. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { NumberField } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/text-field';
import type { ClubAct, Ladder, LadderPlace } from '../wire/generated';
import type { Does } from './club-api';

interface Props {
  ladder: Ladder;
  of: LadderPlace;
  does: Does;
  onClose(): void;
}

export function LadderPlayerDialog({ ladder, of: { place, player }, does, onClose }: Props) {
  const words = t().ladder;
  const to = useSignal(place);
  const reason = useSignal('');
  const { handle } = player;
  /** What is refused leaves the dialog with what was typed. */
  const send = (wanted: ClubAct) => async (event: Event) => {
    event.preventDefault();
    if (await does(wanted)) onClose();
  };
  return (
    <Dialog title={shownName(player.name)} onClose={onClose}>
      <form class="settings-form" onSubmit={send({ t: 'ladder_place', handle, place: to.value })}>
        <NumberField
          label={words.place}
          value={to.value}
          min={1}
          max={ladder.places.length}
          onChange={(n) => {
            to.value = n;
          }}
        />
        <p class="note">{words.placeHelp}</p>
        <button type="submit" class="primary" disabled={to.value === place}>
          {words.move}
        </button>
      </form>
      {handle !== ladder.you && (
        <form class="settings-form" onSubmit={send({ t: 'ladder_remove', handle, reason: reason.value })}>
          <TextField
            label={t().clubs.reason}
            required
            maxLength={300}
            value={reason.value}
            onInput={(text) => {
              reason.value = text;
            }}
            help={words.reasonHelp}
          />
          <button type="submit" class="danger">
            {words.remove}
          </button>
        </form>
      )}
    </Dialog>
  );
}

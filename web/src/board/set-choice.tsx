/** Which pieces, for somebody who begins: a few sets as pictures, and arrows that show how they move. */

import { useEffect } from 'preact/hooks';
import { language, t } from '../i18n/whole';
import { pieceSetting, settings } from '../settings/settings';
import { variantOf } from '../shogi/variant';
import { Pictures, Toggle } from '../ui/choice';
import { faceSetFor, hasMarks } from './faces';
import { KINGS, lookFor } from './look';
import { type Corner, Sample } from './sample';
import { loadSet } from './set-styles';

/** Kinds that most variants have: few, so that they can be read on a small picture. */
const SHOWN = ['K', 'R'];

export function SetChoice({ variant: name }: { variant: string }) {
  const words = t().training.learn;
  const variant = variantOf(name);
  const letters = language.value === 'vi' ? 'vietnamese' : 'international';
  const sets = (['kanji2', 'kanji1', letters, 'animals'] as const).filter(
    (set) => faceSetFor(variant, set) === set,
  );
  const setting = pieceSetting(variant);
  const chosen = lookFor(variant);
  useEffect(() => {
    for (const set of sets) loadSet(set, true);
  }, []);
  const kinds = SHOWN.filter((kind) => variant.pieces[kind]);
  const corner: Corner = [kinds];
  return (
    <div class="set-choice">
      <Pictures
        label={words.pieces}
        options={sets.map((set) => [
          set,
          words.sets[set === 'vietnamese' || set === 'international' ? 'letters' : set],
          <Sample
            key={set}
            board={settings.board.value}
            look={{ set, kings: KINGS, marks: hasMarks(set, settings.moveMarks.value) }}
            corner={corner}
            variant={name}
          />,
        ])}
        value={chosen.set}
        onChange={(set) => {
          setting.value = set;
        }}
      />
      <Toggle
        label={words.arrows}
        value={chosen.marks}
        onChange={(on) => {
          settings.moveMarks.value = on ? 'on' : 'off';
        }}
      />
    </div>
  );
}

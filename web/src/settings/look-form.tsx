/** Which board and which pieces: chosen by looking at them. */

import { useEffect } from 'preact/hooks';
import { BoardPreview } from '../board/board-preview';
import { BOARDS } from '../board/boards';
import { FACE_SETS, faceSetFor, hasMarks, MARK_MODES } from '../board/faces';
import { KINGS, lookFor } from '../board/look';
import { type Corner, Sample } from '../board/sample';
import { loadSet } from '../board/set-styles';
import { t } from '../i18n/whole';
import { variantOf } from '../shogi/variant';
import { Pictures, Segments } from '../ui/choice';
import { settings } from './settings';

/** A position with promoted pieces on either side and pieces in both hands. */
const POSITION = 'ln1g3nl/1ks1g1r2/1pp1pp1pp/p2p2p2/9/P1P4+b1/1P1PPPP1P/1+R2G1SK1/LN3G1NL b BSPsp 1';

const FEW: Corner = [
  ['', 'r', 'p'],
  ['K', 'N', ''],
];
const MORE: Corner = [
  ['b', 'g', 's', 'p'],
  ['K', 'R', 'N', '+P'],
];

const ANIMALS: Corner = [['g', 'l', 'e', 'c']];

export function LookForm() {
  const words = t().settings;
  const { board, pieces, moveMarks } = settings;
  useEffect(() => {
    for (const set of FACE_SETS) loadSet(set, true);
  }, []);
  const marks = hasMarks(pieces.value, moveMarks.value);
  return (
    <div class="look-form">
      <Pictures
        label={words.boardLabel}
        options={BOARDS.map((name) => [
          name,
          words.boards[name],
          <Sample key={name} board={name} look={{ set: pieces.value, kings: KINGS, marks }} corner={FEW} />,
        ])}
        value={board.value}
        onChange={(name) => {
          board.value = name;
        }}
      />
      <Pictures
        label={words.pieces}
        options={FACE_SETS.map((set) => [
          set,
          words.faceSets[set],
          <Sample
            key={set}
            board={board.value}
            look={{ set, kings: KINGS, marks: hasMarks(set, moveMarks.value) }}
            corner={MORE}
          />,
        ])}
        value={pieces.value}
        onChange={(set) => {
          pieces.value = set;
        }}
      />
      <Pictures
        label={words.animalPieces}
        options={FACE_SETS.filter((set) => faceSetFor(variantOf('dobutsu'), set) === set).map((set) => [
          set,
          words.faceSets[set],
          <Sample
            key={set}
            board={board.value}
            look={{ set, kings: KINGS, marks: hasMarks(set, moveMarks.value) }}
            corner={ANIMALS}
            variant="dobutsu"
          />,
        ])}
        value={lookFor(variantOf('dobutsu')).set}
        onChange={(set) => {
          settings.animalPieces.value = set;
        }}
      />
      <Segments
        label={words.moveMarks}
        options={MARK_MODES.map((mode) => [mode, words.markModes[mode]])}
        value={moveMarks.value}
        onChange={(mode) => {
          moveMarks.value = mode;
        }}
      />
      <div class="look-preview">
        <BoardPreview variant="standard" sfen={POSITION} last={['5h', '4h']} whole />
      </div>
    </div>
  );
}

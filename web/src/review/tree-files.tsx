/** A review's tree as a file, in every format that has words for it. */

import { recordEndings } from '../archive/downloads';
import { t } from '../i18n/whole';
import { toast } from '../ui/toast';
import type { ReviewTree } from '../wire/generated';
import { writeFile } from './review-api';
import type { ReviewStore } from './review-store';

/** Texts for people hold every game. */
const TEXTS = ['western.txt', 'hodges.txt', 'vietnamese.txt'];

interface Props {
  store: ReviewStore;
  tree: ReviewTree;
}

/** Lines of a list. */
export function TreeFileLines({ store, tree }: Props) {
  const words = t();
  const name = (!store.isCopy.value && store.code) || 'review';
  const endings = [...recordEndings(tree.variant), ...TEXTS];
  // What people read has no name of its own but its notation's.
  const { western_digits, western_letters, vietnamese } = words.settings.notations;
  const notations: Record<string, string> = {
    'western.txt': western_digits,
    'hodges.txt': western_letters,
    'vietnamese.txt': vietnamese,
  };
  const save = async (ending: string) => {
    const file = await writeFile(tree, ending);
    if (!file) return toast.show(words.problems.unreachable, 'bad');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = `komadai-${name}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return (
    <>
      {endings.map((ending) => (
        <li key={ending}>
          <button type="button" class="link" onClick={() => void save(ending)}>
            {notations[ending] ?? ending.toUpperCase()}
          </button>
        </li>
      ))}
    </>
  );
}

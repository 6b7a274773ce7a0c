/** A composer hears what has become of a problem of theirs, on whatever page they are. */

import { loadLateWords, t } from '../i18n/whole';
import { toast } from '../ui/toast';

export async function tellPublished(number: number): Promise<void> {
  await loadLateWords();
  const words = t().training.proposed;
  toast.show(words.news, 'good', { href: `/tsume/${number}`, text: words.toProblem });
}

/** A moderator has taken it away. */
export async function tellRemoved(): Promise<void> {
  await loadLateWords();
  const words = t().training.proposed;
  toast.show(words.removedNews, 'bad', { href: '/tsume/compose', text: words.toReason });
}

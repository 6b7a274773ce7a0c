/** A composer hears that a problem of theirs is published, on whatever page they are. */

import { loadLateWords, t } from '../i18n';
import { toast } from '../ui/toast';

export async function tellPublished(number: number): Promise<void> {
  await loadLateWords();
  const words = t().training.proposed;
  toast.show(words.news, 'good', { href: `/tsume/${number}`, text: words.toProblem });
}

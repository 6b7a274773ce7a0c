/**
 * Tells the moderators of what is said in somebody's review or study, or of a problem of theirs.
 */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { ReportForm } from '../site/report-form';
import type { Work } from '../site/site-api';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';

interface Props {
  place: Work;
  /** What is reported, as the button says it. */
  words: string;
}

export function ReportReview({ place, words }: Props) {
  const open = useSignal(false);
  const close = () => {
    open.value = false;
  };
  return (
    <>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          open.value = true;
        }}
      >
        <Icon name="flag" />
        {words}
      </button>
      {open.value && <ReportDialog place={place} words={words} onClose={close} />}
    </>
  );
}

/** What the button opens, for a menu that has it as one of its lines. */
export function ReportDialog({ place, words, onClose }: Props & { onClose(): void }) {
  return (
    <Dialog title={words} onClose={onClose}>
      <ReportForm place={place} title={t().site.person.report} onDone={onClose} />
    </Dialog>
  );
}

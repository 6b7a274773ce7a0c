/** Tells the moderators of what is said in somebody's review or study. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { ReportForm } from '../site/report-form';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';

export function ReportReview({ place }: { place: { review: string } | { study: string } }) {
  const words = t().review;
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
        {words.report}
      </button>
      {open.value && (
        <Dialog title={words.report} onClose={close}>
          <ReportForm place={place} title={t().site.person.report} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

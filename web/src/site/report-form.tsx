/** What somebody tells the moderators. */

import { t } from '../i18n/whole';
import { toast } from '../ui/toast';
import { type Place, REASONS, report, type Work } from './site-api';

export function ReportForm({
  place,
  title,
  onDone,
}: {
  place: Place | Work;
  title?: string;
  onDone(): void;
}) {
  const words = t().site.person;
  return (
    <form
      class="report-form"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const reason = REASONS.find((it) => it === form.get('reason')) ?? 'other';
        report(place, reason, String(form.get('words') ?? '')).then(
          () => {
            onDone();
            toast.show(words.sent, 'good');
          },
          () => toast.show(words.failed, 'bad'),
        );
      }}
    >
      {title && <h3>{title}</h3>}
      <label class="field">
        <span class="label">{words.why}</span>
        <select name="reason">
          {REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {words.reasons[reason]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="label">{words.wordsLabel}</span>
        <textarea name="words" rows={3} maxLength={500} />
      </label>
      <button type="submit" class="primary">
        {words.send}
      </button>
    </form>
  );
}

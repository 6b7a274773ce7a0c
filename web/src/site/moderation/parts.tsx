/** What the parts of the moderators' page have in common. */

import type { ComponentChildren } from 'preact';
import { t } from '../../i18n/whole';
import { toast } from '../../ui/toast';

export { momentText as dateOf } from '../../i18n/moment';

export const failed = () => toast.show(t().site.moderation.failed, 'bad');

export function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The end of a form that is a moderator's word against somebody: why, and the button. */
export function Reasoned({ help, act }: { help?: string; act: string }) {
  return (
    <>
      <label class="field">
        <span class="label">{t().site.moderation.reason}</span>
        <input type="text" name="reason" maxLength={500} required />
      </label>
      {help && <p class="note">{help}</p>}
      <button type="submit" class="danger">
        {act}
      </button>
    </>
  );
}

/** The settings over whatever page is open, so that a game need not be left for them. */

import { t } from '../i18n/whole';
import { Dialog } from '../ui/dialog';
import { SettingsForm } from './settings-form';
import { WhereKept } from './where-kept';

export function SettingsDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t().settings.title} onClose={onClose}>
      <SettingsForm heading="h3" />
      <WhereKept />
      <p>
        <a href="/settings" onClick={onClose}>
          {t().training.settings.page}
        </a>
      </p>
    </Dialog>
  );
}

/** The lines with which another site shows a game within its own page, to be copied. */

import { t } from '../i18n';
import { toast } from '../ui/toast';

export function EmbedButton({ code }: { code: string }) {
  const words = t().embed;
  const address = new URL(`/embed/games/${code}`, location.href).href;
  const lines = `<iframe src="${address}" width="720" height="480" style="border:0" title="Komadai"></iframe>`;
  return (
    <button
      type="button"
      class="quiet"
      title={words.help}
      onClick={() =>
        navigator.clipboard.writeText(lines).then(
          () => toast.show(words.copied, 'good'),
          () => toast.show(lines),
        )
      }
    >
      {words.copy}
    </button>
  );
}

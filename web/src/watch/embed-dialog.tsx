/** What to paste into a page of one's own for a game to be seen there. */

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { language, t } from '../i18n';
import { settings } from '../settings/settings';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';

/** Large enough for the moves to stand beside the board. */
const SIZE = { width: 720, height: 480 };

/** The way to it for those who watch. */
export function EmbedButton({ code }: { code: string }) {
  const asks = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          asks.value = true;
        }}
      >
        {t().watch.embed.open}
      </button>
      {asks.value && (
        <EmbedDialog
          code={code}
          onClose={() => {
            asks.value = false;
          }}
        />
      )}
    </>
  );
}

export function EmbedDialog({ code, onClose }: { code: string; onClose(): void }) {
  const words = t();
  const copied = useSignal(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const query = new URLSearchParams({ lang: language.value });
  if (settings.theme.value !== 'auto') query.set('theme', settings.theme.value);
  const source = `${location.origin}/embed/games/${code}?${query}`.replaceAll('&', '&amp;');
  const html = `<iframe src="${source}" width="${SIZE.width}" height="${SIZE.height}" style="border:0;max-width:100%" title="Komadai ${code}"></iframe>`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(html);
      copied.value = true;
    } catch {
      // The clipboard needs a secure context.
      field.current?.select();
      copied.value = document.execCommand('copy');
    }
  };
  return (
    <Dialog title={words.watch.embed.title} onClose={onClose}>
      <p>{words.watch.embed.lead}</p>
      <textarea
        ref={field}
        class="embed-code"
        rows={5}
        readOnly
        aria-label={words.watch.embed.html}
        value={html}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="row">
        <button type="button" class="primary" onClick={() => void copy()}>
          <Icon name={copied.value ? 'check' : 'copy'} />
          {copied.value ? words.game.copied : words.watch.embed.copy}
        </button>
      </div>
    </Dialog>
  );
}

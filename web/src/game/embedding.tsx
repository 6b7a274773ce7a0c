/** The lines with which another site shows a game within its own page, to be copied. */

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { language, t } from '../i18n';
import { settings } from '../settings/settings';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';

/** Large enough for the moves to stand beside the board. */
const SIZE = { width: 720, height: 480 };

export function EmbedButton({ code }: { code: string }) {
  const words = t().embed;
  const asks = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="quiet"
        title={words.help}
        onClick={() => {
          asks.value = true;
        }}
      >
        {words.copy}
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

function EmbedDialog({ code, onClose }: { code: string; onClose(): void }) {
  const words = t();
  const copied = useSignal(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const query = new URLSearchParams({ lang: language.value });
  if (settings.theme.value !== 'auto') query.set('theme', settings.theme.value);
  const source = `${location.origin}/embed/games/${code}?${query}`.replaceAll('&', '&amp;');
  const { width, height } = SIZE;
  const lines = `<iframe src="${source}" width="${width}" height="${height}" style="border:0;max-width:100%" title="Komadai"></iframe>`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines);
      copied.value = true;
    } catch {
      // The clipboard needs a secure context.
      field.current?.select();
      copied.value = document.execCommand('copy');
    }
  };
  return (
    <Dialog title={words.embed.title} onClose={onClose}>
      <p>{words.embed.lead}</p>
      <textarea
        ref={field}
        class="embed-code"
        rows={5}
        readOnly
        aria-label={words.embed.html}
        value={lines}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="row">
        <button type="button" class="primary" onClick={() => void copy()}>
          <Icon name={copied.value ? 'check' : 'copy'} />
          {copied.value ? words.game.copied : words.embed.copyLines}
        </button>
      </div>
    </Dialog>
  );
}

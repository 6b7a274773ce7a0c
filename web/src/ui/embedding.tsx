/**
 * The lines with which another site shows a game, a table, a study or a broadcast within its own
 * page, to be copied.
 */

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { SITE_NAME } from '../branding';
import { language, t } from '../i18n/of-boards';
import { settings } from '../settings/settings';
import { Segments } from './choice';
import { Dialog } from './dialog';
import { Icon } from './icon';

/**
 * Where each is, large enough for the moves to stand beside the board, and for a table of some
 * rounds.
 */
const PLACES = {
  game: { path: 'games', width: 720, height: 480 },
  event: { path: 'tournaments', width: 720, height: 640 },
  circuit: { path: 'circuits', width: 720, height: 640 },
  broadcast: { path: 'broadcasts', width: 720, height: 640 },
  board: { path: 'broadcasts', width: 420, height: 640 },
  ladder: { path: 'clubs', width: 480, height: 640 },
  study: { path: 'studies', width: 720, height: 480 },
};

interface Props {
  of: keyof typeof PLACES;
  /** Its code; of a board, after that of its broadcast and a slash; of a ladder, its club and `/ladder`. */
  code: string;
  /** Which parts of it can be embedded, the usual one first; without them, only the whole. */
  parts?: readonly EmbedPart[];
}

export type EmbedPart = 'standings' | 'pairings' | 'bracket';

export function EmbedButton(props: Props) {
  const { of } = props;
  const words = t().embed;
  const asks = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="quiet"
        title={words.of[of].help}
        onClick={() => {
          asks.value = true;
        }}
      >
        <Icon name="code" />
        {words.copy}
      </button>
      {asks.value && (
        <EmbedDialog
          {...props}
          onClose={() => {
            asks.value = false;
          }}
        />
      )}
    </>
  );
}

/** As it stands between the quotation marks of an attribute. */
const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

export function EmbedDialog({ of, code, parts = [], onClose }: Props & { onClose(): void }) {
  const words = t();
  const copied = useSignal(false);
  const part = useSignal(parts[0]);
  const field = useRef<HTMLTextAreaElement>(null);
  const query = new URLSearchParams({ lang: language.value });
  if (settings.theme.value !== 'auto') query.set('theme', settings.theme.value);
  // The usual one is what the address alone shows.
  if (part.value && part.value !== parts[0]) query.set('part', part.value);
  const { path, width, height } = PLACES[of];
  const source = inAttribute(`${location.origin}/embed/${path}/${code}?${query}`);
  const lines = `<iframe src="${source}" width="${width}" height="${height}" style="border:0;max-width:100%" title="${inAttribute(SITE_NAME)}"></iframe>`;
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
    <Dialog title={words.embed.of[of].title} onClose={onClose}>
      <p>{words.embed.of[of].lead}</p>
      {parts.length > 1 && (
        <Segments
          label={words.embed.part}
          options={parts.map((it) => [it, words.embed.parts[it]] as const)}
          value={part.value ?? 'standings'}
          onChange={(it) => {
            part.value = it;
            copied.value = false;
          }}
        />
      )}
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

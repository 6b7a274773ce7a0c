/** A game's record in every format that has words for it, its last position as a picture, and the whole as one. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { EmbedDialog } from '../watch/embed-dialog';

/** §7.5 The other formats are written for shogi's own board and pieces. */
function endingsOf(variant: string): readonly string[] {
  return variant === 'standard' ? ['kif', 'kifu', 'ki2', 'csa', 'usi', 'jkf'] : ['usi'];
}

interface DownloadsProps {
  /** The address of a file, by its name. */
  linkOf(file: string): string;
  /** What they are called on disk, without their endings. */
  name: string;
  variant: string;
  /** The game's code, if other sites may show it. */
  embeds?: string;
}

/** Of the last position, and of all of them. */
const PICTURES = ['svg', 'png', 'gif'] as const;

export function Downloads({ linkOf, name, variant, embeds }: DownloadsProps) {
  const asks = useSignal(false);
  return (
    <>
      <Menu class="downloads" face={<DownloadFace />}>
        {endingsOf(variant).map((ending) => (
          <li key={ending}>
            <a href={linkOf(`record.${ending}`)} download={`${name}.${ending}`}>
              {ending.toUpperCase()}
            </a>
          </li>
        ))}
        {PICTURES.map((ending) => (
          <li key={ending}>
            <a href={linkOf(`diagram.${ending}`)} download={`${name}.${ending}`}>
              {ending.toUpperCase()}
            </a>
          </li>
        ))}
        {embeds !== undefined && (
          <li>
            <button
              type="button"
              onClick={() => {
                asks.value = true;
              }}
            >
              {t().watch.embed.open}
            </button>
          </li>
        )}
      </Menu>
      {asks.value && embeds !== undefined && (
        <EmbedDialog
          code={embeds}
          onClose={() => {
            asks.value = false;
          }}
        />
      )}
    </>
  );
}

export const DownloadFace = () => (
  <>
    <Icon name="download" />
    {t().game.download}
  </>
);

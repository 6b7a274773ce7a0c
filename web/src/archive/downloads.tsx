/**
 * A game's record in every format that has words for it, as pictures, and where other programs open
 * it.
 */

import type { ComponentChildren } from 'preact';
import { t } from '../i18n/of-boards';
import { variantOf } from '../shogi/variant';
import { Dialog } from '../ui/dialog';
import { elsewhere, type GameLine } from './elsewhere';

/**
 * The files that hold a game of the variant: KIF where other programs read it, most only shogi
 * (docs/kifu.md).
 */
export function recordEndings(variant: string): readonly string[] {
  if (variant === 'standard') return ['kif', 'kifu', 'ki2', 'csa', 'usi', 'jkf'];
  return variantOf(variant).kif ? ['kif', 'kifu', 'usi'] : ['usi'];
}

interface DownloadsProps {
  /** The address of a file, by its name. */
  linkOf(file: string): string;
  /** What they are called on disk, without their endings. */
  name: string;
  variant: string;
  line: GameLine;
}

/** Of the last position; and of all of them, one after the other. */
const PICTURES = ['svg', 'png', 'gif'] as const;

/** Lines of a list: the files of a game, and the programs that open it. */
export function GameFiles({ linkOf, name, variant, line }: DownloadsProps) {
  return (
    <>
      {recordEndings(variant).map((ending) => (
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
      {variant === 'standard' &&
        elsewhere(line).map(({ name, href }) => (
          <li key={name} class="elsewhere">
            <a href={href} target="_blank" rel="noopener noreferrer">
              {t().game.openIn(name)}
            </a>
          </li>
        ))}
    </>
  );
}

/** The files in a dialog, for a menu that has other lines as well. */
export function DownloadDialog({ children, onClose }: { children: ComponentChildren; onClose(): void }) {
  return (
    <Dialog title={t().game.download} onClose={onClose}>
      <ul class="download-list">{children}</ul>
    </Dialog>
  );
}

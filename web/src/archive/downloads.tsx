/** A game's record in every format that has words for it, as pictures, and where other programs open it. */

import { t } from '../i18n';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { elsewhere, type GameLine } from './elsewhere';

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
  line: GameLine;
}

/** Of the last position; and of all of them, one after the other. */
const PICTURES = ['svg', 'png', 'gif'] as const;

export function Downloads({ linkOf, name, variant, line }: DownloadsProps) {
  return (
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
      {variant === 'standard' &&
        elsewhere(line).map(({ name, href }) => (
          <li key={name} class="elsewhere">
            <a href={href} target="_blank" rel="noopener noreferrer">
              {t().game.openIn(name)}
            </a>
          </li>
        ))}
    </Menu>
  );
}

export const DownloadFace = () => (
  <>
    <Icon name="download" />
    {t().game.download}
  </>
);

/** Who has composed a problem. */

import { t } from '../i18n/whole';
import { Sentence } from '../people/in-sentence';
import { PlayerName } from '../people/player-name';
import type { TsumeAuthor } from '../wire/generated';

export function ComposedBy({ author }: { author: TsumeAuthor }) {
  return (
    <Sentence of={t().training.proposed.by}>
      <PlayerName person={{ ...author, guest: author.handle === '' }} />
    </Sentence>
  );
}

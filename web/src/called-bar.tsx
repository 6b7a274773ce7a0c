/** At a board at which we play: another game of ours has begun. It stays until we go there. */

import { calledTo } from './follow-me';
import { t } from './i18n';

export function CalledBar() {
  const game = calledTo.value;
  if (game === null) return null;
  const words = t().lobby;
  return (
    <div class="banner called-bar" role="alert">
      <span>{words.started}</span>
      <a class="button primary" href={`/${game}`}>
        {words.goThere}
      </a>
    </div>
  );
}

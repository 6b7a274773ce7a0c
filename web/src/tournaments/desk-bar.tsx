/** On every page: what waits for us in tournaments that we organise, the first calls first. */

import { listed, noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { isAt, route } from '../router';
import type { OpenMatter } from '../wire/generated';
import { loadAgenda, matters, openDesk } from './agenda-store';
import { act } from './tournament-api';

/** What it is, in one sentence. */
export function matterText({ t: what, players }: OpenMatter): string {
  const words = t().tournaments.deskBar;
  return words[what](listed(players));
}

export const deskOf = ({ code, t: what }: OpenMatter) =>
  `/tournaments/${code}${what === 'applied' ? '' : '#manage'}`;

export function DeskBar() {
  const words = t().tournaments;
  // Who sits at a board is told by the bell: a bar would push the last rank out of the window.
  const isSeated = route.value.row?.board && !isAt('/tournaments/:code');
  const [first, ...more] = matters.value.filter(
    ({ t: what, code }) => what !== 'applied' && code !== openDesk.value,
  );
  if (!first || isSeated) return null;
  const { code, name, text, entry } = first;
  return (
    <div class="banner agenda-bar" role="alert">
      <span class="agenda-name">
        {noted([matterText(first), text, name, more.length > 0 && words.andMore(more.length)])}
      </span>
      <span class="row">
        {first.t === 'call' && entry !== undefined && (
          <button
            type="button"
            onClick={async () => {
              if (await act(code, { t: 'answer', entry })) await loadAgenda();
            }}
          >
            {words.hall.answered}
          </button>
        )}
        <a class="button primary" href={deskOf(first)}>
          {t().bell.open}
        </a>
      </span>
    </div>
  );
}

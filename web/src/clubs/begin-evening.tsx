/** How an evening begins on a club's page: two taps, and its page is there. */

import { useSignal } from '@preact/signals';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { theSocket } from '../session';
import { act, createTournament, problemText } from '../tournaments/tournament-api';
import { Toggle } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { toast } from '../ui/toast';
import { uuid } from '../uuid';
import type { TournamentSettingsInput } from '../wire/generated';

const MINUTE = 60_000;

/** However late it gets: an evening that nobody ends is over the next day. */
const EVENING_MS = 14 * 60 * MINUTE;

/** What an evening does not need. */
const NOTHING_ELSE: Omit<
  TournamentSettingsInput['plan'],
  'variant' | 'rules' | 'rated' | 'clock' | 'grace_ms' | 'at_the_board' | 'club' | 'members_only'
> = {
  about: '',
  place: '',
  country: '',
  by_application: false,
  by_invitation: false,
  check_in_ms: null,
  closes_ms: null,
  starts_ms: null,
  delay_moves: 0,
  games_at_once: 0,
  late_until: 0,
  later_clocks: [],
  no_show_leaves: false,
  players_max: null,
  schedule: { t: 'word' },
};

/** What an evening is, as long as nobody decides otherwise on its page. */
export const eveningOf = (
  slug: string,
  name: string,
  rated: boolean,
  now_ms: number,
): TournamentSettingsInput => ({
  name,
  format: {
    t: 'arena',
    start_ms: now_ms,
    duration_ms: EVENING_MS,
    wave_ms: 20_000,
    streak: false,
    by: 'strength',
  },
  prizes: {},
  sides: 'balance',
  tiebreaks: [],
  handicap: { table: 'jsa', reduce: 0, max: null },
  plan: {
    ...NOTHING_ELSE,
    variant: 'standard',
    rules: 'casual',
    rated,
    clock: { kind: 'byoyomi', main_ms: 20 * MINUTE, byoyomi_ms: 30_000, periods: 1 },
    grace_ms: 5 * MINUTE,
    at_the_board: true,
    club: slug,
    members_only: true,
  },
});

export function BeginEvening({ slug, onClose }: { slug: string; onClose(): void }) {
  const words = t().evening;
  const rated = useSignal(false);
  const create = useSignal(uuid());
  const begin = async () => {
    const now_ms = Math.round(theSocket().serverNow());
    try {
      const name = words.named(dateText(now_ms));
      const { code } = await createTournament(create.value, eveningOf(slug, name, rated.value, now_ms));
      if (await act(code, { t: 'open' })) location.assign(`/tournaments/${code}`);
    } catch (problem) {
      toast.show(problemText(problem), 'bad');
    }
  };
  return (
    <Dialog title={words.title} size="alert" onClose={onClose}>
      <p>{words.lead}</p>
      <Toggle
        label={words.rated}
        value={rated.value}
        onChange={(it) => {
          rated.value = it;
        }}
      />
      {rated.value && <p class="note">{words.ratedHelp}</p>}
      <footer>
        <button type="button" class="primary" name="begin-evening" onClick={() => void begin()}>
          {words.begin}
        </button>
      </footer>
    </Dialog>
  );
}

/** The organiser's list of games by appointment that have not begun, those to be decided first. */

import { useSignal } from '@preact/signals';
import { listed, noted } from '../i18n/listed';
import { weekdayText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { Select } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { localTime } from '../ui/draft-table';
import type { GameToAppoint, OwnPart, PairingOutcome, Tournament, TournamentAct } from '../wire/generated';
import { instantOf } from './appointment-times';
import { Reason } from './desk-fields';
import { act } from './tournament-api';
import { nameOf } from './words';

/** What can be decided of a game that has not begun. */
const FORFEITS = [
  'sente_no_show',
  'gote_no_show',
  'both_no_show',
] as const satisfies readonly PairingOutcome[];
const DECISIONS = ['extend', 'appoint', ...FORFEITS] as const;
type Decision = (typeof DECISIONS)[number];

const isForfeit = (it: Decision) => FORFEITS.some((forfeit) => forfeit === it);

const isOpen = ({ absentees, overdue }: GameToAppoint) => overdue || absentees.length > 0;

interface Props {
  view: Tournament;
  own: OwnPart | null;
}

export function AppointmentsDesk({ view, own }: Props) {
  const words = t().tournaments;
  const chosen = useSignal<GameToAppoint | null>(null);
  const games = own?.to_appoint ?? [];
  if (games.length === 0) return null;
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  return (
    <section class="card no-print">
      <h2>{words.appointments.desk}</h2>
      <ul class="plain-list appointments-desk">
        {games.map((it) => (
          <li key={it.game} class={isOpen(it) ? 'row urgent' : 'row'}>
            <span>
              <strong>{`${nameOf(entries, it.sente)} – ${nameOf(entries, it.gote)}`}</strong>
              <span class={isOpen(it) ? 'warning' : 'note'}>
                {noted([words.round(it.round), stateText(it, (id) => nameOf(entries, id))])}
              </span>
              {isOpen(it) && it.proposals.length > 0 && (
                <span class="note">{proposalsText(it, (id) => nameOf(entries, id))}</span>
              )}
            </span>
            <button
              type="button"
              class={isOpen(it) ? 'primary' : ''}
              onClick={() => {
                chosen.value = it;
              }}
            >
              {isOpen(it) ? words.appointments.decide : words.acts.appoint}
            </button>
          </li>
        ))}
      </ul>
      {chosen.value && (
        <DecisionDialog
          view={view}
          game={chosen.value}
          onClose={() => {
            chosen.value = null;
          }}
        />
      )}
    </section>
  );
}

function stateText(it: GameToAppoint, named: (entry: string) => string): string {
  const words = t().tournaments.appointments;
  if (it.absentees.length > 0) return words.absent(listed(it.absentees.map(named)), it.absentees.length);
  if (it.overdue) return words.noneBy(weekdayText(it.until_ms));
  if (it.agreed_ms !== null) return weekdayText(it.agreed_ms);
  const n = it.proposals.length;
  return noted([n > 0 ? words.proposed(n) : words.noTime, words.until(weekdayText(it.until_ms))]);
}

/** Who has proposed what. */
function proposalsText({ proposals, sente, gote }: GameToAppoint, named: (entry: string) => string): string {
  const words = t().tournaments.appointments;
  const of = (entry: string) => {
    const times = proposals.filter((it) => it.entry === entry).map((it) => weekdayText(it.at_ms));
    return times.length > 0 && words.proposedBy(named(entry), listed(times));
  };
  return noted([of(sente), of(gote)]);
}

function DecisionDialog({ view, game, onClose }: { view: Tournament; game: GameToAppoint; onClose(): void }) {
  const words = t().tournaments;
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const names = { sente: nameOf(entries, game.sente), gote: nameOf(entries, game.gote) };
  const chosen = useSignal<Decision>(isOpen(game) ? 'extend' : 'appoint');
  const time = useSignal('');
  const reason = useSignal('');
  const texts: Record<Decision, string> = {
    extend: words.acts.extend,
    appoint: words.acts.appoint,
    sente_no_show: words.appointments.forfeits(names.sente),
    gote_no_show: words.appointments.forfeits(names.gote),
    both_no_show: words.appointments.bothForfeit,
  };
  const wanted = (): TournamentAct | null => {
    const step = chosen.value;
    const at = instantOf(time.value);
    if (step === 'extend') return at === null ? null : { t: step, game: game.game, until_ms: at };
    if (step === 'appoint') return at === null ? null : { t: step, game: game.game, at_ms: at };
    return { t: 'rule', game: game.game, outcome: step };
  };
  return (
    <Dialog title={`${names.sente} – ${names.gote}`} onClose={onClose}>
      <form
        class="setup"
        onSubmit={async (event) => {
          event.preventDefault();
          const sent = wanted();
          if (sent && (await act(view.code, sent, reason.value))) onClose();
        }}
      >
        <Select
          label={words.appointments.decision}
          name="decision"
          options={DECISIONS.map((it) => [it, texts[it]] as const)}
          value={chosen.value}
          onChange={(it) => {
            chosen.value = it;
          }}
        />
        {!isForfeit(chosen.value) && (
          <label class="field">
            <span class="label">
              {chosen.value === 'extend' ? words.appointments.newDeadline : words.appointments.newTime}
            </span>
            <input
              type="datetime-local"
              name="time"
              required
              min={localTime(Date.now())}
              value={time.value}
              onInput={(event) => {
                time.value = event.currentTarget.value;
              }}
            />
          </label>
        )}
        {chosen.value !== 'appoint' && (
          <Reason value={reason.value} onInput={(text) => (reason.value = text)} />
        )}
        <button type="submit" class={isForfeit(chosen.value) ? 'danger' : 'primary'}>
          {texts[chosen.value]}
        </button>
      </form>
    </Dialog>
  );
}

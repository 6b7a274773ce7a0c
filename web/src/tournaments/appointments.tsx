/** One's own games by appointment: times that are proposed, agreed upon, or still to be found. */

import { useSignal } from '@preact/signals';
import { labelled, noted } from '../i18n/listed';
import { shortDayText, weekdayText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { Sentence } from '../people/in-sentence';
import { PlayerName } from '../people/player-name';
import { ReportReview } from '../review/report-review';
import { theSocket } from '../session';
import { SureButton } from '../ui/dialog';
import { Noted } from '../ui/noted';
import type { OwnAppointment, OwnPart, Tournament } from '../wire/generated';
import { AppointmentDialog } from './appointment-dialog';
import { theirTimeText } from './appointment-times';
import { CallArbiter } from './at-the-board';
import { OwnCalendarButton } from './own-calendar';
import { act } from './tournament-api';
import { nameOf, personOf } from './words';

interface Props {
  view: Tournament;
  own: OwnPart;
}

export function Appointments({ view, own }: Props) {
  const all = own.appointments ?? [];
  if (all.length === 0 || own.entry === null) return null;
  const first = all.find(isNew);
  // Beside a board it is there already.
  const needsArbiter = all.some(isOutOfHand) && own.game === null && own.calls.length === 0;
  return (
    <section class="card no-print appointments">
      <h2>{t().tournaments.appointments.title}</h2>
      <ul class="plain-list">
        {all.map((it) => (
          <OneGame key={it.game} view={view} it={it} entry={own.entry ?? ''} isFirst={it === first} />
        ))}
      </ul>
      <div class="row">
        <OwnCalendarButton />
      </div>
      {needsArbiter && (
        <CallArbiter code={view.code} called={own.calls.some((it) => it.entry === own.entry)} />
      )}
    </section>
  );
}

/** Whether nothing was said about its time yet. */
const isNew = ({ agreed_ms: agreed, mine, theirs }: OwnAppointment) =>
  agreed === null && mine.length === 0 && theirs.length === 0;

/** Whether its players can do nothing by themselves any more. */
const isOutOfHand = ({ overdue, absentees, changed_until_ms: until }: OwnAppointment) =>
  overdue || absentees.length > 0 || (until !== null && until <= theSocket().serverNow());

interface OfGame {
  view: Tournament;
  it: OwnAppointment;
  /** Whether it is the first for which a time is to be found. */
  isFirst: boolean;
}

function OneGame({ view, it, entry, isFirst }: OfGame & { entry: string }) {
  const words = t().tournaments;
  const entries = new Map(view.entries.map((known) => [known.id, known]));
  const name = nameOf(entries, it.opponent);
  return (
    <li class="appointment">
      <p class="appointment-of">
        <strong>
          <PlayerName person={personOf(entries, it.opponent)} />
        </strong>
        <span class="note">
          <Noted>
            {words.round(it.round)}
            {it.agreed_ms === null && words.appointments.until(shortDayText(it.until_ms))}
          </Noted>
        </span>
      </p>
      {it.absentees.length > 0 ? (
        <p class="warning">{absenceText(it, entry, name)}</p>
      ) : it.overdue ? (
        <p class="warning">{words.appointments.overdue(weekdayText(it.until_ms))}</p>
      ) : (
        <Arranging view={view} it={it} isFirst={isFirst} name={name} />
      )}
    </li>
  );
}

function absenceText({ absentees }: OwnAppointment, entry: string, name: string): string {
  const words = t().tournaments.appointments;
  if (absentees.length > 1) return words.neitherCame;
  return absentees.includes(entry) ? words.youDidNotCome : words.didNotCome(name);
}

/** As long as its players decide by themselves. */
function Arranging({ view, it, isFirst, name }: OfGame & { name: string }) {
  const words = t().tournaments.appointments;
  const isOpen = useSignal(false);
  const { code } = view;
  const { game, agreed_ms: agreed } = it;
  const isFixed = it.changed_until_ms !== null && it.changed_until_ms <= theSocket().serverNow();
  const ask = () => {
    isOpen.value = true;
  };
  return (
    <>
      {agreed !== null && <Agreed it={it} at={agreed} name={name} />}
      {it.words && <Said code={code} it={it} name={name} />}
      {it.theirs.length > 0 && (
        <>
          <p>{words.proposes(name)}</p>
          <ul class="times">
            {it.theirs.map((at) => (
              <li key={at}>
                <button
                  type="button"
                  disabled={isFixed || at <= theSocket().serverNow()}
                  onClick={() => void act(code, { t: 'agree', game, at_ms: at })}
                >
                  <TimeOf at={at} it={it} name={name} />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {it.mine.length > 0 && (
        <>
          <p class="note">{words.waits(name)}</p>
          <ul class="times">
            {it.mine.map((at) => (
              <li key={at} class="time">
                <TimeOf at={at} it={it} name={name} />
              </li>
            ))}
          </ul>
        </>
      )}
      <div class="row own-acts">
        {!isFixed && <Arrange it={it} isFirst={isFirst} name={name} onAsk={ask} />}
        <Now code={code} it={it} name={name} />
        {agreed !== null && !isFixed && (
          <SureButton
            title={words.callOffSure(name)}
            yes={words.callOff}
            onYes={() => void act(code, { t: 'call_off', game })}
          >
            {words.callOff}
          </SureButton>
        )}
      </div>
      {isFixed && <p class="note">{t().tournaments.problems.time_fixed}</p>}
      {isOpen.value && (
        <AppointmentDialog
          code={code}
          it={it}
          name={name}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}

/** A word of the opponent's, which can be reported like what is said at a board. */
function Said({ code, it, name }: { code: string; it: OwnAppointment; name: string }) {
  return (
    <div class="row announcement">
      <p>{t().tournaments.appointments.says(name, it.words)}</p>
      <ReportReview
        place={{ appointment: { tournament: code, game: it.game } }}
        words={t().site.person.report}
      />
    </div>
  );
}

/** What opens the dialog; it says what comes next. */
function Arrange({
  it,
  isFirst,
  name,
  onAsk,
}: Omit<OfGame, 'view'> & {
  name: string;
  onAsk(): void;
}) {
  const words = t().tournaments.appointments;
  const text = isNew(it)
    ? words.find
    : it.agreed_ms !== null
      ? words.change
      : it.theirs.length > 0
        ? words.others
        : words.changeMine;
  return (
    <button
      type="button"
      class={isFirst ? 'primary' : ''}
      aria-label={labelled(text, name)}
      name="propose"
      onClick={onAsk}
    >
      {text}
    </button>
  );
}

function Agreed({ it, at, name }: { it: OwnAppointment; at: number; name: string }) {
  const words = t().tournaments.appointments;
  return (
    <>
      <p class="appointed">
        <Sentence of={words.agreed}>
          <strong>{weekdayText(at)}</strong>
        </Sentence>
      </p>
      <p class="note">{noted([theirTimeText(at, it.zone, name), words.opens])}</p>
    </>
  );
}

function TimeOf({ at, it, name }: { at: number; it: OwnAppointment; name: string }) {
  const theirs = theirTimeText(at, it.zone, name);
  return (
    <>
      <span>{weekdayText(at)}</span>
      {theirs && <small>{theirs}</small>}
    </>
  );
}

/** Both are here, and need no time any more. */
function Now({ code, it, name }: { code: string; it: OwnAppointment; name: string }) {
  const words = t().tournaments.appointments;
  const say = (ready: boolean) => void act(code, { t: 'play_now', game: it.game, ready });
  if (it.opponent_ready)
    return (
      <>
        <span>{words.nowTheirs(name)}</span>
        <button type="button" class="primary" name="now" onClick={() => say(true)}>
          {words.beginNow}
        </button>
      </>
    );
  if (!it.ready)
    return (
      <button type="button" class="quiet" name="now" onClick={() => say(true)}>
        {words.now}
      </button>
    );
  return (
    <>
      <span class="note" role="status">
        {words.nowMine(name)}
      </span>
      <button type="button" class="quiet" onClick={() => say(false)}>
        {words.notNow}
      </button>
    </>
  );
}

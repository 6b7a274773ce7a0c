/** What concerns whoever looks at a tournament: where to go, what comes next and when, coming and going. */

import { useSignal } from '@preact/signals';
import { listed } from '../i18n/listed';
import { t } from '../i18n/whole';
import { Sentence } from '../people/in-sentence';
import { PlayerName } from '../people/player-name';
import { theSocket } from '../session';
import { ApplicationCard } from '../simul/applying';
import { Sure } from '../ui/dialog';
import type { OwnPart, Tournament, TournamentAnnouncement } from '../wire/generated';
import { OwnStanding } from './arena';
import { AtTheBoard } from './at-the-board';
import { Countdown } from './countdown';
import { JoinEvening } from './evening';
import { InvitationCard } from './invitation';
import { gamesNow, nextPaired } from './rounds-now';
import { TeamChoice } from './team-entry';
import { act } from './tournament-api';
import { isEvening, isSeated, nameOf, personOf, timeText } from './words';

/** So many are named of those whom an obstacle is about. */
const NAMED_MAX = 5;

interface Props {
  view: Tournament;
  own: OwnPart | null;
}

/** What is open for corrections only is over for its players. */
const phaseOf = ({ phase, reopened }: Tournament) => (reopened ? 'over' : phase);

export function NextGame({ view, own }: Props) {
  const words = t().tournaments;
  const { code } = view;
  const phase = phaseOf(view);
  const isIn = own?.entry !== null && own?.entry !== undefined;
  const late =
    phase === 'running' &&
    (view.attendance === 'free' ? !view.ending : view.rounds.length < view.plan.late_until);
  const isAsked = view.plan.by_invitation || view.plan.by_application;
  const choosesTeam = view.plan.team_entry != null;
  const mayJoin =
    own?.signed_in && !isIn && !choosesTeam && (!isAsked || own.organiser) && (phase === 'open' || late);
  const last = view.rounds.at(-1);
  const bye =
    phase === 'running' &&
    last?.byes.some(({ entry }) => entry === own?.entry && !isSeated(last.games, entry));
  const isOver = phase === 'over' || phase === 'cancelled';
  return (
    <section class="card tournament-state no-print">
      <StandsStill view={view} own={own} />
      <Announcements of={view.announcements ?? []} />
      {view.attendance === 'free' && <OwnStanding view={view} own={own} />}
      {own?.game && (own.hosts ? <ToBoards view={view} /> : <OwnBoard view={view} own={own} />)}
      {own && <AtTheBoard view={view} own={own} />}
      {bye && <p>{words.yourBye}</p>}
      <When view={view} />
      {!isIn && own?.invitation && <InvitationCard invitation={own.invitation} />}
      {!isOver && isIn && own && <Attendance view={view} own={own} />}
      {own && <TeamChoice view={view} own={own} />}
      {own?.signed_in && view.plan.by_application && <ApplicationCard view={view} own={own} />}
      {mayJoin &&
        !own.invitation &&
        (isEvening(view) ? (
          <JoinEvening code={code} />
        ) : (
          <button type="button" class="primary" onClick={() => void act(code, { t: 'join', online: false })}>
            {words.join}
          </button>
        ))}
      {isIn && !isOver && isEvening(view) && view.plan.rated && view.plan.club && (
        <p class="note">{t().evening.counts}</p>
      )}
      {own && !own.signed_in && phase === 'open' && (
        <p class="note">
          <a href="/account">{words.signInFirst}</a>
        </p>
      )}
    </section>
  );
}

/** That everything is held up, or will be: why, and whom that is about. */
function StandsStill({ view, own }: Props) {
  const words = t().tournaments;
  const { paused, obstacle } = view;
  if (!obstacle) return paused ? <p class="warning">{words.paused}</p> : null;
  if (!paused && !own?.organiser) return null;
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const why = (words.problems as Record<string, string>)[obstacle.code] ?? t().problems.other;
  const whom = obstacle.entries.slice(0, NAMED_MAX).map((it) => nameOf(entries, it));
  const more = obstacle.entries.length - whom.length;
  return (
    <p class="warning">
      {words.standsStill(
        whom.length > 0
          ? words.obstacleOf(why, listed(more > 0 ? [...whom, words.andMore(more)] : whom))
          : why,
        paused && own?.organiser ? 'put_right' : paused ? 'paused' : 'soon',
      )}
    </p>
  );
}

/** What organisers have told everybody; the latest first, and only it until one wants them all. */
function Announcements({ of }: { of: readonly TournamentAnnouncement[] }) {
  const words = t().tournaments.hall;
  const [last, ...earlier] = [...of].reverse();
  if (!last) return null;
  const line = ({ number, at_ms, by, text }: TournamentAnnouncement) => (
    <p key={number} class="announcement">
      {text} <span class="note">{words.said(by, timeText(at_ms))}</span>
    </p>
  );
  return (
    <div role="status">
      {line(last)}
      {earlier.length > 0 && (
        <details>
          <summary>{words.earlier(earlier.length)}</summary>
          {earlier.map(line)}
        </details>
      )}
    </div>
  );
}

/** The host's way to all boards. */
function ToBoards({ view }: { view: Tournament }) {
  const open = view.rounds.flatMap(({ games }) => games.filter(({ result }) => result === null));
  return (
    <a class="button primary wide" href={`/tournaments/${view.code}/host`}>
      {t().simul.play(open.length)}
    </a>
  );
}

/** The game that waits for whoever looks: against whom, and how long the first moves are waited for. */
function OwnBoard({ view, own }: { view: Tournament; own: OwnPart }) {
  const words = t().tournaments;
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const game = own.pairings?.find(({ games }) => own.game !== null && games.includes(own.game));
  const opponent = game && (game.sente === own.entry ? game.gote : game.sente);
  return (
    <>
      {game && (
        <p>
          <Sentence of={(name) => (game.board ? words.youMeet(game.board, name) : words.arena.meets(name))}>
            <PlayerName person={personOf(entries, opponent)} />
          </Sentence>
        </p>
      )}
      <a class="button primary wide" href={`/${own.game}`}>
        {words.yourGame}
      </a>
      {own.waits_until_ms !== null && !view.paused && (
        <p class="note">
          <Countdown until={own.waits_until_ms} text={words.graceLeft} />
        </p>
      )}
    </>
  );
}

/** When it begins, when the next round does, when an arena is over. */
function When({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const { phase, plan, format } = view;
  if (view.paused) return null;
  if (phase === 'open' && plan.starts_ms !== null) {
    const byItself = plan.schedule.t !== 'word' || view.attendance === 'free';
    return (
      <p class="note">
        {byItself ? (
          <Countdown until={plan.starts_ms} text={words.beginsIn} over={words.isDue} />
        ) : (
          words.beginsByWord(timeText(plan.starts_ms))
        )}
      </p>
    );
  }
  if (phase !== 'running') return null;
  if (isEvening(view)) return null;
  if (format.t === 'arena') return <ArenaEnd view={view} until={format.start_ms + format.duration_ms} />;
  if (view.next_ms !== null)
    return (
      <p class="note">
        <Countdown until={view.next_ms} text={words.nextRoundIn} over={words.isDue} />
      </p>
    );
  // Each game has a time of its own.
  if (plan.by_appointment) return null;
  const open = gamesNow(view).filter(({ result }) => result === null).length;
  if (open > 0) return <p class="note">{words.gamesLeft(open)}</p>;
  return plan.schedule.t === 'word' ? <p class="note">{words.waitsForWord}</p> : null;
}

/** Until when new games begin; and once none do, how many are still being played. */
function ArenaEnd({ view, until }: { view: Tournament; until: number }) {
  const words = t().tournaments;
  const isOver = useSignal(false);
  const games = view.rounds.flatMap((round) => round.games);
  const open = games.filter(({ result }) => result === null).length;
  return (
    <p class="note" role="status">
      {view.ending || isOver.value ? (
        words.arena.ending(open)
      ) : (
        <Countdown until={until} text={words.arenaEndsIn} onOver={() => (isOver.value = true)} />
      )}
    </p>
  );
}

/** Coming and going. */
function Attendance({ view, own }: { view: Tournament; own: OwnPart }) {
  const words = t().tournaments;
  const sure = useSignal(false);
  const { code, plan, attendance } = view;
  const phase = phaseOf(view);
  const entry = view.entries.find(({ id }) => id === own.entry);
  const opens =
    plan.check_in_ms !== null && plan.starts_ms !== null ? plan.starts_ms - plan.check_in_ms : null;
  const mayCheckIn = opens !== null && theSocket().serverNow() >= opens;
  const reloads = useSignal(0);
  const next = nextPaired(view);
  const misses = entry?.absent.includes(next) ?? false;
  const mayMiss =
    phase === 'running' && (attendance === 'whole' || attendance === 'by_round') && !entry?.left;
  if (entry?.left)
    return (
      <>
        <p>{words.youHaveLeft}</p>
        {(phase === 'open' || (phase === 'running' && view.attendance === 'by_round')) && (
          <button type="button" onClick={() => void act(code, { t: 'return' })}>
            {words.comeBack}
          </button>
        )}
      </>
    );
  return (
    <>
      <p>
        {own.checked_in ? words.checkedIn : words.entered} {misses && words.youMiss(next)}
      </p>
      {phase === 'open' && opens !== null && !own.checked_in && (
        <p>
          {mayCheckIn && plan.starts_ms !== null ? (
            <Countdown until={plan.starts_ms} text={words.checkInLeft} />
          ) : (
            <Countdown
              until={opens}
              text={words.checkInOpens}
              onOver={() => {
                reloads.value++;
              }}
            />
          )}
        </p>
      )}
      <div class="row own-acts">
        {phase === 'open' && mayCheckIn && !own.checked_in && (
          <button
            type="button"
            class="primary"
            onClick={() => void act(code, { t: 'check_in', online: false })}
          >
            {words.checkIn}
          </button>
        )}
        {mayMiss && (
          <button
            type="button"
            class="quiet"
            onClick={() => void act(code, { t: 'absent', round: next, comes: misses })}
          >
            {misses ? words.comesAfterAll : words.iMiss(next)}
          </button>
        )}
        {view.attendance === 'free' && phase === 'running' && own.pauses && (
          <button
            type="button"
            class="primary"
            onClick={() => void act(code, { t: 'check_in', online: entry?.online ?? false })}
          >
            {words.comeBack}
          </button>
        )}
        {isEvening(view) && phase === 'running' && !own.pauses && entry && (
          <button
            type="button"
            class="quiet"
            name="place"
            onClick={() => void act(code, { t: 'check_in', online: !entry.online })}
          >
            {entry.online ? t().evening.here : t().evening.fromHome}
          </button>
        )}
        {!own.pauses && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              sure.value = true;
            }}
          >
            {view.attendance === 'free' && phase === 'running' ? words.pauseMe : words.leave}
          </button>
        )}
      </div>
      {sure.value && (
        <Sure
          title={words.leaveSure}
          yes={words.leave}
          onYes={() => void act(code, { t: 'leave' })}
          onClose={() => {
            sure.value = false;
          }}
        />
      )}
    </>
  );
}

/**
 * On every page: a round of mine is about to begin, a board of mine is waiting, or somebody asks me
 * to take part.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { isAt, route } from '../router';
import { isMember, user } from '../session';
import { StudyInvitationBar } from '../study/invitation';
import type { Appointment, StudyInvitation } from '../wire/generated';
import { askAgenda, events, forgetAgenda, invitations, loadAgenda, studies } from './agenda-store';
import { Countdown } from './countdown';
import { InvitationBar } from './invitation';

/** How long before it begins a round is spoken of. */
const SOON_MS = 10 * 60 * 1_000;

/** How often it is asked, with something to come and without. */
const ASK_EVERY_MS = 30_000;
const ASK_RARELY_MS = 5 * 60_000;

export function AgendaBar() {
  const words = t().tournaments.agenda;
  const member = isMember.value;
  const id = user.value?.id;
  useEffect(() => {
    if (!member) {
      forgetAgenda();
      return;
    }
    let waits: ReturnType<typeof setTimeout>;
    const again = async () => {
      if (!document.hidden) await loadAgenda();
      waits = setTimeout(again, events.peek().length > 0 ? ASK_EVERY_MS : ASK_RARELY_MS);
    };
    void again();
    return () => clearTimeout(waits);
  }, [member, id]);
  const shown = events.value.filter((it) => {
    if (isAt('/tournaments/:code', { code: it.code })) return false;
    if (isAt('/tournaments/:code/host', { code: it.code })) return false;
    if (it.game) return !isAt('/:code', { code: it.game });
    // Checking in has begun, or else the server would not speak of it.
    return it.check_in_until_ms !== null || (it.at_ms !== null && it.at_ms - Date.now() < SOON_MS);
  });
  if (shown.length === 0) {
    // At a board an invitation can wait, in the bell: the bar would push the last rank, or the
    // player's own clock, out of the window.
    if (route.value.row?.board) return null;
    const asked = invitations.value.find((it) => !isAt('/tournaments/:code', { code: it.code }));
    return asked ? <InvitationBar invitation={asked} /> : <StudyBar />;
  }
  const [next, ...others] = inOrder(shown);
  return (
    <div class="banner agenda-bar" role="status">
      {next && <Due key={keyOf(next)} of={next} isFirst />}
      {others.length > 0 && (
        // At a board there is room for one line.
        <details class="agenda-more">
          <summary>{words.more(others.length)}</summary>
          {others.map((it) => (
            <div key={keyOf(it)} class="agenda-due">
              <Due of={it} />
            </div>
          ))}
        </details>
      )}
    </div>
  );
}

/** One tournament may have several of them, and each counts down anew. */
const keyOf = ({ code, round, game, opponent, at_ms, check_in_until_ms }: Appointment) =>
  [code, round, game, opponent, check_in_until_ms ?? at_ms].join(' ');

/** Boards that wait for me come first, then what begins next; what is held up is last. */
export function inOrder(events: readonly Appointment[]): Appointment[] {
  const at = ({ game, at_ms, check_in_until_ms }: Appointment) =>
    game ? 0 : (check_in_until_ms ?? at_ms ?? Number.MAX_SAFE_INTEGER);
  return [...events].sort((a, b) => at(a) - at(b));
}

/** One appointment: what is to come, and the way there. */
function Due({ of, isFirst = false }: { of: Appointment; isFirst?: boolean }) {
  const words = t().tournaments.agenda;
  const isOver = useSignal(false);
  const { game, check_in_until_ms: checksIn, at_ms: begins, round } = of;
  const over = () => {
    isOver.value = true;
    askAgenda();
  };
  return (
    <>
      <a class="agenda-name" href={`/tournaments/${of.code}`}>
        {of.name}
      </a>
      {!game && isOver.value && <span>{words.waits(round)}</span>}
      {!game && !isOver.value && checksIn !== null && (
        <Countdown until={checksIn} text={words.checkIn} onOver={over} />
      )}
      {!game && !isOver.value && checksIn === null && begins !== null && (
        <Countdown
          until={begins}
          text={{
            after: (time) => words.round.after(round, time),
            at: (time) => words.round.at(round, time),
          }}
          onOver={over}
        />
      )}
      <a class={`button${isFirst ? ' primary' : ''}`} href={game ? `/${game}` : `/tournaments/${of.code}`}>
        {game ? words.toBoard : words.toTournament}
      </a>
    </>
  );
}

/** A study asks; one that we may not see yet does so on its own page. */
function StudyBar() {
  const [asked] = isAt('/:code') ? [] : studies.value.filter((it) => !isShownBy(it));
  return asked ? <StudyInvitationBar key={asked.study} invitation={asked} answered={loadAgenda} /> : null;
}

const isShownBy = ({ study: code, visibility, is_broadcast }: StudyInvitation) =>
  visibility === 'private' &&
  (is_broadcast ? isAt('/broadcasts/:code', { code }) : isAt('/study/:code', { code }));

/**
 * Who somebody is, and what can be done about them: as a card beside their name, and behind a
 * button at a board.
 */

import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ChallengeButton } from '../challenges/challenge-button';
import { t } from '../i18n/whole';
import { StrengthLine } from '../ratings/strength';
import { isMember, user } from '../session';
import { ReportForm } from '../site/report-form';
import { distanceOf, keepAway, type Place } from '../site/site-api';
import { Dialog } from '../ui/dialog';
import { useLoaded } from '../ui/loaded';
import { toast } from '../ui/toast';
import { FollowButton } from '../watch/follow-button';
import type { Distance, Person } from '../wire/generated';
import { keyOf, type Named, pageOf, personBy } from './people-api';

export interface CardProps {
  person: Named;
  place?: Place | undefined;
  /** Beside what it stands. */
  anchor: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** Between the card and the name, and between it and the window's edges, in pixels. */
const GAP_PX = 6;

/** As wide as a window is in which it lies at the lower edge. */
const SHEET_PX = 600;

export function PersonCard({ person, place, anchor, onClose }: CardProps) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    element.showPopover();
    const put = () => stand(element, anchor.current);
    put();
    const sizes = new ResizeObserver(put);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  useEffect(() => {
    const scrolled = (event: Event) => {
      if (event.target === document) onClose();
    };
    document.addEventListener('scroll', scrolled, { passive: true });
    return () => document.removeEventListener('scroll', scrolled);
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no set of fields
    <div ref={card} class="person-card card" popover="manual" role="group" aria-label={person.name}>
      <PersonBody person={person} place={place} />
    </div>
  );
}

/** Below the name where there is room, else above it, and within the window. */
function stand(card: HTMLElement, anchor: HTMLElement | null): void {
  const isSheet = innerWidth <= SHEET_PX;
  card.classList.toggle('sheet', isSheet);
  if (!anchor || isSheet) return;
  const name = anchor.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const left = Math.min(name.left, innerWidth - width - GAP_PX);
  const below = name.bottom + GAP_PX;
  const isBelow = below + height + GAP_PX <= innerHeight || name.top < innerHeight - name.bottom;
  card.style.left = `${Math.max(GAP_PX, left)}px`;
  card.style.top = isBelow ? `${below}px` : 'auto';
  card.style.bottom = isBelow ? 'auto' : `${innerHeight - name.top + GAP_PX}px`;
}

/** The same for whoever a button speaks of. */
export function PersonBody({ person, place }: Pick<CardProps, 'person' | 'place'>) {
  const words = t().site.person;
  const key = keyOf(person);
  const hasPage = pageOf(person) !== null;
  const known = useLoaded(async () => (hasPage ? personBy(key) : null), [key]);
  if (!hasPage) return place ? <Away id={person.user ?? ''} name={person.name} place={place} /> : null;
  if (known.state.is === 'failed' || known.state.is === 'missing') return <p class="note">{words.unknown}</p>;
  return known.value ? (
    <Known person={known.value} place={place} />
  ) : (
    <p class="note person-busy" aria-busy="true">
      {person.name}
    </p>
  );
}

function Known({ person, place }: { person: Person; place?: Place | undefined }) {
  const words = t();
  const { handle, name, strength, here, playing } = person;
  const isOwn = person.user === user.value?.id;
  const blocked = distanceOf(person.user) === 'block';
  const game = playing[0];
  return (
    <>
      <div class="person-head">
        <p class="person-names">
          <strong>{name}</strong> <span class="note">@{handle}</span>
        </p>
        <p class="person-standing">
          <StrengthLine strength={strength} />
          <span class={`presence-dot ${here ? 'here' : ''}`} aria-hidden="true" />
          <span class="note">{here ? words.site.person.here : words.site.person.away}</span>
        </p>
      </div>
      {!isOwn && !blocked && isMember.value && (
        <div class="row">
          <ChallengeButton person={person} />
          <FollowButton handle={handle} id={person.user} />
        </div>
      )}
      <ul class="person-links">
        <li>
          <a href={`/@/${handle}`}>{words.site.person.profile}</a>
        </li>
        <li>
          <a href={`/games?player=${handle}`}>{words.site.person.games}</a>
        </li>
        {game && (
          <li>
            <a href={`/${game}`}>{words.site.person.watchGame}</a>
          </li>
        )}
      </ul>
      {!isOwn && <Away id={person.user} name={name} place={place ?? { handle }} />}
    </>
  );
}

/** Keeping somebody away, and telling the moderators; what was done is said where it was done. */
export function Away({ id, name, place }: { id: string; name: string; place: Place }) {
  const words = t().site.person;
  const reports = useSignal(false);
  const distance = distanceOf(id);
  const keep = (next: Distance | null) =>
    void keepAway(place, next).catch(() => toast.show(words.failed, 'bad'));
  return (
    <div class="person-away">
      <p class="kept-away" role="status">
        {distance === 'block' ? words.blocked(name) : distance === 'mute' ? words.muted(name) : ''}
      </p>
      <div class="row">
        {distance !== 'block' && (
          <button type="button" class="quiet" onClick={() => keep(distance === null ? 'mute' : null)}>
            {distance === null ? words.mute : words.unmute}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => keep(distance === 'block' ? null : 'block')}>
          {distance === 'block' ? words.unblock : words.block}
        </button>
        <button
          type="button"
          class="quiet"
          name="report"
          onClick={() => {
            reports.value = true;
          }}
        >
          {words.report}
        </button>
      </div>
      {reports.value && (
        <Dialog
          title={words.reportTitle(name)}
          onClose={() => {
            reports.value = false;
          }}
        >
          <ReportForm
            place={place}
            onDone={() => {
              reports.value = false;
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

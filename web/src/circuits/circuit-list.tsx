/** Circuits in a list: on their page, at a club, and where tournaments are listed. */

import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { useLoaded } from '../ui/loaded';
import type { CircuitSummary } from '../wire/generated';
import { listCircuits } from './circuit-api';

export function CircuitList({ found }: { found: readonly CircuitSummary[] }) {
  const words = t().circuits;
  return (
    <ul class="tournament-list">
      {found.map((it) => (
        <li key={it.code}>
          <a href={`/circuits/${it.code}`}>{it.name}</a>
          <span class="note">{noted([it.club?.name, words.events(it.events)])}</span>
        </li>
      ))}
    </ul>
  );
}

interface ClubProps {
  slug: string;
  /** Whether whoever looks may make one. */
  organises: boolean;
}

/** The circuits of a club; nothing where there is none and none can be made. */
export function ClubCircuits({ slug, organises }: ClubProps) {
  const words = t().circuits;
  const found = useLoaded(() => listCircuits({ club: slug }), [slug]).value?.circuits ?? [];
  if (found.length === 0 && !organises) return null;
  return (
    <section class="card">
      <h2>{words.title}</h2>
      {found.length > 0 ? <CircuitList found={found} /> : <p class="note">{words.lead}</p>}
      {organises && (
        <div class="row">
          <a class="button" href={`/circuits/new?club=${slug}`}>
            {words.create}
          </a>
        </div>
      )}
    </section>
  );
}

/** Which circuits a tournament is an event of; nothing where it is of none. */
export function CircuitsOfEvent({ code }: { code: string }) {
  const words = t().circuits;
  const found = useLoaded(() => listCircuits({ event: code }), [code]).value?.circuits ?? [];
  if (found.length === 0) return null;
  return (
    <p class="note">
      {found.map((it, i) => (
        <span key={it.code}>
          {i > 0 && ' · '}
          <a href={`/circuits/${it.code}`}>{words.partOf(it.name)}</a>
        </span>
      ))}
    </p>
  );
}

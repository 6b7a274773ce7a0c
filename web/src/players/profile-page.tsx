/** `/@/NAME`: who a player is, whom they play, how strong they are and what was earned. */

import '../styles/profile.css';
import { useEffect } from 'preact/hooks';
import { ask } from '../api/request';
import { useBell } from '../bell/bell-store';
import { clubsOf } from '../clubs/club-api';
import { ClubList } from '../clubs/club-list';
import { noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { gradeText } from '../ratings/words';
import { OFTEN_MS, useFresh, useLoaded } from '../ui/loaded';
import { Page, When } from '../ui/page';
import { LiveGames } from '../watch/live-game';
import type { Profile } from '../wire/generated';
import { MissingForGrade } from './next-grade';
import { PlayedTournaments } from './played-tournaments';
import { ProfileHead } from './profile-head';
import { RatingChart } from './rating-chart';
import { RecentGames } from './recent-games';
import { ResultTables } from './results';
import { AgainstYou, Rivals } from './rivals';

export function ProfilePage({ handle }: { handle: string }) {
  const words = t().players;
  const profile = useFresh(() => ask('GET', '/players/{handle}', { path: { handle } }), [handle]);
  // What changes while somebody looks is little: where the player sits.
  const brief = useFresh(
    () => ask('GET', '/people/{who}', { path: { who: `@${handle}` } }),
    [handle],
    OFTEN_MS,
  );
  const sits = brief.value?.playing.join();
  useEffect(() => {
    if (profile.value && sits !== undefined && sits !== profile.value.playing.join()) void profile.again();
  }, [sits]);
  useBell(({ item, by }) => item.t === 'followed' && by?.handle === handle, profile.again);
  return (
    <When
      of={profile}
      missing={{ title: words.unknown, text: words.unknownHelp, href: '/players', to: words.list }}
    >
      {(known) => <Person known={known} />}
    </When>
  );
}

function Person({ known }: { known: Profile }) {
  const words = t().players;
  // The page is worth showing without them.
  const { handle } = known;
  const history = useLoaded(() => ask('GET', '/players/{handle}/history', { path: { handle } }), [handle]);
  const clubs = useLoaded(() => clubsOf(handle), [handle]);
  return (
    <Page class="players-page profile" title={known.name}>
      <ProfileHead profile={known} />
      <div class="profile-columns">
        <div class="profile-main">
          <LiveGames codes={known.playing} label={words.watch} of={known.user} />
          <RecentGames profile={known} />
          <Ratings profile={known} />
          {history.value && history.value.points.length > 1 && (
            <section class="card">
              <h2>{words.chart}</h2>
              <RatingChart history={history.value} />
            </section>
          )}
          {known.by_grade.length > 0 && <ResultTables profile={known} />}
        </div>
        <div class="profile-side">
          <AgainstYou profile={known} />
          <Rivals profile={known} />
          {known.next && !known.bot && <MissingForGrade next={known.next} of={known} />}
          <PlayedTournaments profile={known} />
          {known.awards.length > 0 && (
            <section class="card">
              <h2>{words.awards}</h2>
              <ul class="awards">
                {known.awards.map((award) => (
                  <li key={award.grade}>
                    <a href={`/@/${known.handle}/${award.grade}`}>{gradeText(award.grade)}</a>
                    <span class="note">{dateText(award.awarded_ms)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {clubs.value && clubs.value.clubs.length > 0 && (
            <section class="card" aria-labelledby="clubs-title">
              <h2 id="clubs-title">{t().clubs.title}</h2>
              <ClubList found={clubs.value.clubs} />
            </section>
          )}
        </div>
      </div>
    </Page>
  );
}

function Ratings({ profile }: { profile: Profile }) {
  const words = t();
  if (profile.ratings.length === 0) return null;
  return (
    <ul class="rating-cards">
      {profile.ratings.map((it) => (
        <li key={`${it.variant} ${it.speed}`} class="card">
          <span class="label">
            {noted([
              it.variant !== 'standard' && (words.variants[it.variant] ?? it.variant),
              words.ratings.speeds[it.speed],
            ])}
          </span>
          <strong>
            {it.rating}
            {it.provisional ? '?' : ''}
          </strong>
          <span class="note">{noted([`±${2 * it.deviation}`, words.players.nGames(it.n_games)])}</span>
        </li>
      ))}
    </ul>
  );
}

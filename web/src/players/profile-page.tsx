/** `/@/NAME`: how strong a player is, since when, and what was earned. */

import { ask } from '../api/request';
import { useBell } from '../bell/bell-store';
import { ChallengeButton } from '../challenges/challenge-button';
import { clubsOf } from '../clubs/club-api';
import { ClubList } from '../clubs/club-list';
import { noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { Away } from '../people/person-card';
import { BotMark } from '../people/player-name';
import { gradeText } from '../ratings/words';
import { user } from '../session';
import { distanceOf } from '../site/site-api';
import { useLoaded } from '../ui/loaded';
import { Page, When } from '../ui/page';
import { FollowButton } from '../watch/follow-button';
import { LiveGames } from '../watch/live-game';
import type { NextGrade, Profile, ResultRow } from '../wire/generated';
import { RatingChart } from './rating-chart';

export function ProfilePage({ handle }: { handle: string }) {
  const words = t().players;
  const profile = useLoaded(() => ask('GET', '/players/{handle}', { path: { handle } }), [handle]);
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
      <Head profile={known} />
      <LiveGames codes={known.playing} label={words.watch} />
      {known.next && !known.bot && <Next next={known.next} of={known} />}
      <Ratings profile={known} />
      {history.value && history.value.points.length > 1 && (
        <section class="card">
          <h2>{words.chart}</h2>
          <RatingChart history={history.value} />
        </section>
      )}
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
      {known.by_grade.length > 0 && (
        <div class="columns-2">
          <Results
            title={words.byGrade}
            rows={known.by_grade}
            label={(row) => (row.kind === null ? t().ratings.noGrade : gradeText(row.kind))}
          />
          <Results title={words.byHandicap} rows={known.by_handicap} label={handicapText} />
        </div>
      )}
      <p class="row">
        <a href={`/games?player=${known.handle}`}>{words.gamesOf(known.name)}</a>
        <a href={`/review?explore=${known.handle}`}>{t().explorer.tree}</a>
      </p>
    </Page>
  );
}

function Head({ profile }: { profile: Profile }) {
  const { players, ratings, account, nav } = t();
  const { wins, draws, losses, streak, best_streak } = profile;
  const isOwn = profile.user === user.value?.id;
  const isBlocked = distanceOf(profile.user) === 'block';
  return (
    <header class="profile-head">
      <div class="person-row">
        <h1>
          {profile.name} {profile.bot && <BotMark />}
        </h1>
        {!isBlocked && <FollowButton handle={profile.handle} id={profile.user} />}
        {isOwn && (
          <a class="button plain" href="/account">
            {nav.account}
          </a>
        )}
      </div>
      {/* Programs have ratings; a grade is what people work for. */}
      {(profile.grade || !profile.bot) && (
        <p class="profile-grade">
          {profile.grade ? gradeText(profile.grade) : ratings.noGrade}
          {!profile.grade && profile.declared && (
            <span class="note"> {ratings.declared(gradeText(profile.declared))}</span>
          )}
        </p>
      )}
      <p class="note">{noted([`@${profile.handle}`, account.since(dateText(profile.registered_ms))])}</p>
      {wins + draws + losses > 0 && (
        <p class="note">
          {noted([
            players.score(wins, draws, losses),
            streak > 0 && players.streakWon(streak),
            streak < 0 && players.streakLost(-streak),
            best_streak > 1 && players.bestStreak(best_streak),
          ])}
        </p>
      )}
      {!isBlocked && <ChallengeButton person={profile} />}
      {!isOwn && <Away id={profile.user} name={profile.name} place={{ handle: profile.handle }} />}
    </header>
  );
}

/** §6.4 What is missing, as a bar and in words. */
function Next({ next, of }: { next: NextGrade; of: Profile }) {
  const words = t().players;
  // Readers of their own page are addressed directly.
  const who = of.user === user.value?.id ? null : of.name;
  // The rating and what shows it are both needed.
  const share = Math.min(
    Math.max(next.above_floor / next.above_floor_needed, next.above_middle / next.above_middle_needed),
    next.opponents / Math.max(next.opponents_needed, 1),
    1 - next.games_missing / Math.max(next.games_needed, 1),
  );
  const unmet = next.opponents_needed - next.opponents;
  const left = next.above_floor_needed - next.above_floor;
  const leftAbove = next.above_middle_needed - next.above_middle;
  const grade = gradeText(next.grade);
  return (
    <section class="card next-grade" aria-labelledby="next-title">
      <h2 id="next-title">{words.next(grade)}</h2>
      <progress max={1} value={share} aria-label={words.next(grade)} />
      <p>
        {left > 0 && leftAbove > 0
          ? words.missing(who, left, next.floor, leftAbove, next.middle)
          : words.held(who, next.floor)}
      </p>
      <p>
        {unmet > 0 && `${words.opponentsMissing(unmet)} `}
        {next.games_missing > 0 && words.gamesMissing(next.games_missing)}
        {unmet <= 0 &&
          next.games_missing === 0 &&
          (next.unproven ? words.unproven(grade) : words.proven(next.opponents_needed))}
      </p>
      {next.uncertain && <p class="note">{words.uncertain(who)}</p>}
      <details>
        <summary>{words.whatCounts}</summary>
        <ul class="note">
          <li>{words.countsLength(next.plies_min)}</li>
          <li>{words.countsRegular}</li>
          <li>{words.countsResults}</li>
          <li>{words.countsDeclared}</li>
        </ul>
      </details>
    </section>
  );
}

function Ratings({ profile }: { profile: Profile }) {
  const words = t();
  if (profile.ratings.length === 0) return <p class="empty">{words.players.noRated}</p>;
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

function handicapText(row: ResultRow): string {
  const words = t();
  if (row.kind === null) return words.setup.even;
  const name =
    row.kind === 'first_move'
      ? words.players.firstMove
      : words.handicaps[row.kind as keyof typeof words.handicaps];
  return row.gave ? words.players.gave(name) : words.players.took(name);
}

interface ResultsProps {
  title: string;
  rows: ResultRow[];
  label(row: ResultRow): string;
}

function Results({ title, rows, label }: ResultsProps) {
  const words = t().players;
  return (
    <section class="card">
      <h2>{title}</h2>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden-visually">{title}</span>
            </th>
            <th scope="col">{words.won}</th>
            <th scope="col">{words.drawn}</th>
            <th scope="col">{words.lost}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.gave}`}>
              <th scope="row">{label(row)}</th>
              <td>{row.wins}</td>
              <td>{row.draws}</td>
              <td>{row.losses}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

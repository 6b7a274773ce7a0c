/** Who a player is, as their page begins: name, strength, a line about themselves, what can be done. */

import { ChallengeButton } from '../challenges/challenge-button';
import { noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { Away } from '../people/person-card';
import { BotMark } from '../people/player-name';
import { placeName } from '../ratings/places';
import { gradeText, ratingText, standingText } from '../ratings/words';
import { user } from '../session';
import { distanceOf } from '../site/site-api';
import { FollowButton } from '../watch/follow-button';
import type { Profile } from '../wire/generated';

/** Wins in a row that are worth a word. */
const STREAK_MIN = 3;

export function ProfileHead({ profile }: { profile: Profile }) {
  const { players, account } = t();
  const { wins, draws, losses, streak, best_streak } = profile;
  const isOwn = profile.user === user.value?.id;
  const isBlocked = distanceOf(profile.user) === 'block';
  return (
    <header class="profile-head">
      <div class="profile-names">
        <h1>
          {profile.name} {profile.bot && <BotMark />}
        </h1>
        <p class="note">{noted([`@${profile.handle}`, account.since(dateText(profile.registered_ms))])}</p>
      </div>
      <Standing profile={profile} />
      {profile.about ? (
        <p class="profile-about">{profile.about}</p>
      ) : (
        isOwn && (
          <p>
            <a href="/account">{players.noAbout}</a>
          </p>
        )
      )}
      {wins + draws + losses > 0 && (
        <p class="note">
          {noted([
            players.score(wins, draws, losses),
            streak >= STREAK_MIN && players.streakWon(streak),
            best_streak >= STREAK_MIN && best_streak > streak && players.bestStreak(best_streak),
          ])}
        </p>
      )}
      <div class="row profile-acts">
        {!isBlocked && <ChallengeButton person={profile} />}
        {!isBlocked && <FollowButton handle={profile.handle} id={profile.user} />}
        {isOwn && (
          <a class="button primary" href="/account">
            {account.about.edit}
          </a>
        )}
      </div>
      {!isOwn && <Away id={profile.user} name={profile.name} place={{ handle: profile.handle }} />}
    </header>
  );
}

/** The same words as in every list, larger; and with what rating somebody came. */
function Standing({ profile: { strength, elsewhere, grade } }: { profile: Profile }) {
  const words = t();
  const standing = standingText(strength);
  if (!standing && strength.rating === null) return null;
  return (
    <p class="profile-standing">
      {standing && <span class={`profile-grade ${grade === null ? 'provisional' : ''}`}>{standing}</span>}
      {strength.rating !== null && (
        <span class="profile-rating" title={strength.provisional ? words.ratings.provisional : undefined}>
          {ratingText(strength)}
        </span>
      )}
      {elsewhere && (
        <span class="note">
          {words.players.cameWith(
            placeName(elsewhere.place),
            elsewhere.grade ? gradeText(elsewhere.grade) : String(elsewhere.rating),
          )}
        </span>
      )}
    </p>
  );
}

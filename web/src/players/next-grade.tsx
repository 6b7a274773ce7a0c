/** What a player still needs for the next grade. */

import { t } from '../i18n/whole';
import { gradeText } from '../ratings/words';
import { user } from '../session';
import type { NextGrade, Profile } from '../wire/generated';

/** §6.4 What is missing, as a bar and in words. */
export function MissingForGrade({ next, of }: { next: NextGrade; of: Profile }) {
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
          {next.friends_left_out > 0 && <li>{words.countsFriends(next.friends_left_out)}</li>}
          <li>{words.countsDeclared}</li>
        </ul>
      </details>
    </section>
  );
}

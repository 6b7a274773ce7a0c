/** Whom a player meets most often, and how it stands against the reader. */

import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import type { Profile, WinsDrawsLosses } from '../wire/generated';

export function AgainstYou({ profile }: { profile: Profile }) {
  const words = t().players;
  const theirs = profile.against_you;
  if (!theirs) return null;
  const yours = { wins: theirs.losses, draws: theirs.draws, losses: theirs.wins };
  return (
    <section class="card against-you" aria-labelledby="against-title">
      <h2 id="against-title">{words.againstThem(profile.name)}</h2>
      <p>
        <strong>{scoreText(yours)}</strong>
      </p>
      <ScoreBar score={yours} />
    </section>
  );
}

export function Rivals({ profile }: { profile: Profile }) {
  if (profile.rivals.length === 0) return null;
  return (
    <section class="card" aria-labelledby="rivals-title">
      <h2 id="rivals-title">{t().players.rivals}</h2>
      <ul class="rivals">
        {profile.rivals.map((it) => (
          <li key={it.handle}>
            <PlayerName person={it} />
            <span class="note">{scoreText(it)}</span>
            <ScoreBar score={it} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const scoreText = ({ wins, draws, losses }: WinsDrawsLosses) => t().players.score(wins, draws, losses);

/** The same as a picture: won, drawn and lost, as wide as they were many. */
function ScoreBar({ score: { wins, draws, losses } }: { score: WinsDrawsLosses }) {
  return (
    <span class="score-bar" aria-hidden="true">
      {wins > 0 && <span class="won" style={{ flexGrow: wins }} />}
      {draws > 0 && <span class="drawn" style={{ flexGrow: draws }} />}
      {losses > 0 && <span class="lost" style={{ flexGrow: losses }} />}
    </span>
  );
}

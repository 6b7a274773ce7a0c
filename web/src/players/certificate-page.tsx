/** `/@/NAME/GRADE`: the certificate of a grade, with the games that earned it. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { language, t } from '../i18n';
import { ask } from '../ratings/ratings-api';
import { gradeText } from '../ratings/words';
import { Icon } from '../ui/icon';
import type { Certificate } from '../wire/generated';
import { dateText } from './profile-page';

export function CertificatePage({ handle, grade }: { handle: string; grade: string }) {
  const words = t().players;
  const found = useSignal<Certificate | null | 'asking'>('asking');
  const path = `/players/${encodeURIComponent(handle)}/awards/${grade}`;
  useEffect(() => {
    void ask<Certificate>(path).then((answer) => {
      found.value = answer;
    });
  }, [path]);
  const known = found.value;
  if (known === 'asking') return <main id="main" class="blank-page" aria-busy="true" />;
  if (!known)
    return (
      <main id="main" class="blank-page">
        <h1>{words.noAward}</h1>
        <a href={`/@/${handle}`}>{handle}</a>
      </main>
    );
  const image = `/api/v1${path}/certificate`;
  const title = `${known.name} – ${gradeText(known.award.grade)}`;
  return (
    <main id="main" class="players-page certificate-page">
      <h1>
        <a href={`/@/${known.handle}`}>{known.name}</a> – {gradeText(known.award.grade)}
      </h1>
      <img
        class="certificate"
        src={`${image}.svg?lang=${language.value}`}
        alt={title}
        width="840"
        height="594"
      />
      <div class="row">
        <a
          class="button"
          href={`${image}.png?lang=${language.value}`}
          download={`komadai-${handle}-${grade}.png`}
        >
          <Icon name="download" />
          PNG
        </a>
        <a
          class="button"
          href={`${image}.svg?lang=${language.value}`}
          download={`komadai-${handle}-${grade}.svg`}
        >
          <Icon name="download" />
          SVG
        </a>
      </div>
      <section class="card">
        <h2>{words.earnedBy}</h2>
        <p class="note">{words.earnedHow(known.games.length, known.floor)}</p>
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">{words.date}</th>
              <th scope="col" class="name">
                {words.opponent}
              </th>
              <th scope="col">{words.result}</th>
              <th scope="col">{t().ratings.rating}</th>
            </tr>
          </thead>
          <tbody>
            {known.games.map((game) => (
              <tr key={game.game}>
                <td>
                  <a href={`/${game.game}`}>{dateText(game.ended_ms)}</a>
                </td>
                <th scope="row">{game.opponent}</th>
                <td>{words.points[game.points as keyof typeof words.points]}</td>
                <td>{game.rating}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </main>
  );
}

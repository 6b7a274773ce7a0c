/** `/@/NAME/GRADE`: the certificate of a grade, with the games that earned it. */

import { addressOf, request } from '../api/request';
import { language, t } from '../i18n';
import { gradeText } from '../ratings/words';
import { Icon } from '../ui/icon';
import { useLoaded } from '../ui/loaded';
import { Page, When } from '../ui/page';
import type { Certificate } from '../wire/generated';
import { dateText } from './profile-page';

export function CertificatePage({ handle, grade }: { handle: string; grade: string }) {
  const words = t().players;
  const path = `/players/${encodeURIComponent(handle)}/awards/${grade}`;
  const found = useLoaded(() => request<Certificate>('GET', path), [path]);
  return (
    <When of={found} missing={{ title: words.noAward, href: `/@/${handle}`, to: handle }}>
      {(known) => <Shown known={known} path={path} />}
    </When>
  );
}

function Shown({ known, path }: { known: Certificate; path: string }) {
  const words = t().players;
  const name = `komadai-${known.handle}-${known.award.grade}`;
  const image = addressOf(`${path}/certificate`);
  const title = `${known.name} – ${gradeText(known.award.grade)}`;
  return (
    <Page class="players-page certificate-page">
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
        <a class="button" href={`${image}.png?lang=${language.value}`} download={`${name}.png`}>
          <Icon name="download" />
          PNG
        </a>
        <a class="button" href={`${image}.svg?lang=${language.value}`} download={`${name}.svg`}>
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
    </Page>
  );
}

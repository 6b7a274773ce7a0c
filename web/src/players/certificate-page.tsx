/** `/@/NAME/GRADE`: the certificate of a grade, with the games that earned it. */

import { ask } from '../api/request';
import { titled } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { Sentence } from '../people/in-sentence';
import { PlayerName } from '../people/player-name';
import { gradeText } from '../ratings/words';
import { Icon, ResultMark } from '../ui/icon';
import { useLoaded } from '../ui/loaded';
import { Page, When } from '../ui/page';
import { ShareButton } from '../ui/share-button';
import type { Certificate } from '../wire/generated';
import { certificateImage } from './promotion';

export function CertificatePage({ handle, grade }: { handle: string; grade: string }) {
  const words = t().players;
  const found = useLoaded(
    () => ask('GET', '/players/{handle}/awards/{grade}', { path: { handle, grade } }),
    [handle, grade],
  );
  return (
    <When of={found} missing={{ title: words.noAward, href: `/@/${handle}`, to: handle }}>
      {(known) => <Shown known={known} />}
    </When>
  );
}

function Shown({ known }: { known: Certificate }) {
  const words = t().players;
  const { handle } = known;
  const { grade } = known.award;
  const name = `komadai-${handle}-${grade}`;
  const image = (ending: 'svg' | 'png') => certificateImage(handle, grade, ending);
  const title = titled(known.name, gradeText(known.award.grade));
  return (
    <Page class="players-page certificate-page">
      <h1 class="no-print">
        <Sentence of={(name) => titled(name, gradeText(known.award.grade))}>
          <PlayerName person={known} />
        </Sentence>
      </h1>
      <img class="certificate" src={image('svg')} alt={title} width="840" height="594" />
      <div class="row no-print">
        <ShareButton class="primary" title={title} href={`/@/${handle}/${grade}`} />
        <button type="button" onClick={() => print()}>
          <Icon name="print" />
          {t().page.print}
        </button>
        <a class="button" href={image('png')} download={`${name}.png`}>
          <Icon name="download" />
          PNG
        </a>
        <a class="button" href={image('svg')} download={`${name}.svg`}>
          <Icon name="download" />
          SVG
        </a>
      </div>
      <section class="card no-print">
        <h2>{words.earnedBy}</h2>
        <p class="note">{words.earnedHow(known.games.length, known.floor)}</p>
        {known.award.n_opponents > 0 && <p class="note">{words.earnedAgainst(known.award.n_opponents)}</p>}
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
                <td>
                  <ResultMark result={game.result} /> {words.results[game.result]}
                </td>
                <td>{game.rating}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Page>
  );
}

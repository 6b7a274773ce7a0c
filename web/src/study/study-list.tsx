/** Studies in a list. */

import { noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { Noted } from '../ui/noted';
import type { StudyListed } from '../wire/generated';

export function StudyList({ studies }: { studies: readonly StudyListed[] }) {
  const words = t().study;
  return (
    <ul class="study-list">
      {studies.map((it) => (
        <li key={it.study}>
          <a href={`/study/${it.study}`}>{it.title}</a>
          {it.description && <p class="about-study">{it.description}</p>}
          <p class="note">
            <Noted>
              <PlayerName person={{ ...it.owner, guest: it.owner.handle === '' }} />
              {noted([
                words.nChapters(it.chapters),
                it.likes > 0 ? words.nLikes(it.likes) : '',
                it.role === undefined || it.role === 'owner' ? '' : words.roles[it.role],
                it.role === undefined ? '' : words.visibilities[it.visibility],
                dateText(it.updated_ms),
              ])}
            </Noted>
          </p>
          <Topics topics={it.topics} />
        </li>
      ))}
    </ul>
  );
}

export function Topics({ topics }: { topics: readonly string[] }) {
  if (topics.length === 0) return null;
  return (
    <ul class="topics" aria-label={t().study.topics}>
      {topics.map((topic) => (
        <li key={topic}>
          <a href={`/study?${new URLSearchParams({ topic })}`}>{topic}</a>
        </li>
      ))}
    </ul>
  );
}

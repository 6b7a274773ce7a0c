/** `/clubs/SLUG/coaching`: who teaches in a club, one's teachers and pupils, and their homework. */

import { useSignal } from '@preact/signals';
import { lengthAndEnd } from '../archive/words';
import { isOfClub, useBell } from '../bell/bell-store';
import { labelled, noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { shownName } from '../people/shown-name';
import { Select } from '../ui/choice';
import { SureButton } from '../ui/dialog';
import { type Loaded, OFTEN_MS, useFresh, useLoaded } from '../ui/loaded';
import { Page, PartFailed, When } from '../ui/page';
import type { ClubAct, Coaching, CoachingPerson, PupilProgress } from '../wire/generated';
import { act, coachingOf, type Does, membersOf, progressOf } from './club-api';
import { HomeworkDue, HomeworkSet } from './homework';

export function CoachingPage({ slug }: { slug: string }) {
  const words = t().coaching;
  const coaching = useFresh(() => coachingOf(slug), [slug], OFTEN_MS);
  useBell(({ item }) => isOfClub(item, slug), coaching.again);
  return (
    <When
      of={coaching}
      missing={{
        title: words.title,
        text: t().clubs.problems.private_club,
        href: `/clubs/${slug}`,
        to: words.toClub,
      }}
    >
      {(known) => <Shown slug={slug} coaching={known} again={coaching.again} />}
    </When>
  );
}

interface Part {
  slug: string;
  coaching: Coaching;
  again: Loaded<Coaching>['again'];
}

function Shown(part: Part) {
  const words = t().coaching;
  const { slug, coaching, again } = part;
  const does = async (wanted: ClubAct) => {
    const done = await act(slug, wanted);
    await again();
    return done;
  };
  return (
    <Page class="players-page club-page" title={words.title}>
      <header class="page-head">
        <div>
          <p class="note">
            <a href={`/clubs/${slug}`}>{words.toClub}</a>
          </p>
          <h1>{words.title}</h1>
          <p class="note">{words.lead}</p>
        </div>
      </header>
      {coaching.teachers.some((it) => it.state === 'agreed') && (
        <HomeworkDue due={coaching.due} does={does} />
      )}
      {coaching.teaches && <Pupils {...part} does={does} />}
      {coaching.teaches && <HomeworkSet coaching={coaching} does={does} />}
      <Teachers {...part} does={does} />
    </Page>
  );
}

function Teachers({ coaching, does }: Part & { does: Does }) {
  const words = t().coaching;
  return (
    <section class="card">
      <h2>{words.teachers}</h2>
      <p class="note">{words.sees}</p>
      {coaching.teachers.length === 0 && <p class="note">{words.noTeachers}</p>}
      <ul class="club-lines">
        {coaching.teachers.map((it) => (
          <li key={it.member}>
            <div>
              <PlayerName person={it} />
              <Standing person={it} invited={words.wantsToTeach} />
            </div>
            {it.member === coaching.member ? (
              <span class="note">{words.you}</span>
            ) : (
              <Answers
                person={it}
                pair={{ teacher: it.member, pupil: coaching.member }}
                yes={{ t: 'learn', teacher: it.member }}
                ask={words.askTeacher}
                does={does}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the two have agreed. */
function Standing({ person, invited }: { person: CoachingPerson; invited: string }) {
  const words = t().coaching;
  if (person.state === null) return null;
  const said = { asked: words.asked, invited, agreed: words.since(dateText(person.since_ms ?? 0)) };
  return <p class="note">{said[person.state]}</p>;
}

interface AnswersProps {
  person: CoachingPerson;
  pair: { teacher: string; pupil: string };
  /** The act by which the reader asks, or agrees. */
  yes: ClubAct;
  /** The word for asking, where the reader may. */
  ask?: string;
  does: Does;
}

/** What the reader can say to it. */
function Answers({ person, pair, yes, ask, does }: AnswersProps) {
  const words = t().coaching;
  const no: ClubAct = { t: 'end_coaching', ...pair };
  const button = (text: string, onClick: () => void, kind = '') => (
    <button type="button" class={kind} aria-label={labelled(text, person.name)} onClick={onClick}>
      {text}
    </button>
  );
  return (
    <div class="row">
      {person.state === null && ask && button(ask, () => void does(yes))}
      {person.state === 'asked' && button(words.withdraw, () => void does(no))}
      {person.state === 'invited' && button(words.accept, () => void does(yes), 'primary')}
      {person.state === 'invited' && button(words.decline, () => void does(no))}
      {person.state === 'agreed' && (
        <SureButton
          class=""
          label={labelled(words.end, person.name)}
          title={words.endSure(shownName(person.name))}
          yes={words.end}
          onYes={() => void does(no)}
        >
          <p class="note">{words.endHelp}</p>
        </SureButton>
      )}
    </div>
  );
}

function Pupils({ slug, coaching, does }: Part & { does: Does }) {
  const words = t().coaching;
  const agreed = coaching.pupils.filter((it) => it.state === 'agreed');
  const open = coaching.pupils.filter((it) => it.state !== 'agreed');
  return (
    <section class="card">
      <h2>{words.pupils}</h2>
      {coaching.pupils.length === 0 && <p class="note">{words.noPupils}</p>}
      <ul class="club-lines">
        {open.map((it) => (
          <li key={it.member}>
            <div>
              <PlayerName person={it} />
              <Standing person={it} invited={words.wantsToLearn} />
            </div>
            <Answers
              person={it}
              pair={{ teacher: coaching.member, pupil: it.member }}
              yes={{ t: 'teach', pupil: it.member }}
              does={does}
            />
          </li>
        ))}
      </ul>
      {agreed.map((it, n) => (
        <Pupil key={it.member} slug={slug} coaching={coaching} pupil={it} does={does} isOpen={n === 0} />
      ))}
      <Invite slug={slug} coaching={coaching} does={does} />
    </section>
  );
}

interface PupilProps {
  slug: string;
  coaching: Coaching;
  pupil: CoachingPerson;
  does: Does;
  isOpen: boolean;
}

/** A pupil; how they get on is asked for when it is opened. */
function Pupil({ slug, coaching, pupil, does, isOpen }: PupilProps) {
  const opened = useSignal(isOpen);
  return (
    <details
      class="club-pupil"
      open={opened.value}
      onToggle={(event) => {
        opened.value = event.currentTarget.open;
      }}
    >
      <summary>
        {shownName(pupil.name)}{' '}
        <small class="note">{t().coaching.since(dateText(pupil.since_ms ?? 0))}</small>
      </summary>
      {opened.value && <Progress slug={slug} pupil={pupil.member} />}
      <div class="row">
        <a class="button" href={`/@/${pupil.handle}`}>
          {labelled(t().coaching.profile, pupil.name)}
        </a>
        <Answers
          person={pupil}
          pair={{ teacher: coaching.member, pupil: pupil.member }}
          yes={{ t: 'teach', pupil: pupil.member }}
          does={does}
        />
      </div>
    </details>
  );
}

function Progress({ slug, pupil }: { slug: string; pupil: string }) {
  const found = useFresh(() => progressOf(slug, pupil), [slug, pupil], OFTEN_MS);
  if (!found.value) return found.state.is === 'busy' ? <p aria-busy="true" /> : <PartFailed of={found} />;
  return <HowTheyDo progress={found.value} />;
}

function HowTheyDo({ progress }: { progress: PupilProgress }) {
  const all = t();
  const words = all.coaching;
  const { games, ratings, tsume } = progress;
  return (
    <>
      <h3>{words.games}</h3>
      {games.length === 0 && <p class="note">{words.noGames}</p>}
      <ul class="club-lines">
        {games.map((game) => {
          const names = [
            shownName(game.sente ?? all.sides.sente),
            shownName(game.gote ?? all.sides.gote),
          ] as const;
          const title = all.game.title(...names);
          return (
            <li key={game.game}>
              <div>
                <a href={`/${game.game}`}>{title}</a>
                <p class="note">
                  {noted([
                    dateText(game.ended_ms),
                    game.variant !== 'standard' && (all.variants[game.variant] ?? game.variant),
                    lengthAndEnd(game),
                  ])}
                </p>
              </div>
              <a
                class="button small"
                href={`/review/${game.game}`}
                aria-label={labelled(words.review, title)}
              >
                {words.review}
              </a>
            </li>
          );
        })}
      </ul>
      <h3>{words.ratings}</h3>
      {ratings.length === 0 && <p class="note">{words.noRatings}</p>}
      {ratings.length > 0 && (
        <dl class="club-facts">
          {ratings.map((it) => (
            <div key={`${it.variant} ${it.speed}`}>
              <dt>
                {noted([
                  it.variant !== 'standard' && (all.variants[it.variant] ?? it.variant),
                  all.ratings.speeds[it.speed],
                ])}
              </dt>
              <dd>{it.provisional ? `${it.rating}?` : it.rating}</dd>
            </div>
          ))}
        </dl>
      )}
      <h3>{words.tsume}</h3>
      <p>
        {noted([
          words.solved(tsume.n_solved),
          tsume.daily && words.daily,
          tsume.rush !== null && words.rush(tsume.rush),
          tsume.n_mistakes > 0 && words.mistakes(tsume.n_mistakes),
        ])}
      </p>
    </>
  );
}

/** Members who are no pupils yet. */
function Invite({ slug, coaching, does }: { slug: string; coaching: Coaching; does: Does }) {
  const words = t().coaching;
  const members = useLoaded(() => membersOf(slug, 'standard', 'rapid'), [slug]);
  const chosen = useSignal('');
  const free = (members.value?.members ?? [])
    .filter(({ id, handle }) => handle !== null && id !== coaching.member)
    .filter(({ id }) => !coaching.pupils.some((it) => it.member === id))
    .sort((a, b) => a.name.localeCompare(b.name));
  const first = free[0];
  if (!first) return null;
  const now = free.some((it) => it.id === chosen.value) ? chosen.value : first.id;
  return (
    <form
      class="field-row"
      onSubmit={(event) => {
        event.preventDefault();
        void does({ t: 'teach', pupil: now });
      }}
    >
      <Select
        label={words.member}
        name="pupil"
        options={free.map((it) => [it.id, shownName(it.name)] as const)}
        value={now}
        onChange={(next) => {
          chosen.value = next;
        }}
      />
      <button type="submit">{words.invite}</button>
    </form>
  );
}

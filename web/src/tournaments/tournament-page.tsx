/** `/tournaments/CODE`: one tournament, live. */

import { Fragment } from 'preact';
import { useRef } from 'preact/hooks';
import { CircuitsOfEvent } from '../circuits/circuit-list';
import { clocksInWords } from '../clock/format';
import { isCorrespondence } from '../clock/remaining';
import { QrButton } from '../game/qr-link';
import { listed, noted, titled } from '../i18n/listed';
import { dateText, shortDayText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { RulesInWords } from '../lobby/rules-fields';
import { PlayerName } from '../people/player-name';
import { entryGradeText, gradeText } from '../ratings/words';
import { variantOf } from '../shogi/variant';
import { Applicants } from '../simul/applying';
import { Tabs } from '../ui/choice';
import { EmbedButton } from '../ui/embedding';
import { Noted } from '../ui/noted';
import { Page, When } from '../ui/page';
import { ShareButton } from '../ui/share-button';
import { useTab } from '../ui/tab';
import type { OwnPart, Tournament, TournamentEntry } from '../wire/generated';
import { Appointments } from './appointments';
import { ArenaStandings } from './arena';
import { Bracket, isTree } from './bracket';
import { DeleteTournament, FromFile } from './deleting';
import { Evening } from './evening';
import { FesaCheck } from './fesa-check';
import { formatFacts } from './format-facts';
import { Manage } from './manage';
import { takenBackFacts } from './mistakes';
import { NextGame } from './next-game';
import { WithAll } from './parts';
import { PrizeList, prizeFacts } from './prizes';
import { RoundRoom } from './round-room';
import { Rounds } from './rounds';
import { StandingsTable } from './standings';
import { TeamApplicants, Teams } from './team-entry';
import { cardPage, fileOf, useTournament } from './tournament-api';
import { criteriaSaid, daysText, formatText, isEvening, nameOf, scoringText, timeText } from './words';

type Tab = 'about' | 'room' | 'rounds' | 'standings' | 'bracket' | 'manage';

const FILES = [
  'standings.csv',
  'games.csv',
  'prizes.csv',
  'standings.txt',
  'turnering.txt',
  'event.trf',
  'opengotha.xml',
  'event.h9',
  'event.json',
  'calendar.ics',
] as const;

/** A dot parts keys, so a file's words have another sign there. */
const keyOf = <T extends string>(file: T) =>
  file.replace('.', '_') as T extends `${infer Name}.${infer End}` ? `${Name}_${End}` : never;

/** Files of other pairing programs, which know events with a cross table only. */
const OF_PROGRAMS: ReadonlySet<string> = new Set(['event.trf', 'opengotha.xml', 'event.h9']);
const CROSS_TABLES: ReadonlySet<string> = new Set(['swiss', 'mcmahon', 'round_robin', 'championship']);

export function TournamentPage({ code }: { code: string }) {
  const words = t().tournaments;
  const missing = {
    title: words.notFound,
    text: words.notFoundHelp,
    href: '/tournaments',
    to: words.toList,
  };
  return (
    <When of={useTournament(code)} missing={missing}>
      {({ view, own }) => <Shown view={view} own={own} />}
    </When>
  );
}

function Shown({ view: known, own }: { view: Tournament; own: OwnPart }) {
  const words = t().tournaments;
  const hasMatches = (known.standings?.matches?.length ?? 0) + (known.left_out?.matches ?? 0) > 0;
  const isArena = known.attendance === 'free';
  const tabs: Tab[] = [
    ...(isArena ? (['standings', 'about'] as const) : tabsOfRounds(known)),
    ...(hasMatches ? (['bracket'] as const) : []),
    ...(own.organiser ? (['manage'] as const) : []),
  ];
  // Who has made a draft goes on organising it, also once it has begun.
  const begins = useRef(known.phase === 'draft');
  const isOver = known.phase === 'over' || known.reopened;
  const isPlayed = known.phase === 'running' || (known.imported && known.phase === 'draft');
  const first: Tab =
    begins.current && own.organiser && !known.imported
      ? 'manage'
      : isOver || (isArena && known.phase === 'running') || (isEvening(known) && known.phase === 'open')
        ? 'standings'
        : isPlayed
          ? 'rounds'
          : 'about';
  const [tab, open] = useTab(tabs, first);
  const entries = new Map(known.entries.map((entry) => [entry.id, entry]));
  return (
    <Page class="players-page tournament-page" title={known.name}>
      <header class="page-head">
        <div>
          <p class="note">
            <Noted>
              <a href="/tournaments">{words.title}</a>
              {words.phases[known.phase]}
            </Noted>
          </p>
          <h1>{known.name}</h1>
          {known.club && (
            <p class="note">
              <Noted>
                <a href={`/clubs/${known.club.slug}`}>{known.club.name}</a>
                {known.plan.members_only && t().clubs.membersOnly}
              </Noted>
            </p>
          )}
          <CircuitsOfEvent code={known.code} />
          <p class="note">
            {words.organisedBy(listed([known.owner, ...known.helpers.map(({ name }) => name)]))}
          </p>
          {known.host && entries.has(known.host) && (
            <p class="note">{t().simul.hostIs(nameOf(entries, known.host))}</p>
          )}
        </div>
      </header>
      <NextGame view={known} own={own} />
      <Appointments view={known} own={own} />
      <Applicants view={known} own={own} />
      <TeamApplicants view={known} own={own} />
      {own.organiser && <FromFile view={known} />}
      {known.phase === 'draft' && !known.imported && own.organiser && tab !== 'manage' && (
        <p>
          <button type="button" class="primary" onClick={() => open('manage')}>
            {words.tabs.manage}
          </button>
        </p>
      )}
      <Tabs
        label={known.name}
        options={tabs.map(
          (it) => [it, it === 'bracket' && !isTree(known) ? words.matches : words.tabs[it]] as const,
        )}
        value={tab}
        onChange={open}
      />
      {tab === 'about' && <About view={known} own={own} />}
      {tab === 'room' && <RoundRoom view={known} entries={entries} own={own} />}
      {tab === 'rounds' && <Rounds view={known} entries={entries} own={own} />}
      {tab === 'standings' &&
        (isArena ? (
          <ArenaTab view={known} entries={entries} own={own} />
        ) : (
          <StandingsTable view={known} entries={entries} organises={own.organiser} />
        ))}
      {tab === 'bracket' && (
        <WithAll view={known}>{(all) => <Bracket view={all} entries={entries} />}</WithAll>
      )}
      {!own.organiser && <DeleteTournament view={known} own={own} />}
      {tab === 'manage' && <WithAll view={known}>{(all) => <Manage view={all} own={own} />}</WithAll>}
      {known.phase !== 'draft' && (
        <footer class="row no-print tournament-files">
          <span class="label">{words.download}</span>
          {FILES.filter((file) => !OF_PROGRAMS.has(file) || CROSS_TABLES.has(known.format.t))
            .filter((file) => file !== 'prizes.csv' || (known.prizes?.categories?.length ?? 0) > 0)
            .filter((file) => file !== 'calendar.ics' || hasTimes(known))
            .filter((file) => known.standings !== null || file === 'calendar.ics' || file === 'event.json')
            .map((file) => (
              <Fragment key={file}>
                <a href={fileOf(known.code, file)} download>
                  {file === 'prizes.csv' ? words.prizes.file : words.files[keyOf(file)]}
                </a>
                {file === 'turnering.txt' && own.organiser && known.plan.at_the_board && (
                  <FesaCheck view={known} />
                )}
              </Fragment>
            ))}
          <a href={`/tournaments/${known.code}/paper`}>{words.paper.title}</a>
          <a href={`/tournaments/${known.code}/screen`}>{t().hallScreen.title}</a>
          <EmbedButton
            of="event"
            code={known.code}
            parts={['standings', 'pairings', ...(hasMatches ? (['bracket'] as const) : [])]}
          />
          <ShareButton title={known.name} href={`/tournaments/${known.code}`} class="quiet" />
          <QrButton title={known.name} href={`/tournaments/${known.code}`} />
          <button type="button" class="quiet" onClick={() => window.print()}>
            {words.print}
          </button>
        </footer>
      )}
    </Page>
  );
}

/**
 * The boards are those that are watched here: over the board each of them would be an empty card.
 */
function tabsOfRounds({ phase, reopened, rounds, plan }: Tournament): readonly Tab[] {
  const hasBoards = phase === 'running' && !reopened && rounds.length > 0 && !plan.at_the_board;
  return ['about', ...(hasBoards ? (['room'] as const) : []), 'rounds', 'standings'];
}

function ArenaTab(props: { view: Tournament; entries: ReadonlyMap<string, TournamentEntry>; own: OwnPart }) {
  return (
    <>
      {isEvening(props.view) ? <Evening {...props} /> : <ArenaStandings {...props} />}
      <PrizeList {...props} />
    </>
  );
}

function About({ view, own }: { view: Tournament; own: OwnPart }) {
  const all = t();
  const words = all.tournaments;
  const { plan } = view;
  const isSlow = isCorrespondence(plan.clock);
  const fact = (label: string, value: string | null | false) =>
    value && (
      <div key={`${label} ${value}`}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    );
  return (
    <>
      <section class="card">
        {plan.about && <p class="tournament-about">{plan.about}</p>}
        <dl class="facts">
          {fact(words.facts.format, formatText(view))}
          {formatFacts(view).map(([label, value]) => fact(label, value))}
          {fact(words.facts.rounds, view.n_rounds ? String(view.n_rounds) : null)}
          {fact(all.setup.variant, plan.variant === 'standard' ? null : (all.variants[plan.variant] ?? null))}
          {fact(words.facts.time, clocksInWords(all, plan.clock))}
          {plan.later_clocks.map(({ from_round, clock }) =>
            fact(titled(words.facts.time, words.round(from_round)), clocksInWords(all, clock)),
          )}
          {fact(words.facts.hostTime, hostTimeText(plan))}
          {fact(words.facts.ranking, criteriaSaid(view.criteria))}
          {fact(words.facts.points, scoringText(view))}
          {fact(words.facts.town, [plan.place, plan.country].filter(Boolean).join(', '))}
          {fact(words.facts.arbiter, plan.arbiter || null)}
          {plan.days && fact(words.facts.days, daysText(plan.days.first, plan.days.last))}
          {!plan.days &&
            fact(words.facts.starts, plan.starts_ms === null ? words.bySignal : timeText(plan.starts_ms))}
          {fact(words.facts.closes, plan.closes_ms === null ? null : timeText(plan.closes_ms))}
          {fact(
            words.facts.pause,
            plan.schedule.t === 'gap' && words.minutes(Math.round(plan.schedule.ms / 60_000)),
          )}
          {fact(
            words.facts.appointments,
            plan.by_appointment != null && deadlinesText(plan.by_appointment.deadlines_ms),
          )}
          {fact(words.facts.late, plan.late_until > 0 && words.round(plan.late_until))}
          {!isSlow && fact(words.facts.grace, words.minutes(Math.round(plan.grace_ms / 60_000)))}
          {!isSlow && fact(words.facts.noShow, noShowText(view))}
          {isSlow && fact(words.facts.slow, words.slow)}
          {fact(words.facts.rated, plan.rated ? words.yes : words.no)}
          {teamFacts(plan).map(([label, value]) => fact(label, value))}
          {fact(words.facts.places, plan.players_max === null ? null : String(plan.players_max))}
          {fact(words.facts.atOnce, plan.games_at_once > 0 && words.gamesAtOnce(plan.games_at_once))}
          {fact(words.facts.delay, plan.delay_moves > 0 && words.movesLate(plan.delay_moves))}
          {takenBackFacts(view).map(([label, value]) => fact(label, value))}
          {prizeFacts(view).map(([label, value]) => fact(label, value))}
          {fact(words.facts.where, plan.at_the_board ? words.atTheBoard : words.online)}
        </dl>
        <RulesInWords rules={view.rules} variant={variantOf(plan.variant)} />
      </section>
      {view.format.t === 'team' ? (
        <Teams view={view} own={own} />
      ) : (
        <Players
          code={view.code}
          entries={view.entries}
          club={view.club?.name ?? ''}
          belongs={view.format.t === 'league' ? words.class : words.club}
        />
      )}
    </>
  );
}

/** How players come to their teams. */
function teamFacts({ team_entry }: Tournament['plan']): [string, string | false][] {
  const { form, yes } = t().tournaments;
  if (!team_entry) return [];
  return [
    [form.teamAdmission, form.teamAdmissions[team_entry.admission ?? 'captain']],
    [form.teamFounding, (team_entry.founding ?? false) && yes],
    [form.reserves, String(team_entry.reserves ?? 0)],
  ];
}

/** Whether there is anything for a calendar. */
const hasTimes = ({ plan, rounds }: Tournament) =>
  plan.starts_ms !== null || rounds.some(({ games }) => games.some(({ at_ms }) => at_ms != null));

/** By when the games of each round have begun. */
function deadlinesText(deadlines: readonly number[]): string {
  const words = t().tournaments;
  const only = deadlines.length === 1;
  return listed(
    deadlines.map((at, i) =>
      only ? words.appointments.until(dateText(at)) : words.appointments.roundUntil(i + 1, shortDayText(at)),
    ),
  );
}

/** A simul's host may have another clock than the guests. */
function hostTimeText({ host_clock }: Tournament['plan']): string | null {
  if (!host_clock) return null;
  const minutes = Math.round((host_clock.per_guest_ms ?? 0) / 60_000);
  return noted([clocksInWords(t(), host_clock.clock), minutes > 0 && t().tournaments.moreForGuest(minutes)]);
}

/** What becomes of whoever does not come to a game. */
function noShowText({ plan, attendance }: Tournament): string | null {
  const words = t().tournaments.noShow;
  if (plan.at_the_board) return null;
  if (attendance === 'free') return words.pauses;
  if (plan.no_show_leaves) return words.leaves;
  return attendance === 'by_round' ? words.twice : null;
}

function Players({
  code,
  entries,
  club,
  belongs,
}: {
  code: string;
  entries: readonly TournamentEntry[];
  club: string;
  /** What the column of where players belong is called. */
  belongs: string;
}) {
  const words = t().tournaments;
  const there = entries.filter(({ left }) => !left);
  const hasGrades = there.some(({ club_grade }) => club_grade);
  const hasClubs = there.some((it) => it.club || it.class);
  return (
    <section class="card">
      <h2>{words.players(there.length)}</h2>
      {there.length === 0 ? (
        <p class="note">{words.nobody}</p>
      ) : (
        <table class="numbers">
          <thead>
            <tr>
              <th class="name">{words.name}</th>
              <th>{words.grade}</th>
              <th>{words.rating}</th>
              {hasGrades && <th>{t().clubs.clubGrade}</th>}
              {hasClubs && <th>{belongs}</th>}
            </tr>
          </thead>
          <tbody>
            {[...there]
              .sort((a, b) => (b.rating ?? 0) - (a.rating ?? 0))
              .map((it) => (
                <tr key={it.id}>
                  <th scope="row">
                    <PlayerName
                      person={{ name: it.name, handle: it.handle, bot: it.bot }}
                      to={cardPage(code, it.id)}
                    />
                  </th>
                  <td>{entryGradeText(it.grade, it.provisional)}</td>
                  <td>{it.rating ?? ''}</td>
                  {hasGrades && (
                    <td>{it.club_grade && <span class="club-grade">{gradeText(it.club_grade)}</span>}</td>
                  )}
                  {hasClubs && <td>{it.class ?? it.club ?? ''}</td>}
                </tr>
              ))}
          </tbody>
        </table>
      )}
      {hasGrades && <p class="note">{t().clubs.clubGradeNote(club)}</p>}
    </section>
  );
}

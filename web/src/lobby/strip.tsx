/**
 * What of ours goes on, as tiles: our boards and moves, the lesson and the problem that come next,
 * the last game, who is here, our clubs and tournaments. Only what there is has a tile; what waits
 * for us comes first.
 */

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ChallengeButton } from '../challenges/challenge-button';
import { leftInWords } from '../clock/format';
import { correspondence, opponentOf, playsByCorrespondence } from '../correspondence/correspondence-store';
import { noted } from '../i18n/listed';
import { hourText, weekdayHourText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { courseWords, followLanguage } from '../learn/lessons';
import { withoutReadings } from '../learn/readings';
import { PlayerName } from '../people/player-name';
import { shownName } from '../people/shown-name';
import { canJudge } from '../review/engine-variants';
import { isMember, theSocket } from '../session';
import { outcomeFor } from '../shogi/outcome';
import { other } from '../shogi/position';
import { dailyNext, nextDailyMs } from '../tsume/daily';
import { Icon, type IconName, ResultMark, SideMark } from '../ui/icon';
import type {
  Appointment,
  ClubNews,
  CorrespondenceGame,
  DailyTsume,
  Home,
  MyGame,
  Person,
  PlayedGame,
} from '../wire/generated';
import { isNews, noteSeen } from './club-news';
import { columnsOf, home, rememberTiles } from './home-store';
import { isNewcomer, nextLesson } from './next-lesson';

/** From how many moves on the engine has something to say of a game. */
const JUDGED_PLIES_MIN = 10;

export function Strip() {
  const found = home.value;
  const tiles = found ? tilesOf(found) : [];
  const n = tiles.length;
  useEffect(() => rememberTiles(n), [n]);
  return (
    <ul class="home-tiles" style={columnsOf(n)}>
      {tiles}
    </ul>
  );
}

function tilesOf(found: Home) {
  const letters = playsByCorrespondence.value
    ? (correspondence.value ?? found.correspondence)
    : found.correspondence;
  const ours = letters.filter((it) => it.my_turn);
  const lesson = lessonOf(found);
  return [
    ...found.at_the_board.map((it) => <BoardTile key={it.game} of={it} />),
    ours.length > 0 && <TurnTile key="turns" games={ours} />,
    found.next && <EventTile key="next" of={found.next} />,
    lesson && <LessonTile key="lesson" of={lesson} hasBegun={found.lessons.length > 0} />,
    <DailyTile key="daily" of={found.daily} />,
    found.last_game?.side && <LastGameTile key="last" of={found.last_game} />,
    ...found.here.map((it) => <PersonTile key={it.user} of={it} />),
    ...found.clubs.filter(isNews).map((it) => <ClubTile key={it.slug} of={it} />),
    ours.length === 0 && letters.length > 0 && <WaitingTile key="waiting" games={letters} />,
  ].filter((it) => it !== false && it != null);
}

/** The lesson that comes next: of those who have begun, and of newcomers. */
function lessonOf(found: Home) {
  return found.lessons.length > 0 || isNewcomer(found) ? nextLesson(found.lessons) : null;
}

interface TileProps {
  href: string;
  icon?: IconName;
  /** In place of an icon. */
  mark?: ComponentChildren;
  title: string;
  detail?: string | undefined;
  /** Whether somebody waits for us. */
  isUrgent?: boolean;
  onClick?(): void;
}

function Tile({ href, icon, mark, title, detail, isUrgent = false, onClick }: TileProps) {
  return (
    <li>
      <a class={`home-tile ${isUrgent ? 'urgent' : ''}`} href={href} onClick={onClick}>
        {icon ? <Icon name={icon} /> : mark}
        <strong>{title}</strong>
        {detail && <span>{detail}</span>}
      </a>
    </li>
  );
}

function BoardTile({ of }: { of: MyGame }) {
  return (
    <Tile
      href={`/${of.game}`}
      mark={<SideMark side={of.side} />}
      title={t().lobby.backTo(of.side)}
      detail={of.opponent && shownName(of.opponent)}
      isUrgent
    />
  );
}

/** Of several games those that are due first come first on their page. */
function TurnTile({ games }: { games: readonly CorrespondenceGame[] }) {
  const words = t();
  const [first] = games;
  if (!first) return null;
  const due = first.due_ms === undefined ? null : Math.max(0, first.due_ms - theSocket().serverNow());
  const left = due === null ? null : words.correspondence.left(leftInWords(words, due));
  const alone = games.length === 1;
  return (
    <Tile
      href={alone ? `/${first.game.game}` : '/my-move'}
      icon="turn"
      title={alone ? words.correspondence.ourMove(opponentOf(first)) : words.home.turns(games.length)}
      detail={noted([!alone && opponentOf(first), left])}
      isUrgent
    />
  );
}

function WaitingTile({ games }: { games: readonly CorrespondenceGame[] }) {
  const words = t();
  const [first, ...others] = games;
  if (!first) return null;
  const alone = others.length === 0;
  return (
    <Tile
      href={alone ? `/${first.game.game}` : '/my-move'}
      icon="clock"
      title={alone ? words.correspondence.theirMove(opponentOf(first)) : words.home.theirTurns(games.length)}
    />
  );
}

function EventTile({ of }: { of: Appointment }) {
  const words = t();
  const detail = of.game
    ? words.tournaments.agenda.toBoard
    : of.opponent !== undefined
      ? of.at_ms !== null
        ? noted([shownName(of.opponent), weekdayHourText(of.at_ms)])
        : words.home.proposed(shownName(of.opponent))
      : of.check_in_until_ms !== null
        ? words.home.checkIn(weekdayHourText(of.check_in_until_ms))
        : of.at_ms !== null
          ? words.home.round(of.round, weekdayHourText(of.at_ms))
          : words.home.enrolled;
  return (
    <Tile
      href={of.game ? `/${of.game}` : `/tournaments/${of.code}`}
      icon="cup"
      title={of.name}
      detail={detail}
      isUrgent={of.game !== null || of.check_in_until_ms !== null || of.proposed === true}
    />
  );
}

interface LessonProps {
  of: NonNullable<ReturnType<typeof nextLesson>>;
  hasBegun: boolean;
}

function LessonTile({ of, hasBegun }: LessonProps) {
  const words = t();
  useEffect(followLanguage, []);
  const title = withoutReadings(courseWords.value?.lessons[of.name]?.title ?? '');
  const { goOn, begin } = words.training.learn;
  return (
    <Tile
      href={`/learn/${of.name}`}
      icon="book"
      // Until its words are here it has no name, but its place.
      title={title ? (hasBegun ? goOn : begin)(title) : words.nav.lessons}
      detail={words.home.lessonAt(of.place, of.of)}
    />
  );
}

function DailyTile({ of }: { of: DailyTsume }) {
  const words = t();
  const next = dailyNext(of);
  const isSolved = of.problems.some((it) => it.solved);
  const standing = [
    of.n_days > 1 ? words.home.days(of.n_days) : words.home.solved,
    words.home.newAt(hourText(nextDailyMs(theSocket().serverNow()))),
  ];
  // Whoever solved one yesterday can lose something today.
  const task =
    of.n_days > 0 ? words.home.keepDays(of.n_days + 1) : next && words.training.tsume.inMoves(next.plies);
  return (
    <Tile
      href={next ? `/tsume/${next.number}` : '/tsume'}
      icon="piece"
      title={words.lobby.daily}
      detail={noted(isSolved ? standing : [task])}
    />
  );
}

function LastGameTile({ of }: { of: PlayedGame }) {
  const words = t();
  const side = of.side ?? 'sente';
  const rival = other(side);
  const name = shownName((rival === 'sente' ? of.sente : of.gote) ?? words.sides[rival]);
  const result = outcomeFor(side, of.winner);
  const isJudged = canJudge(of.variant) && of.plies >= JUDGED_PLIES_MIN;
  return (
    <Tile
      // The engine looks for the turning points there: what it has not seen is not spoken of here.
      href={isJudged ? `/review?game=${of.game}&learn=${side}` : `/review/${of.game}`}
      mark={<ResultMark result={result} />}
      title={words.home[result](name)}
      detail={isJudged ? words.home.mistake : words.home.look}
    />
  );
}

function PersonTile({ of }: { of: Person }) {
  const words = t().home;
  const [game] = of.playing;
  return (
    <li class="home-tile person">
      <span class="presence-dot here" aria-hidden="true" />
      <strong>
        <PlayerName person={of} />
      </strong>
      {game ? (
        <a href={`/${game}`}>{words.plays}</a>
      ) : isMember.value ? (
        <>
          <span class="hidden-visually">{words.here}</span>
          <ChallengeButton person={of} />
        </>
      ) : (
        <span>{words.here}</span>
      )}
    </li>
  );
}

function ClubTile({ of }: { of: ClubNews }) {
  const words = t().home;
  return (
    <Tile
      href={`/clubs/${of.slug}`}
      icon="people"
      title={of.name}
      detail={of.announcement ?? words.members(of.n_members)}
      // Once the link was followed it is news no more.
      onClick={() => noteSeen(of)}
    />
  );
}

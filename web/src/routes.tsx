/**
 * Every page of the client: its address, its file, its title and its place in the menu.
 *
 * To add one: write `AREA/NAME-page.tsx`, whose component is given the parts of its address by
 * name; put a row in `ROUTES`, before any other row that its address would fit too. The server
 * answers every address it does not know with the client, so nothing else is to be said; a page
 * that has to be isolated needs its line in the server's router.
 */

import type { ComponentType } from 'preact';
import { SITE_NAME } from './branding';
import type { Early, LateWords } from './i18n';
import { LobbyPage } from './lobby/lobby-page';
import type { About, PartName, Parts, Row } from './router';
import { loadLateParts } from './ui/late';
import { loadPageStyles } from './ui/styles';

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** A page may leave alone what its address says, and do without what it does not. */
type PageAt<Path extends string> =
  Names<Path> extends PartName
    ? ComponentType<{ [Name in Names<Path>]: string } & { [Name in PartName | 'role']?: string }>
    : never;

function later<Path extends string>(
  path: Path,
  load: () => Promise<PageAt<Path>>,
  about: About = {},
  words: LateWords = 'all',
): Row {
  const row: Row = {
    path,
    page: null,
    load: async () => {
      const [page] = await Promise.all([load(), loadLateParts(words), loadPageStyles()]);
      row.page = page as unknown as ComponentType<Parts>;
      return row.page;
    },
    ...about,
  };
  return row;
}

/** A page of a board, which does with the words of boards. */
const boardPage = <Path extends string>(path: Path, load: () => Promise<PageAt<Path>>, about: About = {}) =>
  later(path, load, about, 'boards');

function atOnce<Path extends string>(path: Path, page: PageAt<Path>, about: About = {}): Row {
  return {
    path,
    page: page as unknown as Row['page'],
    load: async () => page as unknown as ComponentType<Parts>,
    ...about,
  };
}

const tournamentSettings = () =>
  import('./tournaments/settings-page').then((module) => module.TournamentSettingsPage);
const clubForm = () => import('./clubs/club-form').then((module) => module.ClubFormPage);
const circuitForm = () => import('./circuits/circuit-form').then((module) => module.CircuitFormPage);
const study = () => import('./study/study-page').then((it) => it.StudyPage);
const broadcastBoard = () => import('./broadcast/board-page').then((it) => it.BoardPage);
const broadcastEmbed = () => import('./broadcast/embed-page').then((it) => it.BroadcastEmbedPage);
const studyEmbed = () => import('./study/embed-page').then((it) => it.StudyEmbedPage);
const reviews = () => import('./review/reviews-page').then((module) => module.ReviewsPage);

const organising = { account: (words: Early) => words.tournaments.signInFirst };
const broadcasting = { account: (words: Early) => words.broadcast.signInFirst };
const founding = { account: (words: Early) => words.clubs.signInFirst };

export const ROUTES: readonly Row[] = [
  atOnce('/', LobbyPage, {
    title: (words) => words.lobby.title,
    menu: { under: 'play', word: (words) => words.nav.play },
  }),

  later('/tournaments', () => import('./tournaments/tournaments-page').then((it) => it.TournamentsPage), {
    title: (words) => words.tournaments.title,
    menu: { under: 'community', word: (words) => words.tournaments.title },
  }),
  later('/tournaments/new', tournamentSettings, {
    title: (words) => words.tournaments.form.titleNew,
    needs: organising,
  }),
  later('/tournaments/:code', () => import('./tournaments/tournament-page').then((it) => it.TournamentPage), {
    title: (words) => words.tournaments.title,
  }),
  later('/tournaments/:code/paper', () => import('./tournaments/paper-page').then((it) => it.PaperPage), {
    title: (words) => words.tournaments.paper.title,
  }),
  later('/tournaments/:code/players/:entry', () =>
    import('./tournaments/card-page').then((it) => it.PlayerCardPage),
  ),
  later('/tournaments/:code/screen', () => import('./tournaments/screen-page').then((it) => it.ScreenPage), {
    title: (words) => words.tournaments.title,
    bare: true,
  }),
  later(
    '/tournaments/:code/clock',
    () => import('./tableclock/event-clock-page').then((it) => it.EventClockPage),
    {
      title: (words) => words.tableClock.title,
      bare: true,
    },
  ),
  later('/tournaments/:code/host', () => import('./simul/host-page').then((it) => it.HostPage), {
    title: (words) => words.simul.boards,
    board: true,
  }),
  later('/tournaments/:code/edit', tournamentSettings, {
    title: (words) => words.tournaments.form.titleEdit,
    needs: organising,
  }),
  later('/embed/games/:code', () => import('./game/embed-page').then((it) => it.GameEmbedPage), {
    title: (words) => words.embed.open(SITE_NAME),
    bare: true,
    board: true,
  }),
  later('/embed/tournaments/:code', () => import('./tournaments/embed-page').then((it) => it.EmbedPage), {
    title: (words) => words.tournaments.title,
    bare: true,
  }),
  later('/embed/circuits/:code', () => import('./circuits/embed-page').then((it) => it.CircuitEmbedPage), {
    title: (words) => words.circuits.title,
    bare: true,
  }),
  later(
    '/embed/clubs/:slug/ladder',
    () => import('./clubs/ladder-embed-page').then((it) => it.LadderEmbedPage),
    {
      title: (words) => words.ladder.title,
      bare: true,
    },
  ),
  later('/embed/studies/:code', studyEmbed, {
    title: (words) => words.study.title,
    bare: true,
    board: true,
  }),
  later('/embed/studies/:code/:chapter', studyEmbed, {
    title: (words) => words.study.title,
    bare: true,
    board: true,
  }),
  later('/embed/broadcasts/:code', broadcastEmbed, {
    title: (words) => words.broadcast.title,
    bare: true,
  }),
  later('/embed/broadcasts/:code/:chapter', broadcastEmbed, {
    title: (words) => words.broadcast.title,
    bare: true,
  }),

  later('/circuits', () => import('./circuits/circuits-page').then((it) => it.CircuitsPage), {
    title: (words) => words.circuits.title,
  }),
  later('/circuits/new', circuitForm, { title: (words) => words.circuits.title, needs: organising }),
  later('/circuits/:code', () => import('./circuits/circuit-page').then((it) => it.CircuitPage), {
    title: (words) => words.circuits.title,
  }),
  later('/circuits/:code/edit', circuitForm, { title: (words) => words.circuits.title, needs: organising }),

  later('/clubs', () => import('./clubs/clubs-page').then((it) => it.ClubsPage), {
    title: (words) => words.clubs.title,
    menu: { under: 'community', word: (words) => words.clubs.title },
  }),
  later('/clubs/new', clubForm, { title: (words) => words.clubs.form.titleNew, needs: founding }),
  later('/clubs/:slug', () => import('./clubs/club-page').then((it) => it.ClubPage), {
    title: (words) => words.clubs.title,
  }),
  later('/clubs/:slug/coaching', () => import('./clubs/coaching-page').then((it) => it.CoachingPage), {
    title: (words) => words.coaching.title,
  }),
  later('/clubs/:slug/ladder', () => import('./clubs/ladder-page').then((it) => it.LadderPage), {
    title: (words) => words.ladder.title,
  }),
  later('/clubs/:slug/edit', clubForm, { title: (words) => words.clubs.form.titleEdit, needs: founding }),

  later('/watch', () => import('./watch/watch-page').then((it) => it.WatchPage), {
    title: (words) => words.watch.title,
    menu: { under: 'watch', word: (words) => words.nav.live },
  }),

  later('/learn', () => import('./learn/learn-page').then((it) => it.LearnPage), {
    title: (words) => words.training.learn.title,
    menu: { under: 'learn', word: (words) => words.nav.lessons },
  }),
  later('/learn/:lesson', () => import('./learn/lesson-page').then((it) => it.LessonPage), { board: true }),
  later('/variants', () => import('./variants/variants-page').then((it) => it.VariantsPage), {
    title: (words) => words.variantWords.title,
    menu: { under: 'learn', word: (words) => words.variantWords.title },
  }),
  later('/variants/:variant', () => import('./variants/variant-page').then((it) => it.VariantPage), {
    title: (words, { variant }) => words.variants[variant ?? ''] ?? words.variantWords.title,
  }),
  later('/tsume', () => import('./tsume/tsume-page').then((it) => it.TsumePage), {
    title: (words) => words.training.tsume.title,
    menu: { under: 'learn', word: (words) => words.training.tsume.nav },
  }),
  later('/tsume/rush', () => import('./tsume/rush-page').then((it) => it.RushPage), {
    title: (words) => words.training.rush.title,
    board: true,
  }),
  later('/tsume/compose', () => import('./tsume/compose-page').then((it) => it.ComposePage), {
    title: (words) => words.training.compose.title,
    board: true,
  }),
  later('/tsume/proposed', () => import('./tsume/proposed-page').then((it) => it.ProposedPage), {
    title: (words) => words.training.proposed.title,
  }),
  later('/tsume/:variant', () => import('./tsume/tsume-page').then((it) => it.TsumePage), {
    title: (words, { variant }) => words.training.tsume.titleOf(words.variants[variant ?? ''] ?? ''),
  }),
  later('/tsume/:number', () => import('./tsume/problem-page').then((it) => it.ProblemPage), {
    title: (words) => words.training.tsume.title,
    board: true,
  }),

  later('/kifu', () => import('./archive/archive-page').then((it) => it.ArchivePage), {
    title: (words) => words.archive.title,
    menu: { under: 'tools', word: (words) => words.nav.archive },
  }),
  later('/kifu/:id', () => import('./archive/replay-page').then((it) => it.ReplayPage), { board: true }),

  later('/review', reviews, {
    title: (words) => words.review.title,
    menu: { under: 'tools', word: (words) => words.nav.review },
    isolated: true,
  }),
  later('/review/:code', () => import('./review/review-page').then((it) => it.ReviewPage), {
    title: (words) => words.review.title,
    isolated: true,
    board: true,
  }),
  // What follows is no code: the server has isolated the page all the same.
  later('/review/:rest', reviews, { title: (words) => words.review.title, isolated: true }),

  later('/broadcasts', () => import('./broadcast/broadcasts-page').then((it) => it.BroadcastsPage), {
    title: (words) => words.broadcast.title,
    menu: { under: 'watch', word: (words) => words.broadcast.title },
    isolated: true,
  }),
  later('/broadcasts/new', () => import('./broadcast/new-broadcast-page').then((it) => it.NewBroadcastPage), {
    title: (words) => words.broadcast.begin,
    needs: broadcasting,
    isolated: true,
  }),
  later('/broadcasts/:code', () => import('./broadcast/broadcast-page').then((it) => it.BroadcastPage), {
    title: (words) => words.broadcast.title,
    isolated: true,
  }),
  later('/broadcasts/:code/:chapter', broadcastBoard, {
    title: (words) => words.broadcast.title,
    isolated: true,
    board: true,
  }),
  later(
    '/broadcasts/:code/:chapter/enter',
    () => import('./broadcast/enter-page').then((it) => it.EnterPage),
    {
      title: (words) => words.broadcast.title,
      isolated: true,
      board: true,
    },
  ),

  later('/study', () => import('./study/studies-page').then((it) => it.StudiesPage), {
    title: (words) => words.study.title,
    menu: { under: 'tools', word: (words) => words.study.title },
    isolated: true,
  }),
  later('/study/new', () => import('./study/new-study-page').then((it) => it.NewStudyPage), {
    title: (words) => words.study.begin,
    isolated: true,
  }),
  later('/study/add', () => import('./study/add-page').then((it) => it.AddPage), {
    title: (words) => words.study.add.title,
    isolated: true,
  }),
  later('/study/:code', study, { title: (words) => words.study.title, isolated: true, board: true }),
  later('/study/:code/print', () => import('./study/print-page').then((it) => it.PrintPage), {
    title: (words) => words.study.title,
    isolated: true,
  }),
  later('/study/:code/:chapter', study, {
    title: (words) => words.study.title,
    isolated: true,
    board: true,
  }),

  later('/editor', () => import('./editor/editor-page').then((it) => it.EditorPage), {
    title: (words) => words.editor.title,
    menu: { under: 'tools', word: (words) => words.editor.title },
    board: true,
  }),
  later('/clock', () => import('./tableclock/table-clock-page').then((it) => it.TableClockPage), {
    title: (words) => words.tableClock.title,
    menu: { under: 'tools', word: (words) => words.tableClock.title },
    bare: true,
  }),
  later('/games', () => import('./players/search-page').then((it) => it.SearchPage), {
    title: (words) => words.players.search,
    menu: { under: 'tools', word: (words) => words.nav.games },
  }),
  later('/players', () => import('./players/players-page').then((it) => it.PlayersPage), {
    title: (words) => words.nav.players,
    menu: { under: 'community', word: (words) => words.nav.players },
  }),
  later('/bots', () => import('./people/bots-page').then((it) => it.BotsPage), {
    title: (words) => words.bots.title,
    menu: { under: 'community', word: (words) => words.bots.title },
  }),
  later('/league', () => import('./league/league-page').then((it) => it.LeaguePage), {
    title: (words) => words.league.title,
  }),
  later('/league/:pool', () => import('./league/pool-page').then((it) => it.PoolPage), {
    title: (words) => words.league.title,
  }),
  // Where only the public id is known; it leads on to the address with the handle.
  later('/people/:code', () => import('./players/person-page').then((it) => it.PersonPage)),
  later('/@/:handle', () => import('./players/profile-page').then((it) => it.ProfilePage), {
    title: (_, { handle }) => handle ?? '',
  }),
  later('/@/:handle/:grade', () => import('./players/certificate-page').then((it) => it.CertificatePage), {
    title: (words) => words.players.certificate,
  }),

  later('/my-move', () => import('./correspondence/my-moves-page').then((it) => it.MyMovesPage), {
    title: (words) => words.correspondence.title,
    needs: { account: (words) => words.correspondence.signInFirst },
  }),

  later('/account', () => import('./account/account-page').then((it) => it.AccountPage), {
    title: (words) => words.account.title,
  }),
  later('/settings', () => import('./settings/settings-page').then((it) => it.SettingsPage), {
    title: (words) => words.settings.title,
  }),
  // `/notices#TOKEN`, where an email's link for no more emails leads.
  later('/notices', () => import('./notices/off-page').then((it) => it.NoticesOffPage), {
    title: (words) => words.notices.off.title,
  }),

  later('/:topic', () => import('./site/about-page').then((it) => it.AboutPage), {
    title: (words, { topic }) => words.site.pages[topic as keyof typeof words.site.pages],
  }),
  later('/api', () => import('./site/api-page').then((it) => it.ApiPage), {
    title: (words) => words.site.api.title,
  }),
  later('/moderation', () => import('./site/moderation-page').then((it) => it.ModerationPage), {
    title: (words) => words.site.moderation.title,
    needs: { role: 'moderator', else: (words) => words.site.moderation.forbidden },
  }),
  later('/admin', () => import('./admin/admin-page').then((it) => it.AdminPage), {
    title: (words) => words.admin.title,
    needs: { role: 'admin', else: (words) => words.admin.forbidden },
  }),
  later('/admin/accounts', () => import('./admin/accounts-page').then((it) => it.AccountsPage), {
    needs: { role: 'admin', else: (words) => words.admin.forbidden },
  }),
  later('/first-admin', () => import('./admin/first-admin-page').then((it) => it.FirstAdminPage)),
  later('/admin/branding', () => import('./admin/branding-page').then((it) => it.BrandingPage), {
    title: (words) => words.site.branding,
    needs: { role: 'admin', else: (words) => words.admin.forbidden },
  }),
  later('/design', () => import('./design/design-page').then((it) => it.DesignPage), {
    title: (words) => words.design.title,
  }),
  // Of ten letters are other addresses too.
  boardPage('/:code', () => import('./game/game-page').then((it) => it.GamePage), { board: true }),
];

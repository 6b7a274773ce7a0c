import { account } from './account/en';
import { admin } from './admin/en';
import { archiveWords } from './archive/en';
import { boardWords } from './board/en';
import { bots } from './bots/en';
import { challenges } from './challenges/en';
import { clubs } from './clubs/en';
import { notices } from './notices/en';
import { outcomesWords } from './outcomes/en';
import { problems } from './problems/en';
import { ratings } from './ratings/en';
import { players } from './ratings/players-en';
import { review } from './review/en';
import { setupWords } from './setup/en';
import { site } from './site/en';
import { tournaments } from './tournaments/en';
import { training } from './training/en';
import { watch } from './watch/en';
import type { Widen } from './widen';

/** English, and the shape every other catalogue has. */
export const en = {
  nav: {
    menu: 'Menu',
    archive: 'Records',
    review: 'Analysis and reviews',
    watch: 'Watch',
    settings: 'Settings',
    skip: 'Skip to content',
    home: 'Komadai, to the first page',
    players: 'Players',
    games: 'Find games',
    play: 'Play',
    learn: 'Learn',
    tools: 'Tools',
    community: 'Community',
    lessons: 'Lessons',
    account: 'Account',
    own: {
      menu: (name: string) => `${name}: own pages`,
      profile: 'My profile',
      games: 'My games',
      reviews: 'My reviews',
      notices: 'Notices',
      server: 'Server',
      reports: (n: number) => (n === 1 ? `1 open report` : `${n} open reports`),
    },
  },

  account,
  admin,

  bots,

  ratings,
  review,
  watch,
  tournaments,
  clubs,

  challenges,

  notices,

  players,

  problems,

  site,

  training,

  connection: {
    connecting: 'Connecting…',
    open: 'Connected',
    lost: 'Connection lost, trying again…',
    outdated: 'This page is older than the server.',
    reload: 'Reload',
    lag: (ms: number) => `${ms} ms to the server`,
  },

  lobby: {
    title: 'Play shogi',
    lead: 'Shogi is the chess of Japan. Komadai is a free table for it: against anybody, a friend or the computer, from the first game to the tournament.',
    begin: 'New to shogi? Begin here',
    quick: 'Quick game',
    custom: 'Your own settings…',
    friend: 'Play a friend',
    engine: 'Play the computer',
    joinLabel: 'Link or code of a game',
    join: 'Join',
    joinBad: 'That is neither a link nor a code of a game.',
    seeks: 'Open games',
    noSeeks: 'Nobody is waiting just now. Offer a game: it shows up here for everyone.',
    games: 'Being played',
    online: (n: number) => (n === 1 ? '1 person here' : `${n} people here`),
    play: 'Play',
    cancel: 'Withdraw',
    waiting: 'Waiting for an opponent…',
    acceptLabel: (name: string) => `Play against ${name}`,
    started: 'Your game has started.',
    goThere: 'Go to the board',
    mine: 'Your games',
    backTo: (side: string) => `Back to the board (${side})`,
    moves: (n: number) => (n === 1 ? '1 move' : `${n} moves`),
    theySit: (side: string) => `they play ${side}`,
    time: {
      minutes: (n: number) => `${n} min`,
      seconds: (n: number) => `${n} s`,
      after: (n: number) => `then ${n} s a move`,
      each: 'for each move',
      plus: (n: number) => `+ ${n} s a move`,
    },
    daily: 'Today’s problem',
    dailyHelp: 'You play from below: check with every move until it is mate.',
    around: {
      next: 'Next tournament',
      noneNext: 'No tournament is announced.',
      hold: 'Hold one',
      running: 'under way',
      found: 'Found a club',
      noClubs: 'There is no club yet.',
      ladder: 'Strongest players',
      noLadder: 'Play rated games, and stand here.',
      all: 'All',
    },
    meanwhile: 'Solve a problem meanwhile',
    watchAll: 'All running games',
  },

  ...setupWords,

  ...boardWords,

  ...outcomesWords,

  settings: {
    title: 'Settings',
    board: 'Board and pieces',
    boardLabel: 'Board',
    boards: {
      kaya: 'Kaya',
      shinkaya: 'Light shin-kaya',
      keyaki: 'Dark keyaki',
      washi: 'Washi paper',
      tatami: 'Tatami',
      slate: 'Slate',
      night: 'Night',
    },
    pieces: 'Pieces',
    faceSets: {
      kanji2: 'Two characters',
      kanji1: 'One character',
      bold: 'Bold character',
      contrast: 'Black and white',
      international: 'International letters',
      vietnamese: 'Vietnamese letters',
      emblems: 'Emblems',
      animals: 'Animals',
    },
    moveMarks: 'Show how pieces move',
    markModes: { auto: 'As the set does', on: 'Always', off: 'Never' },
    promotedRed: 'Promoted pieces in red',
    notation: 'Notation',
    notations: {
      auto: 'As the language',
      vietnamese: 'Vietnamese (Xx24)',
      japanese: 'Japanese (2四飛)',
      western_digits: 'Western, digits (Rx24)',
      western_letters: 'Western, letters (Rx2d)',
      csa: 'CSA (+2824HI)',
      usi: 'USI (2h2d)',
    },
    coordinates: 'Coordinates at the edge',
    animation: 'Animated moves',
    showDests: 'Show where a piece can go',
    confirmMoves: 'Confirm each move',
    zen: 'Zen mode: only board and clocks',
    sound: 'Sound',
    volume: 'Volume',
    pieceSound: 'Sound of a piece',
    pieceSounds: { wood: 'Wood', soft: 'Soft', none: 'None' },
    checkSound: 'Call check',
    bells: 'Start, end and offers',
    seconds: 'Seconds in byoyomi',
    secondsModes: { spoken: 'Spoken', beeps: 'Beeps', off: 'Silent' },
    counting: 'Counting',
    countings: { up: 'Up, as in Japan', down: 'Down, like the clock' },
    voices:
      'Where the browser has no voice of its own: HTS Voice “Mei” (Nagoya Institute of Technology, CC BY 3.0), CMU Flite, eSpeak NG.',
    secondsFor: 'Counted for',
    secondsForOptions: { mine: 'My clock', both: 'Both' },
    secondsTest: 'Listen',
    notifications: 'Tell me when it is my turn',
    notificationsBlocked: 'The browser does not allow notices from this page.',
    play: 'Playing',
    theme: 'Theme',
    themes: { auto: 'Auto', light: 'Light', dark: 'Dark' },
    language: 'Language',
    close: 'Done',
  },

  ...archiveWords,

  design: {
    title: 'Design',
    lead: 'Every part of the interface in every state.',
    colours: 'Colours',
    type: 'Type',
    space: 'Space',
    controls: 'Controls',
    icons: 'Icons',
    pieces: 'Pieces',
    board: 'States of the board',
    sizes: 'Boards',
    clocks: 'Clocks',
    table: 'At the table',
    notice: 'A notice',
    badNotice: 'A refusal',
    dialog: 'A question',
  },

  fields: {
    missing: 'This must be filled in.',
    tooShort: (n: number) => `At least ${n} characters.`,
    noAddress: 'This is not an address.',
    wrong: 'This cannot be read.',
    showPassword: 'Show the password',
  },

  embed: {
    copy: 'Embed',
    help: 'Copy the lines that show this game within another page',
    open: 'Open on Komadai',
    title: 'Embed this game',
    lead: 'Put these lines where the game is to be seen in your page. The board follows the game, and can be stepped through.',
    html: 'The lines to copy',
    copyLines: 'Copy the HTML',
  },
  page: {
    loading: 'Loading…',
    failed: 'This could not be loaded',
    failedHelp: 'The server cannot be reached, or is too busy just now.',
    again: 'Try again',
    notFound: 'There is nothing here',
    notFoundHelp: 'The address may be mistyped.',
    share: 'Share',
    copied: 'Address copied.',
    print: 'Print',
  },
};

/** The shape of a catalogue: the keys of English with any words. */
export type Catalogue = Widen<typeof en>;

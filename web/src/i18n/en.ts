import { account } from './account/en';
import { admin } from './admin/en';
import { archiveWords } from './archive/en';
import { boardWords } from './board/en';
import { bots } from './bots/en';
import { challenges } from './challenges/en';
import { clubs } from './clubs/en';
import { editor } from './editor/en';
import { league } from './league/en';
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
import { variantWords } from './variants/en';
import { watch } from './watch/en';
import type { Widen } from './widen';

/** English, and the shape every other catalogue has. */
export const en = {
  nav: {
    menu: 'Menu',
    archive: 'My records',
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
      menu: (name: string) => `${name}: your pages`,
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
  editor,
  league,

  ratings,
  variantWords,
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
    outdated: 'A new version is available. Reload the page.',
    reload: 'Reload',
    lag: (ms: number) => `Latency ${ms} ms`,
  },

  lobby: {
    title: 'Play shogi',
    lead: 'Shogi is Japanese chess. Play it here for free: against anyone, a friend or the computer, from your first game to tournaments.',
    begin: 'New to shogi? Start here',
    quick: 'Quick game',
    custom: 'Custom game…',
    friend: 'Play a friend',
    engine: 'Play the computer',
    joinLabel: 'Link or code of a game',
    join: 'Join',
    joinBad: 'That is neither a link nor a code of a game.',
    seeks: 'Open games',
    noSeeks: 'Nobody is waiting right now. Offer a game and everyone will see it here.',
    games: 'Games in progress',
    online: (n: number) => `${n} online`,
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
      after: (n: number) => `then ${n} s per move`,
      each: 'per move',
      plus: (n: number) => `+ ${n} s per move`,
    },
    daily: 'Today’s problem',
    dailyHelp: 'You play the bottom side: give check with every move until it is mate.',
    around: {
      next: 'Next tournament',
      noneNext: 'No tournament has been announced.',
      hold: 'Organise one',
      running: 'under way',
      found: 'Start a club',
      noClubs: 'There is no club yet.',
      ladder: 'Strongest players',
      noLadder: 'Play rated games to appear here.',
      all: 'All',
    },
    meanwhile: 'Solve a problem while you wait',
    watchAll: 'All games in progress',
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
    markModes: { auto: 'Depends on the set', on: 'Always', off: 'Never' },
    promotedRed: 'Promoted pieces in red',
    notation: 'Notation',
    notations: {
      auto: 'Match the language',
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
    checkSound: 'Announce check',
    bells: 'Game start, end and offers',
    seconds: 'Seconds in byoyomi',
    secondsModes: { spoken: 'Spoken', beeps: 'Beeps', off: 'Silent' },
    counting: 'Counting',
    countings: { up: 'Up, as in Japan', down: 'Down, like the clock' },
    voices:
      'If the browser has no voice of its own: HTS Voice “Mei” (Nagoya Institute of Technology, CC BY 3.0), CMU Flite, eSpeak NG.',
    secondsFor: 'Count for',
    secondsForOptions: { mine: 'My clock', both: 'Both' },
    secondsTest: 'Listen',
    notifications: 'Notify me when it’s my turn',
    notificationsBlocked: 'The browser does not allow notifications from this page.',
    play: 'During play',
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
    missing: 'Please fill in this field.',
    tooShort: (n: number) => `At least ${n} characters.`,
    noAddress: 'This is not a valid address.',
    wrong: 'This is not valid.',
    showPassword: 'Show the password',
  },

  embed: {
    of: {
      game: {
        help: 'Copy the code that shows this game on another page',
        title: 'Embed this game',
        lead: 'Paste this code where you want the game to appear on your page. The board follows the game live, and readers can step through the moves.',
      },
      tournament: {
        help: 'Copy the code that shows these standings on another page',
        title: 'Embed these standings',
        lead: 'Paste this code where you want the standings to appear on your page. They follow the tournament live.',
      },
    },
    copy: 'Embed',
    open: 'Open on Komadai',
    html: 'Code to copy',
    copyLines: 'Copy the HTML',
  },
  /** A sentence and, in brackets, what it comes from. */
  because: (sentence: string, cause: string) => `${sentence} (${cause})`,

  page: {
    loading: 'Loading…',
    failed: 'This could not be loaded',
    failedHelp: 'The server cannot be reached, or is too busy right now.',
    again: 'Try again',
    notFound: 'Page not found',
    notFoundHelp: 'The address may be mistyped.',
    share: 'Share',
    copied: 'Address copied.',
    print: 'Print',
  },
};

/** The shape of a catalogue: the keys of English with any words. */
export type Catalogue = Widen<typeof en>;

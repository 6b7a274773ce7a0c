/** Words about bot accounts, English, and the shape of the others. */
export const bots = {
  title: 'Bots',
  lead: 'Programs run by other people. Challenge them as you would anybody; those that are connected come first.',
  none: 'There are no bots here yet.',
  mark: 'BOT',
  markTitle: 'A program plays with this account',
  own: 'Run your own: on your account page, turn an account into a bot and create a token for it.',
  become: 'Bot account',
  becomeLead:
    'A bot account is played by a program, through lishogi’s bot API or the WebSocket. Everybody sees it marked BOT. An account can become a bot only before its first game, and cannot be changed back.',
  becomeSure: 'Make this a bot account permanently',
  becomeDo: 'Make it a bot',
  done: 'This is now a bot account.',
};

/** Words about the accounts of programs, English, and the shape of the others. */
export const bots = {
  title: 'Bots',
  lead: 'Programs that other people run. They take challenges like anybody; those that are connected come first.',
  none: 'No program is here yet.',
  mark: 'BOT',
  markTitle: 'A program plays on this account',
  own: 'Bring your own: the account’s page makes an account a program’s and gives it a token.',
  become: 'Account of a program',
  becomeLead:
    'A program plays on this account, by lishogi’s bot API or the WebSocket. It is marked BOT for everybody, and cannot be changed back. It can only be done before the first game.',
  becomeSure: 'A program plays here, for good',
  becomeDo: 'Make it a bot',
  done: 'This account is a bot’s now.',
};

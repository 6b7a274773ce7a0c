/** What a variant's page says: where it comes from, and how it differs from shogi. */
export interface VariantPageWords {
  origin: string[];
  rules: string[];
}

export const en: Record<string, VariantPageWords> = {
  standard: {
    origin: [
      'Shogi grew out of the chess of India and was played in Japan by the eleventh century. With the rule that captured pieces may be dropped, it took its present form about five hundred years ago.',
    ],
    rules: [
      'Mate the opponent’s king. A captured piece becomes yours: instead of moving, you may drop it on an empty square.',
      'A piece that enters, leaves or moves within the three farthest ranks may promote: it is turned over.',
      'You may not drop a second pawn on a file, give mate by dropping a pawn, or drop a piece where it can never move.',
      'The same position for the fourth time ends the game; whoever gave check all along loses.',
    ],
  },
  annan: {
    origin: [
      'An old variant that is well known in Japan. It uses the board, the pieces and the clock of shogi.',
    ],
    rules: [
      'A piece with one of its own pieces directly behind it moves, captures and checks as that piece does, and no longer as itself. An enemy piece behind it means nothing.',
      'Only what the piece behind is counts, not what it may itself be borrowing. Kings lend and borrow too: a king in front of a rook slides.',
      'Capturing the piece behind changes the one in front: it can give check or answer one.',
      'Promotion goes by what the piece is, and is never forced. Pieces may stand where they could not move by themselves.',
      'Two pawns on a file are forbidden for drops only. A pawn may not be dropped directly in front of the king if that leaves no legal move.',
      'The pawns in front of the bishop and the rook start one rank further on. Everything else is as in shogi.',
    ],
  },
  check: {
    origin: [
      'Shogi with one more way to win. Players on the net have held cups in it; it teaches you to see every check.',
    ],
    rules: [
      'Everything is as in shogi, but whoever gives check first has won: by a move, a drop, a promotion or a discovered check, even if the checking piece could be taken.',
      'The checking move must be legal: your own king may not be left attacked.',
      'A dropped pawn that checks wins, mate or not. Two pawns on a file stay forbidden.',
    ],
  },
  sho: {
    origin: [
      'Sho shogi, “small shogi”, was played before drops were invented. The drunk elephant stood before the king until the sixteenth century, when an emperor is said to have taken it off the board.',
    ],
    rules: [
      'Captured pieces are out of the game: nothing is dropped.',
      'The drunk elephant promotes to a crown prince, a second king. A side loses when its last king or prince is mated or taken.',
      'A side left with nothing but its king loses. The zone is the three farthest ranks.',
    ],
  },
  cannon: {
    origin: [
      'A modern variant that brings the cannons of xiangqi to shogi, in four kinds. It was made for play on the net.',
    ],
    rules: [
      'Each side has four cannons. They jump over exactly one piece, of either side and of any kind, which is not taken.',
      'The gold cannon moves like a rook and the copper cannon like a bishop, but both take only by jumping over a piece. The silver and the iron cannon also move only by jumping.',
      'Promoted cannons fly: they gain short moves in the other directions.',
      'Pawns go one square forward or sideways. Two pawns on a file are allowed, and a dropped pawn may mate.',
      'A king is in check from a cannon when exactly one piece stands between. Putting in a second piece, or taking the first away, answers it.',
    ],
  },
  heian_dai: {
    origin: [
      'Described in a book of the early twelfth century, Heian dai shogi is one of the oldest kinds of shogi known. Its rules have been put together from that short text.',
    ],
    rules: [
      'Thirteen files and ranks, 34 pieces on each side. Captured pieces do not return.',
      'In the three farthest ranks pieces promote; most become gold, the flying dragon becomes a dragon horse.',
      'Mate wins. A side left with nothing but its king loses as well.',
    ],
  },
  chu: {
    origin: [
      'Chu shogi, “middle shogi”, was the leading game at court and in temples from the fourteenth to the sixteenth century, and never quite died out. Today a federation in Japan looks after it.',
    ],
    rules: [
      'Twelve files and ranks, 46 pieces of 21 kinds on each side, and no drops: captured pieces are gone.',
      'The lion may go twice in a move: to a neighbouring square, taking what stands there, and on from it; so it takes two pieces, or takes and comes back (igui), or passes (jitto). It also jumps straight to any square at distance two.',
      'The horned falcon has this power straight ahead, the soaring eagle along both forward diagonals.',
      'A lion may take a lion next to it. At distance two it may do so only if that lion is unprotected, or if it takes another piece on the way that is neither a pawn nor a go-between.',
      'When a piece other than a lion has just taken a lion, the answer may not take a lion elsewhere with a piece that is no lion.',
      'A piece may promote when it enters the four farthest ranks, or when it captures with a move that begins or ends there. Pawns and lances may also promote on the last rank. It is never forced.',
      'King and crown prince are royal: the side whose last royal piece is taken loses. There is no rule against leaving a king attacked.',
      'A side with a bare king loses, if the other has more than its king and pawns. Four times the same position: whoever attacked all along loses. A draw may be offered.',
    ],
  },
  minishogi: {
    origin: [
      'Found again, or invented, around 1970 in Osaka. Short, sharp, and with everything of shogi in it.',
    ],
    rules: [
      'Each side has king, rook, bishop, gold, silver and one pawn. Only the last rank promotes.',
      'Drops are as in shogi. At the fourth repetition the side that moved first loses, unless the other gave check all along.',
    ],
  },
  kyoto: {
    origin: ['Invented in 1976 by Tamiya Katsuya. It takes five minutes, and nobody knows it by heart.'],
    rules: [
      'Each piece but the king has two faces, and turns over whenever it moves: tokin and lance, silver and bishop, gold and knight, pawn and rook.',
      'It moves as the face it shows before the move, and attacks as the face it shows after it.',
      'Captured pieces are dropped with either face up. A pawn may stand on any file, and a dropped pawn may mate.',
      'A piece that cannot move stays where it is. The same position for the third time is a draw.',
    ],
  },
  tori: {
    origin: [
      'Tori shogi, the shogi of birds, is ascribed to Toyota Genryū or his master Ōhashi Sōei, about 1799. It was one of the few old variants with drops.',
    ],
    rules: [
      'The phoenix is the king. Swallows face each other from the start, and one of each side already stands in front.',
      'Only falcon and swallow promote, in the two farthest ranks, and there they must.',
      'The quails differ: left and right are mirror images. 左 and 右 on the piece say which is which.',
      'Up to two of your swallows may stand on a file. No swallow is dropped on the last rank or to give mate.',
      'When a position occurs for the fourth time, the side whose move brought it about loses, unless the other gave check all along.',
    ],
  },
  gorogoro_plus: {
    origin: [
      'Made by the Japan Women’s Shogi Players Association for children, between Dobutsu shogi and the whole game; this is its second form, with two more pieces.',
    ],
    rules: [
      'Five files, six ranks. Each side has king, golds, silvers and three pawns, and holds a knight and a lance in hand from the start.',
      'The two farthest ranks promote. Pawns, lances and knights must promote where they could not move again.',
      'Drops are as in shogi: no second pawn on a file, no mate by dropping a pawn.',
    ],
  },
  dobutsu: {
    origin: [
      'Designed in 2008 by the shogi professional Kitao Madoka, with pictures by Fujita Maiko. Children learn it in a minute.',
    ],
    rules: [
      'Catch the lion, or bring your own to the last rank where it cannot be taken.',
      'The dots on a piece, here its marks, show where it goes. A chick that reaches the last rank becomes a hen.',
      'Captured animals change sides and may be put on any empty square. The same position for the third time is a draw.',
    ],
  },
};

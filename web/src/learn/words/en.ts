/** What the lessons say. Each quiz takes the next of `options`. */
export interface LessonWords {
  title: string;
  text: string[];
  tasks: string[];
  options?: string[][];
}

export interface CourseWords {
  chapters: Record<string, string>;
  lessons: Record<string, LessonWords>;
}

export const en: CourseWords = {
  chapters: {
    pieces: 'The pieces',
    rules: 'The rules',
    castles: 'Castles',
    table: 'At the board',
    heian: 'Heian dai shogi',
    variants: 'Other kinds of shogi',
  },
  lessons: {
    board: {
      title: 'The board',
      text: [
        'The board has 9 × 9 squares. Both sides’ pieces have the same colour and shape: what counts is where they point. Yours point up, away from you.',
        'Each side starts with 20 pieces: nine pawns in front; behind them the bishop on the left and the rook on the right; and on the last rank the king in the middle, with golds, silvers, knights and lances on both sides.',
        'Files are numbered 1 to 9 from the right, ranks 1 to 9 from the top: 7-6 is the square on file 7, rank 6. In the settings you can choose pieces with letters, or with arrows that show how they move.',
      ],
      tasks: [
        'Whose are the pieces that point down?',
        'Which piece stands in the middle of your last rank?',
        'Which of your pieces stands on 2-8?',
      ],
      options: [
        ['Mine', 'My opponent’s', 'The stronger player’s'],
        ['The gold', 'The rook', 'The king'],
        ['The rook', 'The bishop', 'A pawn'],
      ],
    },
    king: {
      title: 'The king',
      text: [
        'The king (王, 玉) moves one square in any direction.',
        'If you cannot save your king, you lose. Any other piece may be sacrificed.',
      ],
      tasks: ['Move the king to all the marked squares.'],
    },
    rook: {
      title: 'The rook',
      text: [
        'The rook (飛) moves any distance forward, backward or sideways. It does not jump.',
        'A piece captures by moving to the square of an opponent’s piece. Captured pieces go to your hand; you will use them later.',
      ],
      tasks: ['Visit both marked squares in two moves.', 'Capture both pawns in two moves.'],
    },
    bishop: {
      title: 'The bishop',
      text: ['The bishop (角) moves any distance diagonally. It does not jump either.'],
      tasks: ['Visit both marked squares in two moves.', 'Capture the pawn and the silver in three moves.'],
    },
    gold: {
      title: 'The gold',
      text: [
        'The gold general (金) moves one square in any straight direction, or diagonally forward: six possible moves.',
        'It cannot move diagonally backward. Golds are the best defenders of the king.',
      ],
      tasks: ['Visit both marked squares in three moves.'],
    },
    silver: {
      title: 'The silver',
      text: [
        'The silver general (銀) moves one square in any diagonal direction, or straight forward: five possible moves.',
        'It cannot move sideways or straight backward. Silvers attack well because they can retreat easily.',
      ],
      tasks: ['Visit all marked squares in three moves.'],
    },
    knight: {
      title: 'The knight',
      text: [
        'The knight (桂) jumps two ranks forward and one file to either side: only two possible squares, and never backward.',
        'It is the only piece that can jump over others.',
      ],
      tasks: ['Jump over the pawns to both marked squares.'],
    },
    lance: {
      title: 'The lance',
      text: ['The lance (香) moves any distance straight forward, and never backward.'],
      tasks: ['Capture the pawn.'],
    },
    pawn: {
      title: 'The pawn',
      text: [
        'The pawn (歩) moves one square straight forward and captures the same way, not diagonally as in chess.',
      ],
      tasks: ['Advance and capture the pawn.'],
    },
    promotion: {
      title: 'Promotion',
      text: [
        'The three farthest ranks, your opponent’s camp, are the promotion zone. A piece that moves into, within or out of it may promote: it is turned over.',
        'A promoted silver (全), knight (圭), lance (杏) or pawn (と, a tokin) moves like a gold. A promoted rook is a dragon (竜), a promoted bishop a horse (馬): they keep their move and gain the king’s.',
        'Pawns and lances must promote on the last rank, knights on the last two. A captured piece turns back to its unpromoted side.',
      ],
      tasks: [
        'Move the pawn into the zone and promote it.',
        'Move the rook to the marked squares: promote it on the way and use its new move.',
        'Which pieces never promote?',
      ],
      options: [['King and gold', 'Pawn and lance', 'Rook and bishop']],
    },
    drops: {
      title: 'Drops',
      text: [
        'Pieces you capture become yours: they go to your hand, unpromoted.',
        'Instead of moving, you may drop a piece from your hand on any empty square. A dropped piece never captures, and it starts unpromoted.',
      ],
      tasks: [
        'Drop the knight so that it attacks the rook and the bishop at the same time.',
        'Drop the gold to mate the king.',
      ],
    },
    forbidden: {
      title: 'Forbidden drops',
      text: [
        'Nifu: you may not drop a pawn on a file that already has one of your unpromoted pawns.',
        'Uchifuzume: you may not give mate by dropping a pawn. Giving check with a dropped pawn is allowed, and so is mating with a pawn already on the board.',
        'No piece may be dropped where it could never move again.',
      ],
      tasks: [
        'Drop the pawn so that it attacks one of the two pieces.',
        'Mate the king.',
        'Where may a knight not be dropped?',
      ],
      options: [['On the last rank only', 'On the last two ranks', 'Anywhere in the zone']],
    },
    check: {
      title: 'Check',
      text: [
        'A move that threatens the king is check (王手). The king must be saved at once: capture the attacker, move the king, or block.',
        'A knight’s check cannot be blocked.',
      ],
      tasks: ['You are in check. Find a way out.', 'The knight gives check. Save the king.'],
    },
    mate: {
      title: 'Mate',
      text: ['If nothing can save a king in check, it is mated (詰み) and the game is over.'],
      tasks: ['Mate in one.', 'Mate in one.', 'Mate in one.'],
    },
    mino: {
      title: 'Mino castle',
      text: [
        'Before the fighting starts, bring your king to safety. The Mino castle (美濃囲い) goes with ranging-rook openings: it is quick to build and strong against attacks from the side.',
      ],
      tasks: ['Build it: rook to 6-8, king to 2-8, silver to 3-8, golds on 4-9 and 5-8.'],
    },
    yagura: {
      title: 'Yagura castle',
      text: [
        'The Yagura castle (矢倉囲い) is strong against attacks from the front. The king, two golds and a silver form a kind of watchtower. The bishops have already been exchanged.',
      ],
      tasks: ['Build it: king to 8-8, golds to 7-8 and 6-7, silver to 7-7.'],
    },
    anaguma: {
      title: 'Anaguma castle',
      text: [
        'The Anaguma (穴熊), “bear in the hole”, hides the king in the corner. It takes many moves to build but is extremely solid. The bishops have already been exchanged.',
      ],
      tasks: ['Build it: lance to 9-8, king to 9-9, silver to 8-8, golds to 7-9 and 7-8.'],
    },
    etiquette: {
      title: 'Etiquette',
      text: [
        'Before the game both players bow and say onegaishimasu (お願いします). The loser says makemashita (負けました), “I have lost”. Afterwards both thank each other: arigatō gozaimashita (ありがとうございました).',
        'Always keep captured pieces where your opponent can see them. You do not have to announce check.',
      ],
      tasks: ['You see that you will be mated. What is good manners?', 'Where do captured pieces go?'],
      options: [
        ['Wait until the clock runs out', 'Offer a draw', 'Resign politely'],
        ['On the stand at the right, for all to see', 'In the hand, hidden', 'Back in the box'],
      ],
    },
    handicaps: {
      title: 'Handicaps',
      text: [
        'The stronger player (uwate) removes some of their own pieces: a lance, the bishop, the rook, then two, four, six or more pieces.',
        'Uwate moves first. In an even game furigoma decides: five pawns are tossed.',
      ],
      tasks: ['Who moves first in a handicap game?'],
      options: [['The weaker side, shitate', 'The side giving the handicap, uwate', 'The pawns decide']],
    },
    byoyomi: {
      title: 'Byoyomi',
      text: [
        'When the main time runs out, each move has its own seconds, counted aloud: byoyomi (秒読み). Unused seconds are not carried over.',
        'If you do not move before they run out, you lose.',
      ],
      tasks: ['Byoyomi is 30 seconds and you moved after 10. How much time do you have for the next move?'],
      options: [['20 seconds', '50 seconds', '30 seconds']],
    },
    endings: {
      title: 'How games end',
      text: [
        'By mate, resignation or time; under some rules an illegal move loses at once. A player who has no legal move also loses.',
        'If the same position occurs for the fourth time, it is sennichite (千日手): a draw or a replay. If one side gave check throughout, that side loses.',
        'When both kings have entered the opponent’s camp, points are counted (impasse, 持将棋). Draws cannot be offered.',
      ],
      tasks: [
        'One side keeps giving check until the position occurs for the fourth time. What happens?',
        'May you offer a draw?',
      ],
      options: [
        ['It is a draw', 'The side giving check loses', 'The game continues'],
        ['No', 'Yes, at any time', 'After 40 moves'],
      ],
    },
    heian_pieces: {
      title: 'The large board',
      text: [
        'Heian dai shogi was played about 900 years ago, on a board of 13 × 13 squares with 34 pieces on each side.',
        'The flying dragon (飛龍) moves like a bishop. The side mover (横行) moves one square forward or any distance sideways. The free chariot (奔車) moves any distance forward or backward.',
      ],
      tasks: [
        'Visit both squares with the flying dragon.',
        'Visit both squares with the side mover.',
        'Capture both pawns with the free chariot.',
      ],
    },
    heian_rules: {
      title: 'Its rules',
      text: [
        'There are no drops: captured pieces do not return.',
        'Most pieces promote to gold in the three farthest ranks; the flying dragon becomes a dragon horse.',
        'Mate wins, and so does capturing the opponent’s last piece other than the king.',
      ],
      tasks: ['What happens to a captured piece?', 'Your opponent has only the king left. What happens?'],
      options: [
        ['It can be dropped later', 'It is out of the game', 'It goes back to its square'],
        ['It is a draw', 'Play continues until mate', 'You have won'],
      ],
    },
    annan_lending: {
      title: 'Annan shogi: borrowed moves',
      text: [
        'A piece with one of your own pieces directly behind it moves as that piece does, and no longer as itself.',
        'A pawn in front of a rook slides like a rook; a king in front of a knight jumps like one. Only what the piece behind is counts.',
      ],
      tasks: [
        'The rook lends its move to the pawn. Send the pawn to the marked square.',
        'The knight stands behind the pawn. Jump to the marked square.',
        'A gold of yours has an enemy rook behind it. How does the gold move?',
      ],
      options: [['As a gold', 'As a rook', 'As both']],
    },
    check_first: {
      title: 'Check shogi: first check wins',
      text: [
        'Everything is as in shogi, but whoever gives check first has won.',
        'The checking piece may even stand where it could be taken. Your own king may not be left in check.',
      ],
      tasks: [
        'Give check with the rook from your hand.',
        'Your check could be answered by taking the checking piece. What happens?',
      ],
      options: [['It is taken', 'It is a draw', 'You have already won']],
    },
    cannon_hops: {
      title: 'Cannon shogi: over one piece',
      text: [
        'The gold cannon (砲) moves like a rook but takes only by jumping over exactly one piece. The copper cannon (銅) does the same diagonally.',
        'The silver cannon (炮) and the iron cannon (鉄) jump to move as well. The piece that is jumped over stays.',
      ],
      tasks: [
        'Capture the pawn over your own pawn.',
        'Jump to the marked square with the silver cannon.',
        'Capture the pawn with the copper cannon.',
        'An enemy gold cannon stands on your king’s file with nothing between. Is the king in check?',
      ],
      options: [['Yes', 'No, a piece must stand between', 'Only if it is next to it']],
    },
    kyoto_turning: {
      title: 'Kyoto shogi: pieces that turn',
      text: [
        'Every piece but the king turns over after each of its moves: tokin and lance, silver and bishop, gold and knight, pawn and rook.',
        'A piece in hand may be dropped with either side up.',
      ],
      tasks: [
        'Step forward with the tokin, then use what it has become.',
        'Move the silver, then use what it has become.',
        'A pawn in hand is a rook as well. Drop it to mate.',
      ],
    },
    tori_birds: {
      title: 'Tori shogi: the birds',
      text: [
        'The left quail (左 on the piece) goes any distance forward and backward to the right, and one step back to the left. The right quail is its mirror image.',
        'The pheasant (雉) leaps two squares forward, or steps back diagonally. The swallow (燕) steps forward and becomes a goose (雁) in the two farthest ranks.',
      ],
      tasks: [
        'Visit both squares with the left quail.',
        'Leap over the swallow, then step back to the other square.',
        'Move the swallow into the zone and use the goose’s leap.',
        'You have two swallows on a file. May you drop a third there?',
      ],
      options: [['Yes', 'No, two is the most', 'Only in the zone']],
    },
    gorogoro_hand: {
      title: 'Goro-goro shogi: pieces in hand',
      text: [
        'Each side begins with a knight and a lance in hand. Drop them when they do most.',
        'The two farthest ranks promote.',
      ],
      tasks: [
        'Drop the knight so that it attacks both silvers.',
        'Promote the pawn and visit the other square.',
        'Where may a knight not be dropped?',
      ],
      options: [['On the last two ranks', 'On the last rank only', 'Beside the king']],
    },
    chu_lion: {
      title: 'Chu shogi: the lion',
      text: [
        'The lion (獅) steps in any direction or jumps to any square at distance two.',
        'It may also take a piece next to it and go on in the same move: to take another, to move away, or to come back to where it was. On the board: press the lion, then the first piece, then where it goes on.',
      ],
      tasks: [
        'Jump to both marked squares.',
        'Take both pawns in one move.',
        'Take the pawn and come back in the same move (igui).',
        'A lion at distance two is protected. May your lion take it?',
      ],
      options: [
        ['Yes, always', 'Not unless it also takes another piece on the way, no pawn or go-between', 'Never'],
      ],
    },
    chu_pieces: {
      title: 'Chu shogi: some other pieces',
      text: [
        'The kirin (麒) steps diagonally or jumps two squares straight; it promotes to a lion. The horned falcon (鷹) has the lion’s power straight ahead.',
        'There are no drops. A piece promotes when it enters the four farthest ranks, or when it captures there.',
      ],
      tasks: [
        'Visit both squares with the kirin.',
        'Take both pawns in one move with the horned falcon.',
        'What does the drunk elephant (象) promote to?',
        'A piece stands in the zone unpromoted and makes a quiet move there. Does it promote?',
      ],
      options: [
        ['A gold', 'A lion', 'A crown prince, a second king'],
        ['No', 'Yes', 'Only on the last rank'],
      ],
    },
  },
};

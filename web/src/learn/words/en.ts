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
  },
  lessons: {
    king: {
      title: 'The king',
      text: [
        'The king (王, 玉) goes one step in any direction.',
        'Who cannot save the king any more has lost. Everything else may be given up.',
      ],
      tasks: ['Walk the king over all marked squares.'],
    },
    rook: {
      title: 'The rook',
      text: [
        'The rook (飛) goes any distance straight ahead, back or sideways. It does not jump.',
        'A piece captures by going where an opponent’s piece stands.',
      ],
      tasks: ['Visit both marked squares in two moves.', 'Capture both pawns in two moves.'],
    },
    bishop: {
      title: 'The bishop',
      text: ['The bishop (角) goes any distance along the diagonals. It does not jump either.'],
      tasks: ['Visit both marked squares in two moves.', 'Capture the pawn and the silver in three moves.'],
    },
    gold: {
      title: 'The gold',
      text: [
        'The gold general (金) goes one step straight in all four directions, or diagonally forward: six ways.',
        'It cannot go diagonally back. Golds guard the king best.',
      ],
      tasks: ['Visit both marked squares in three moves.'],
    },
    silver: {
      title: 'The silver',
      text: [
        'The silver general (銀) goes one step diagonally in all four directions, or straight forward: five ways.',
        'It cannot go sideways or straight back. Silvers attack well because they come back easily.',
      ],
      tasks: ['Visit all marked squares in three moves.'],
    },
    knight: {
      title: 'The knight',
      text: [
        'The knight (桂) jumps two ranks forward and one file aside: two squares only, and never back.',
        'It is the only piece that jumps over others.',
      ],
      tasks: ['Jump over the pawns to both marked squares.'],
    },
    lance: {
      title: 'The lance',
      text: ['The lance (香) goes any distance straight forward, and never back.'],
      tasks: ['Capture the pawn.'],
    },
    pawn: {
      title: 'The pawn',
      text: [
        'The pawn (歩) goes one step straight forward, and captures the same way: not diagonally, as in chess.',
      ],
      tasks: ['Go forward and capture the pawn.'],
    },
    promotion: {
      title: 'Promotion',
      text: [
        'The farthest three ranks are the promotion zone. A piece that moves into it, within it or out of it may be turned over.',
        'Silver, knight, lance and pawn then move as a gold. Rook and bishop keep their move and gain the king’s.',
        'Pawn and lance on the last rank, and the knight on the last two, must promote.',
      ],
      tasks: [
        'Move the pawn into the zone and promote it.',
        'Promote the rook on the marked square, then use its new step.',
        'Which pieces never promote?',
      ],
      options: [['King and gold', 'Pawn and lance', 'Rook and bishop']],
    },
    drops: {
      title: 'Drops',
      text: [
        'What you capture is yours: it lies in your hand, unpromoted.',
        'Instead of moving you may drop a piece from your hand on any empty square. A drop never captures and never promotes at once.',
      ],
      tasks: [
        'Drop the knight so that it attacks rook and bishop at once.',
        'Drop the gold and mate the king.',
      ],
    },
    forbidden: {
      title: 'Forbidden drops',
      text: [
        'Nifu: no second unpromoted pawn on a file.',
        'Uchifuzume: no mate by dropping a pawn. Check by a dropped pawn is allowed, and so is mate by a pawn that stood on the board.',
        'No piece may be dropped where it could never move again.',
      ],
      tasks: [
        'Attack one of the two pieces by dropping the pawn.',
        'Mate the king.',
        'Where may a knight not be dropped?',
      ],
      options: [['On the last rank only', 'On the last two ranks', 'Anywhere in the zone']],
    },
    check: {
      title: 'Check',
      text: [
        'Who threatens to take the king gives check (王手). The king must be saved at once: capture the attacker, go away, or put something between.',
        'A knight’s check cannot be blocked.',
      ],
      tasks: ['You are in check. Find a way out.', 'The knight gives check. Save the king.'],
    },
    mate: {
      title: 'Mate',
      text: ['A king in check that nothing can save is mated (詰み), and the game is over.'],
      tasks: ['Mate in one.', 'Mate in one.', 'Mate in one.'],
    },
    mino: {
      title: 'Mino castle',
      text: [
        'Before the fight the king is brought to safety. The Mino castle (美濃囲い) belongs to the ranging rook: quick to build and strong from the side.',
      ],
      tasks: ['Build it: rook to the left, king to 2-8, silver to 3-8, golds on 4-9 and 5-8.'],
    },
    yagura: {
      title: 'Yagura castle',
      text: [
        'The Yagura castle (矢倉囲い) is strong from above. King, two golds and a silver stand like a watchtower.',
      ],
      tasks: ['Build it: king to 8-8, golds to 7-8 and 6-7, silver to 7-7.'],
    },
    anaguma: {
      title: 'Anaguma castle',
      text: [
        'The Anaguma (穴熊), the bear in its hole, hides the king in the corner. It takes long and is very hard.',
      ],
      tasks: ['Build it: lance to 9-8, king to 9-9, silver to 8-8, golds to 7-9 and 7-8.'],
    },
    etiquette: {
      title: 'Etiquette',
      text: [
        'Before the game both bow: onegaishimasu (お願いします). Who has lost says makemashita (負けました). After it both thank: arigatō gozaimashita (ありがとうございました).',
        'Captured pieces always lie where the opponent sees them. Calling check is not needed.',
      ],
      tasks: ['You see that you will be mated. What is good style?', 'Where do captured pieces lie?'],
      options: [
        ['Wait until the clock runs out', 'Offer a draw', 'Resign politely'],
        ['On the stand at the right, for all to see', 'In the hand, hidden', 'Back in the box'],
      ],
    },
    handicaps: {
      title: 'Handicaps',
      text: [
        'The stronger player (uwate) takes pieces off the own side: a lance, the bishop, the rook, then two, four, six or more pieces.',
        'Uwate moves first. In an even game furigoma decides: five pawns are tossed.',
      ],
      tasks: ['Who moves first in a handicap game?'],
      options: [['The weaker side, shitate', 'The side that gives, uwate', 'The pawns decide']],
    },
    byoyomi: {
      title: 'Byoyomi',
      text: [
        'When the main time is over, each move has its own seconds, counted aloud: byoyomi (秒読み). What is left of them is not kept.',
        'Who has not moved at the end of the seconds has lost.',
      ],
      tasks: ['Byoyomi is 30 seconds and you moved after 10. How much has the next move?'],
      options: [['20 seconds', '50 seconds', '30 seconds']],
    },
    endings: {
      title: 'How games end',
      text: [
        'By mate, resignation or time; an illegal move may lose at once, by the rules that were agreed.',
        'The same position for the fourth time is sennichite (千日手): a draw or a replay. If one side gave check all the while, it loses.',
        'When both kings have entered the other camp, points are counted (impasse, 持将棋). Draws cannot be offered.',
      ],
      tasks: [
        'One side repeats checks until the position stands for the fourth time. What happens?',
        'May you offer a draw?',
      ],
      options: [
        ['It is a draw', 'The side that gives check loses', 'The game goes on'],
        ['No', 'Yes, at any time', 'After 40 moves'],
      ],
    },
    heian_pieces: {
      title: 'The large board',
      text: [
        'Heian dai shogi was played about 900 years ago, on 13 × 13 squares with 34 pieces a side.',
        'The flying dragon (飛龍) goes as a bishop. The side mover (横行) goes one step forward or any distance sideways. The free chariot (奔車) goes any distance forward or back.',
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
        'There are no drops: a captured piece is gone.',
        'Most pieces promote to gold in the farthest three ranks; the flying dragon becomes a dragon horse.',
        'Mate wins, and so does taking the opponent’s last piece beside the king.',
      ],
      tasks: ['What becomes of a captured piece?', 'Your opponent has the king alone. What then?'],
      options: [
        ['It is dropped later', 'It is gone', 'It goes back'],
        ['A draw', 'Play goes on to mate', 'You have won'],
      ],
    },
  },
};

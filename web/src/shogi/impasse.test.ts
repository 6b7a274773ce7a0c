import { expect, test } from 'vitest';
import { bothEntered, countImpasse, impasseIsNear } from './impasse';
import { fromSfen } from './position';

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
/** Sente's king has entered with eleven pieces; gote's is at home. */
const ENTERED = '+P+P+P+PK+P+P+P+P/1+R2G2B1/9/9/9/9/9/9/4k4 b 2G5P 1';

test('§2.3 R and B count five, others one, the king nothing', () => {
  const count = countImpasse(fromSfen('standard', START), 'sente', 'points27', null);
  expect(count).toEqual({
    kingInZone: false,
    piecesInZone: 0,
    piecesNeeded: 10,
    points: 0,
    pointsNeeded: 28,
    allPoints: 27,
  });
});

test('§2.3 a declaration counts the hand and what stands in the zone', () => {
  const count = countImpasse(fromSfen('standard', ENTERED), 'sente', 'points27', null);
  expect(count).toMatchObject({
    kingInZone: true,
    piecesInZone: 11,
    points: 8 + 10 + 1 + 7,
    pointsNeeded: 28,
  });
  expect(countImpasse(fromSfen('standard', START), 'gote', 'points27', null).pointsNeeded).toBe(27);
  expect(countImpasse(fromSfen('standard', START), 'gote', 'points24', null).pointsNeeded).toBe(31);
});

test('§2.3 the given pieces are credited to uwate', () => {
  const twoPieces = fromSfen('standard', 'lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1');
  expect(countImpasse(twoPieces, 'gote', 'points27', '2_piece').allPoints).toBe(27);
  expect(countImpasse(twoPieces, 'sente', 'points27', '2_piece').allPoints).toBe(27);
});

test('an agreement needs both kings in their zones, counting begins with the first', () => {
  const one = fromSfen('standard', ENTERED);
  expect(bothEntered(one)).toBe(true);
  expect(bothEntered(fromSfen('standard', START))).toBe(false);
  expect(impasseIsNear(fromSfen('standard', START), 'sente')).toBe(false);
  expect(impasseIsNear(fromSfen('standard', '4K4/9/9/9/4k4/9/9/9/9 b - 1'), 'gote')).toBe(true);
});

/**
 * Which picture stands for a piece, by the piece's full name, so that it is the same in every
 * variant. A piece that is not here is written with one character. The files are drawn by
 * `scripts/make-pieces.mjs`, named in `styles/sets`.
 */

/** Shogi's own pieces, and from other boards those that are beasts already. */
const ANIMALS: Record<string, string> = {
  玉将: 'lion',
  飛車: 'eagle',
  角行: 'deer',
  金将: 'dog',
  銀将: 'cat',
  桂馬: 'rabbit',
  香車: 'boar',
  歩兵: 'chick',
  竜王: 'dragon-promoted',
  竜馬: 'horse-promoted',
  成銀: 'cat-promoted',
  成桂: 'rabbit-promoted',
  成香: 'boar-promoted',
  と金: 'hen-promoted',
  酔象: 'elephant',
  太子: 'cub-promoted',
  飛龍: 'dragon',
  龍馬: 'horse-promoted',
  横行: 'crab',
  猛虎: 'tiger',
  獅子: 'lion',
  麒麟: 'giraffe',
  象: 'elephant',
  雛: 'chick',
  鶏: 'hen-promoted',
  龍王: 'dragon',
  鳳凰: 'phoenix',
  盲虎: 'tiger',
  猛豹: 'leopard',
  飛鷲: 'eagle',
  角鷹: 'falcon',
  飛牛: 'ox',
  奔猪: 'boar',
  鯨鯢: 'whale',
  飛鹿: 'deer',
  白駒: 'horse',
  鵬: 'phoenix',
  鷹: 'falcon',
  鶉: 'quail',
  鶴: 'crane',
  雉: 'pheasant',
  燕: 'swallow',
  鵰: 'eagle',
  雁: 'goose',
};

const EMBLEMS: Record<string, string> = {
  玉将: 'king',
  飛車: 'rook',
  角行: 'bishop',
  金将: 'gold',
  銀将: 'silver',
  桂馬: 'knight',
  香車: 'lance',
  歩兵: 'pawn',
  竜王: 'rook-promoted',
  竜馬: 'bishop-promoted',
  成銀: 'silver-promoted',
  成桂: 'knight-promoted',
  成香: 'lance-promoted',
  と金: 'pawn-promoted',
  太子: 'king-promoted',
  金砲: 'gold-cannon',
  銀砲: 'silver-cannon',
  銅砲: 'copper-cannon',
  鉄砲: 'iron-cannon',
  飛金砲: 'gold-cannon-promoted',
  飛銀砲: 'silver-cannon-promoted',
  飛銅砲: 'copper-cannon-promoted',
  飛鉄砲: 'iron-cannon-promoted',
};

export const PICTURES = { animals: ANIMALS, emblems: EMBLEMS };

/** The picture of a piece of this name; what became a gold is drawn as a promoted one. */
export function pictureOf(set: keyof typeof PICTURES, name: string, promoted: boolean): string | null {
  const picture = PICTURES[set][name];
  if (!picture) return null;
  return promoted && !picture.endsWith('-promoted') ? `${picture}-promoted` : picture;
}

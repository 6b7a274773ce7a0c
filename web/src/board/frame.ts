/** What the style sheets have to know of a board, drawn by itself or around one. */

import { useMemo } from 'preact/hooks';
import { settings } from '../settings/settings';
import { hasLions, type Variant } from '../shogi/variant';
import type { Side } from '../wire/generated';
import { faceClasses, faceProperties, type Kings } from './faces';
import { KINGS, lookFor } from './look';

interface Framed {
  class: string;
  style: Record<string, string>;
}

/**
 * What the style sheets have to know of a board: its size, its faces, and from where it is seen.
 */
export function useFrame(variant: Variant | undefined, bottom: Side, kings: Kings = KINGS): Framed {
  const look = variant && lookFor(variant, kings);
  const style = useMemo(() => {
    if (!variant || !look) return {};
    return {
      '--files': String(variant.files),
      '--ranks': String(variant.ranks),
      '--hand-kinds': String(Math.max(1, variant.hand.length)),
      ...faceProperties(variant, look),
    };
  }, [variant, look?.set, look?.marks, kings.sente, kings.gote]);
  const classes = [
    look ? faceClasses(look) : '',
    `orientation-${bottom}`,
    settings.promotedRed.value ? 'promoted-red' : '',
    variant?.hand.length === 0 ? 'no-hands' : '',
    variant && hasLions(variant) ? 'lions' : '',
  ];
  return { class: classes.filter(Boolean).join(' '), style };
}

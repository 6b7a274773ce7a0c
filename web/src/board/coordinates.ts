/** What stands at the edges of a board. */

import { language } from '../i18n';
import { notationName } from '../settings/settings';
import { notationFor } from '../shogi/notation';

/** How its ranks are labelled: as squares are written. */
export const rankWriting = (variant: string) => notationFor(notationName(language.value), variant).ranks;

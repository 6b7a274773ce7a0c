/** The places from which people bring a rating along. */

import { t } from '../i18n/whole';
import type { RatingPlace } from '../wire/generated';

export const placeName = (place: RatingPlace): string =>
  t().players.places[place === '81dojo' ? 'dojo81' : place];

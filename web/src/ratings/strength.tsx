/** How strong somebody is, as one line beside the name. */

import { t } from '../i18n';
import type { Strength } from '../wire/generated';
import { ratingText, standingText } from './words';

export function StrengthLine({ strength }: { strength: Strength }) {
  const words = t().ratings;
  const standing = standingText(strength);
  if (strength.rating === null && !standing) return null;
  return (
    <span class="strength">
      {standing && (
        <span class={`strength-grade ${strength.grade === null ? 'provisional' : ''}`}>{standing}</span>
      )}
      <span
        class="strength-rating"
        title={
          strength.rating === null ? words.unrated : strength.provisional ? words.provisional : words.rating
        }
      >
        {ratingText(strength)}
      </span>
    </span>
  );
}

/** How strong somebody says they are: by a grade, or by a rating that they bring along (§6.7). */

import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { t } from '../i18n/whole';
import { placeName } from '../ratings/places';
import { DECLARABLE, gradeText } from '../ratings/words';
import { TextField } from '../ui/text-field';
import type { DeclaredStrength, Grade, RatingPlace } from '../wire/generated';
import { said } from './account-form';

/** The places whose ratings are taken over, as the list shows them. */
const PLACES = ['club24', '81dojo', 'wars', 'lishogi', 'fesa'] as const satisfies readonly RatingPlace[];

/** Shogi Wars has kyu down to 30 and dan; of these people say one. */
const WARS_GRADES: readonly Grade[] = [
  ...Array.from({ length: 15 }, (_, n) => `${30 - n}k` as Grade),
  ...DECLARABLE,
];

/** By what the strength is said: nothing, a grade, or a place. */
type Measure = '' | 'grade' | RatingPlace;

/** What the fields of a form say. */
export function strengthOf(form: FormData): DeclaredStrength | null {
  const measure = said(form, 'measure') as Measure;
  const grade = said(form, 'declared') as Grade | '';
  const rating = Number(said(form, 'rating'));
  if (measure === '') return null;
  if (measure === 'grade') return grade || null;
  if (measure === 'wars') return grade ? { place: measure, grade } : null;
  return { place: measure, rating };
}

const measureOf = (declared: DeclaredStrength | null): Measure =>
  declared === null ? '' : typeof declared === 'string' ? 'grade' : declared.place;

export function StrengthField({ declared = null }: { declared?: DeclaredStrength | null }) {
  const words = t().account.strength;
  const measure = useSignal<Measure>(measureOf(declared));
  const id = useId();
  const known = typeof declared === 'string' ? { grade: declared, rating: null } : declared;
  const grades = measure.value === 'wars' ? WARS_GRADES : DECLARABLE;
  return (
    <div class="strength-fields">
      <div class="field">
        <label class="label" for={id}>
          {words.label}
        </label>
        <select
          id={id}
          name="measure"
          aria-describedby={`${id}-help`}
          value={measure.value}
          onChange={(event) => {
            measure.value = event.currentTarget.value as Measure;
          }}
        >
          <option value="">{words.none}</option>
          <option value="grade">{words.byGrade}</option>
          {PLACES.map((place) => (
            <option key={place} value={place}>
              {placeName(place)}
            </option>
          ))}
        </select>
      </div>
      {(measure.value === 'grade' || measure.value === 'wars') && (
        <div class="field">
          <label class="label" for={`${id}-grade`}>
            {words.grade}
          </label>
          <select id={`${id}-grade`} name="declared" key={measure.value} required>
            {grades.map((grade) => (
              <option key={grade} value={grade} selected={grade === (known?.grade ?? '5k')}>
                {gradeText(grade)}
              </option>
            ))}
          </select>
        </div>
      )}
      {measure.value !== '' && measure.value !== 'grade' && measure.value !== 'wars' && (
        <TextField
          exact
          key={measure.value}
          label={words.rating}
          name="rating"
          pattern="[0-9]{1,4}"
          {...(known?.rating ? { value: String(known.rating) } : {})}
          autocomplete="off"
          required
          maxLength={4}
        />
      )}
      <span class="note strength-help" id={`${id}-help`}>
        {words.help}
      </span>
    </div>
  );
}

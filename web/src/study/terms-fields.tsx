/** What a study says of itself, as a form. */

import { t } from '../i18n/whole';
import { type Field, FormFields, type Shown } from '../ui/form-fields';
import type { Study, StudyTerms, StudyVisibility } from '../wire/generated';
import { DESCRIPTION_CHARS_MAX, TITLE_CHARS_MAX, VISIBILITIES } from './study-api';
import { topicsIn, topicsText } from './words';

export interface TermsDraft {
  title: string;
  description: string;
  topics: string;
  visibility: StudyVisibility;
}

export const draftOf = (study?: Study): TermsDraft => ({
  title: study?.title ?? '',
  description: study?.description ?? '',
  topics: topicsText(study?.topics ?? []),
  visibility: study?.visibility ?? 'private',
});

export const termsOf = ({ topics, ...draft }: TermsDraft): StudyTerms => ({
  ...draft,
  topics: topicsIn(topics),
});

const FIELDS: readonly Field<TermsDraft>[] = [
  { kind: 'text', key: 'title', max: TITLE_CHARS_MAX, required: true },
  { kind: 'text', key: 'description', lines: 3, max: DESCRIPTION_CHARS_MAX },
  { kind: 'text', key: 'topics', help: 'topicsHelp', max: 400 },
  {
    kind: 'choice',
    key: 'visibility',
    options: ({ study }) => VISIBILITIES.map((it) => [it, study.seenBy[it]] as const),
  },
];

export function TermsFields(props: Shown<TermsDraft>) {
  return <FormFields {...props} fields={FIELDS} words={t().study.form} />;
}

/** `/clubs/new` and `/clubs/SLUG/edit`: what a club says of itself. */

import { useSignal } from '@preact/signals';
import { problemOf } from '../api/request';
import { LANGUAGES, language, languageName, t } from '../i18n/whole';
import { go } from '../router';
import { type Field, FormFields } from '../ui/form-fields';
import { FormPage } from '../ui/form-page';
import { useLoaded } from '../ui/loaded';
import { When } from '../ui/page';
import { TextField } from '../ui/text-field';
import { uuid } from '../uuid';
import type { Club, ClubSettings } from '../wire/generated';
import { clubOf, editClub, foundClub, JOININGS, problemText } from './club-api';

/** An address made from a name: `Cờ Shogi Hà Nội` is `co-shogi-ha-noi`. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/đ/g, 'd');
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 30)
    .replace(/-$/, '');
}

/** An address of the web, with or without what a browser adds. */
const LINK = 'https?://[^\\s"<>]+|[^\\s"<>:\\/]+\\.[^\\s"<>]+';

const NAME: readonly Field<ClubSettings>[] = [{ kind: 'text', key: 'name', max: 60, required: true }];

const FIELDS: readonly Field<ClubSettings>[] = [
  {
    kind: 'columns',
    fields: [
      { kind: 'text', key: 'city', max: 60 },
      {
        kind: 'choice',
        key: 'lang',
        options: ({ clubs }) => [
          ['', clubs.form.anyLang],
          ...LANGUAGES.map((it) => [it, languageName(it)] as const),
        ],
      },
    ],
  },
  { kind: 'text', key: 'about', lines: 4, max: 5_000 },
  { kind: 'text', key: 'for_members', lines: 3, max: 5_000 },
  {
    kind: 'text',
    key: 'link',
    inputMode: 'url',
    max: 200,
    placeholder: 'https://',
    pattern: LINK,
    help: 'linkHelp',
  },
  {
    kind: 'choice',
    key: 'joining',
    options: ({ clubs }) => JOININGS.map((it) => [it, clubs.joinings[it]] as const),
  },
  { kind: 'toggle', key: 'private', label: 'private' },
];

/** What a new club says, until its founder says it. */
const NEW: ClubSettings = {
  name: '',
  city: '',
  about: '',
  for_members: '',
  link: '',
  lang: '',
  private: false,
  joining: 'request',
};

/** What a club says of itself, out of all that is known of it. */
function settingsOf(club: ClubSettings): ClubSettings {
  const isSetting = ([key]: [string, unknown]) => key in NEW;
  return { ...NEW, ...Object.fromEntries(Object.entries(club).filter(isSetting)) };
}

export function ClubFormPage({ slug = '' }: { slug?: string }) {
  const words = t().clubs;
  // What is there is changed, and nothing is saved in its place before it is known.
  const before = useLoaded(async () => (slug ? await clubOf(slug) : null), [slug]);
  return (
    <When
      of={before}
      missing={{ title: words.notFound, text: words.notFoundHelp, href: '/clubs', to: words.toList }}
    >
      {(known) => <Form before={known} />}
    </When>
  );
}

function Form({ before }: { before: Club | null }) {
  const words = t().clubs;
  const { form } = words;
  const typed = useSignal<string | null>(null);
  // Drawn once, so that a second click founds no second club.
  const create = useSignal(uuid());
  const draft = useSignal(before ? settingsOf(before) : { ...NEW, lang: language.peek() });
  const put = (changes: Partial<ClubSettings>) => {
    draft.value = { ...draft.value, ...changes };
  };
  const address = typed.value ?? slugOf(draft.value.name);
  const save = async () => {
    if (before) {
      const why = await editClub(before.slug, draft.value);
      if (why === null) go(`/clubs/${before.slug}`);
      return why;
    }
    try {
      const made = await foundClub(create.value, address, draft.value);
      go(`/clubs/${made.slug}`);
      return null;
    } catch (refused) {
      const text = problemText(refused);
      return problemOf(refused).code === 'slug_taken' ? { name: 'slug', text } : text;
    }
  };
  return (
    <FormPage
      title={before ? form.titleEdit : form.titleNew}
      action={before ? words.save : form.create}
      save={save}
    >
      <FormFields fields={NAME} words={form} draft={draft.value} put={put} />
      {!before && (
        <TextField
          label={form.slug}
          exact
          name="slug"
          required
          minLength={3}
          maxLength={30}
          pattern="[a-z][a-z0-9]*(-[a-z0-9]+)*"
          value={address}
          onInput={(text) => {
            typed.value = text;
          }}
          help={form.slugHelp}
        />
      )}
      <FormFields fields={FIELDS} words={form} draft={draft.value} put={put} />
    </FormPage>
  );
}

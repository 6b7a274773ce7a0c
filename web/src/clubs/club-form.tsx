/** `/clubs/new` and `/clubs/SLUG/edit`: what a club says of itself. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { language, t } from '../i18n';
import { go } from '../router';
import { type Field, FormFields } from '../ui/form-fields';
import { Page } from '../ui/page';
import { TextField } from '../ui/text-field';
import { uuid } from '../uuid';
import { clubOf, editClub, foundClub, JOININGS, LANGS, problemText, type Settings } from './club-api';

/** An address made from a name: `Cờ Shogi Hà Nội` is `co-shogi-ha-noi`. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/đ/g, 'd');
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 30)
    .replace(/-$/, '');
}

const NAME: readonly Field<Settings>[] = [
  { kind: 'text', key: 'name', name: 'name', label: ({ clubs }) => clubs.form.name, max: 60, required: true },
];

const FIELDS: readonly Field<Settings>[] = [
  {
    kind: 'columns',
    fields: [
      { kind: 'text', key: 'city', name: 'city', label: ({ clubs }) => clubs.form.city, max: 60 },
      {
        kind: 'choice',
        key: 'lang',
        name: 'lang',
        label: ({ clubs }) => clubs.form.lang,
        options: ({ clubs }) => [
          ['', clubs.form.anyLang],
          ...LANGS.map((it) => [it, clubs.languages[it]] as const),
        ],
      },
    ],
  },
  { kind: 'text', key: 'about', name: 'about', label: ({ clubs }) => clubs.form.about, lines: 4, max: 5_000 },
  {
    kind: 'text',
    key: 'link',
    name: 'link',
    label: ({ clubs }) => clubs.form.link,
    inputMode: 'url',
    max: 200,
    placeholder: 'https://',
  },
  {
    kind: 'choice',
    key: 'joining',
    name: 'joining',
    label: ({ clubs }) => clubs.form.joining,
    options: ({ clubs }) => JOININGS.map((it) => [it, clubs.joinings[it]] as const),
  },
  { kind: 'toggle', key: 'private', label: ({ clubs }) => clubs.form.private },
];

export function ClubFormPage({ slug = '' }: { slug?: string }) {
  const words = t().clubs;
  const form = words.form;
  const typed = useSignal<string | null>(null);
  const problem = useSignal<string | null>(null);
  // Drawn once, so that a second click founds no second club.
  const create = useSignal(uuid());
  const draft = useSignal<Settings>({
    name: '',
    city: '',
    about: '',
    link: '',
    lang: language.peek(),
    private: false,
    joining: 'request',
  });
  useEffect(() => {
    if (!slug) return;
    clubOf(slug).then(
      ({ name, city, about, link, lang, private: isPrivate, joining }) => {
        draft.value = { name, city, about, link, lang, private: isPrivate, joining };
      },
      (refused) => {
        problem.value = problemText(refused);
      },
    );
  }, [slug]);
  const put = (changes: Partial<Settings>) => {
    draft.value = { ...draft.value, ...changes };
  };
  const address = typed.value ?? slugOf(draft.value.name);
  const save = async () => {
    problem.value = null;
    if (slug) {
      problem.value = await editClub(slug, draft.value);
      if (problem.value === null) go(`/clubs/${slug}`);
      return;
    }
    try {
      const made = await foundClub(create.value, address, draft.value);
      go(`/clubs/${made.slug}`);
    } catch (refused) {
      problem.value = problemText(refused);
    }
  };
  return (
    <Page class="players-page">
      <h1>{slug ? form.titleEdit : form.titleNew}</h1>
      <form
        class="card settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormFields fields={NAME} draft={draft.value} put={put} />
        {!slug && (
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
        <FormFields fields={FIELDS} draft={draft.value} put={put} />
        {problem.value && (
          <p class="warning" role="alert">
            {problem.value}
          </p>
        )}
        <button type="submit" class="primary">
          {slug ? words.save : form.create}
        </button>
      </form>
    </Page>
  );
}

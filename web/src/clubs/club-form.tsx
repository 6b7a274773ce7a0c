/** `/clubs/new` and `/clubs/SLUG/edit`: what a club says of itself. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { language, t } from '../i18n';
import { go } from '../router';
import { Select, Toggle } from '../ui/choice';
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
  const now = draft.value;
  const put = (changes: Partial<Settings>) => {
    draft.value = { ...draft.value, ...changes };
  };
  const address = typed.value ?? slugOf(now.name);
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
        <TextField
          label={form.name}
          name="name"
          required
          maxLength={60}
          value={now.name}
          onInput={(name) => put({ name })}
        />
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
        <div class="columns">
          <TextField
            label={form.city}
            name="city"
            maxLength={60}
            value={now.city}
            onInput={(city) => put({ city })}
          />
          <Select
            label={form.lang}
            name="lang"
            options={[['', form.anyLang] as const, ...LANGS.map((it) => [it, words.languages[it]] as const)]}
            value={now.lang}
            onChange={(lang) => put({ lang })}
          />
        </div>
        <TextField
          label={form.about}
          lines={4}
          name="about"
          maxLength={5_000}
          value={now.about}
          onInput={(about) => put({ about })}
        />
        <TextField
          label={form.link}
          inputMode="url"
          name="link"
          maxLength={200}
          placeholder="https://"
          value={now.link}
          onInput={(link) => put({ link })}
        />
        <Select
          label={form.joining}
          name="joining"
          options={JOININGS.map((it) => [it, words.joinings[it]] as const)}
          value={now.joining}
          onChange={(joining) => put({ joining })}
        />
        <Toggle label={form.private} value={now.private} onChange={(on) => put({ private: on })} />
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

/** `/admin/branding`: what the site calls itself and how it looks, for admins. */

import { useSignal } from '@preact/signals';
import { problemText } from '../account/account-api';
import { ask, Problem } from '../api/request';
import { PROGRAM } from '../branding';
import { ALL_LANGUAGES, type Language, language, languageName, t } from '../i18n/whole';
import { loadSite } from '../site/site-api';
import { Select } from '../ui/choice';
import { FileButton } from '../ui/file-button';
import { FormPage } from '../ui/form-page';
import { Icon } from '../ui/icon';
import { useLoaded } from '../ui/loaded';
import { When } from '../ui/page';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import type { Branding, FooterLink, LocalText, Site } from '../wire/generated';

/** The program's own accent, for whoever chooses none. */
const USUAL_COLOUR = '#24497a';

const LINKS_MAX = 8;

export function BrandingPage() {
  const before = useLoaded(() => ask('GET', '/site'), []);
  const words = t().admin.branding;
  return (
    <When
      of={before}
      missing={{ title: words.title, text: t().admin.lost, href: '/admin', to: t().admin.title }}
    >
      {(known) => <Form before={known} />}
    </When>
  );
}

/** What was refused, with the server's own clause, which names the field. */
function whyNot(cause: unknown): string {
  const said = problemText(cause);
  return cause instanceof Problem && cause.message ? t().because(said, cause.message) : said;
}

function Form({ before }: { before: Site }) {
  const words = t().admin.branding;
  const draft = useSignal<Branding>(before.branding);
  const put = (changes: Partial<Branding>) => {
    draft.value = { ...draft.value, ...changes };
  };
  const save = async () => {
    try {
      await ask('POST', '/admin/branding', { body: draft.value });
      // The name stands in the page itself, and is read with it.
      location.assign('/admin/branding');
      return null;
    } catch (cause) {
      return whyNot(cause);
    }
  };
  const { name, colour, links, languages } = draft.value;
  return (
    <FormPage title={words.title} action={words.save} save={save} before={<Sign version={before.sign} />}>
      <TextField
        label={words.name}
        help={words.nameHelp(PROGRAM)}
        name="name"
        required
        maxLength={30}
        value={name}
        onInput={(text) => put({ name: text })}
      />
      <Colours colour={colour} onChange={(next) => put({ colour: next })} />
      <Languages draft={draft.value} put={put} />
      <fieldset class="branding-part">
        <legend class="label">{words.texts}</legend>
        <p class="note">{words.textsHelp}</p>
        {ALL_LANGUAGES.filter((it) => languages.length === 0 || languages.includes(it)).map((it) => (
          <Texts key={it} of={it} draft={draft.value} put={put} />
        ))}
      </fieldset>
      <Links links={links} onChange={(next) => put({ links: next })} />
    </FormPage>
  );
}

/** The sign at the moment, and the way to another. */
function Sign({ version }: { version: string | null | undefined }) {
  const words = t().admin.branding;
  const shown = useSignal(version ?? null);
  const busy = useSignal(false);
  const changes = async (change: () => Promise<unknown>) => {
    if (busy.value) return;
    busy.value = true;
    try {
      await change();
      shown.value = (await ask('GET', '/site')).sign ?? null;
      loadSite();
      toast.show(words.signChanged, 'good');
    } catch (cause) {
      toast.show(whyNot(cause), 'bad');
    }
    busy.value = false;
  };
  return (
    <section class="card branding-sign" aria-label={words.sign}>
      <img src={`/favicon.svg?${shown.value ?? ''}`} alt={words.sign} width="64" height="64" />
      <div>
        <p class="note">{words.signHelp}</p>
        <div class="branding-row">
          <FileButton
            label={words.signChoose}
            accept="image/png,image/svg+xml"
            disabled={busy.value}
            onChoose={([file]) => {
              if (file) void changes(() => ask('PUT', '/admin/sign', { body: file }));
            }}
          />
          {shown.value && (
            <button
              type="button"
              class="quiet"
              disabled={busy.value}
              onClick={() => void changes(() => ask('DELETE', '/admin/sign'))}
            >
              {words.signForget}
            </button>
          )}
        </div>
      </div>
    </section>
  );
}

function Colours({ colour, onChange }: { colour?: string | null; onChange(next: string | null): void }) {
  const words = t().admin.branding;
  return (
    <fieldset class="branding-part">
      <legend class="label">{words.colour}</legend>
      <div class="branding-row">
        <label class="check">
          <input
            type="checkbox"
            checked={colour == null}
            onChange={() => onChange(colour == null ? USUAL_COLOUR : null)}
          />{' '}
          {words.colourUsual}
        </label>
        {colour != null && (
          <input
            type="color"
            aria-label={words.colour}
            value={colour}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </div>
      <p class="note">{words.colourHelp}</p>
    </fieldset>
  );
}

interface Part {
  draft: Branding;
  put(changes: Partial<Branding>): void;
}

/** Which languages can be chosen, and which one those get who read none of them. */
function Languages({ draft, put }: Part) {
  const words = t().admin.branding;
  const { languages, language: usual } = draft;
  const offered = languages.length === 0 ? ALL_LANGUAGES : languages;
  const toggle = (tag: string) => {
    const next = offered.includes(tag) ? offered.filter((it) => it !== tag) : [...offered, tag];
    if (next.length === 0) return;
    put({
      languages: next.length === ALL_LANGUAGES.length ? [] : ALL_LANGUAGES.filter((it) => next.includes(it)),
      ...(usual && !next.includes(usual) ? { language: null } : {}),
    });
  };
  return (
    <fieldset class="branding-part">
      <legend class="label">{words.languages}</legend>
      <div class="branding-row">
        {ALL_LANGUAGES.map((it) => (
          <label key={it} class="check" lang={it}>
            <input type="checkbox" checked={offered.includes(it)} onChange={() => toggle(it)} />{' '}
            {languageName(it)}
          </label>
        ))}
      </div>
      <Select
        label={words.language}
        value={usual ?? ''}
        options={[['', words.languageUsual], ...offered.map((it) => [it, languageName(it)] as const)]}
        onChange={(next) => put({ language: next === '' ? null : next })}
      />
    </fieldset>
  );
}

const textIn = (texts: readonly LocalText[], of: string) =>
  texts.find((it) => it.language === of)?.text ?? '';

const withText = (texts: readonly LocalText[], of: string, text: string): LocalText[] => [
  ...texts.filter((it) => it.language !== of),
  { language: of, text },
];

/** What the site says in one language. */
function Texts({ of, draft: { welcome, conduct }, put }: Part & { of: Language }) {
  const words = t().admin.branding;
  const isSaid = textIn(welcome, of) !== '' || textIn(conduct, of) !== '';
  return (
    <details class="branding-part" open={isSaid || of === language.value}>
      <summary lang={of}>{languageName(of)}</summary>
      <TextField
        label={words.welcome}
        lines={2}
        maxLength={300}
        value={textIn(welcome, of)}
        onInput={(text) => put({ welcome: withText(welcome, of, text) })}
      />
      <TextField
        label={words.conduct}
        lines={6}
        maxLength={8_000}
        value={textIn(conduct, of)}
        onInput={(text) => put({ conduct: withText(conduct, of, text) })}
      />
    </details>
  );
}

function Links({ links, onChange }: { links: readonly FooterLink[]; onChange(next: FooterLink[]): void }) {
  const words = t().admin.branding;
  const change = (at: number, changes: Partial<FooterLink>) =>
    onChange(links.map((it, i) => (i === at ? { ...it, ...changes } : it)));
  return (
    <fieldset class="branding-part">
      <legend class="label">{words.links}</legend>
      {links.map((it, i) => (
        <div key={i} class="branding-link">
          <TextField
            label={words.linkLabel}
            required
            maxLength={40}
            value={it.label}
            onInput={(label) => change(i, { label })}
          />
          <TextField
            label={words.linkUrl}
            exact
            required
            inputMode="url"
            maxLength={300}
            placeholder="https://"
            value={it.url}
            onInput={(url) => change(i, { url })}
          />
          <button
            type="button"
            class="quiet square"
            aria-label={words.linkRemove}
            title={words.linkRemove}
            onClick={() => onChange(links.filter((_, at) => at !== i))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {links.length < LINKS_MAX && (
        <button type="button" onClick={() => onChange([...links, { label: '', url: '' }])}>
          <Icon name="plus" />
          {words.linkAdd}
        </button>
      )}
    </fieldset>
  );
}

/** `/first-admin`: whoever has started a new server becomes its first admin. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { AccountForm, said } from '../account/account-form';
import { NewPassword } from '../account/new-password';
import { HANDLE } from '../account/stranger';
import { ask } from '../api/request';
import { PROGRAM } from '../branding';
import { ALL_LANGUAGES, type Language, language, languageName, t } from '../i18n/whole';
import { Select } from '../ui/choice';
import { useLoaded } from '../ui/loaded';
import { Page, When } from '../ui/page';
import { TextField } from '../ui/text-field';
import type { Founding } from '../wire/generated';

/** Which show the link; they are typed as they stand, in every language. */
const COMMANDS = [
  'journalctl --unit komadai | grep first-admin',
  'docker compose logs komadai | grep first-admin',
] as const;

export function FirstAdminPage() {
  const words = t().admin.first;
  const token = useSignal(/^#([0-9a-f]{64})$/.exec(location.hash)?.[1] ?? null);
  const founding = useLoaded(() => ask('GET', '/site/first-admin'), []);
  useEffect(() => {
    // The link is in nobody's history or screenshot.
    if (token.value) history.replaceState(null, '', '/first-admin');
  }, []);
  return (
    <When of={founding} missing={{ title: words.title, text: words.closed, href: '/', to: t().game.toLobby }}>
      {(found) => (
        <Page class="account-page" title={words.title}>
          <Shown found={found} token={token.value ?? found.token} />
        </Page>
      )}
    </When>
  );
}

function Shown({ found, token }: { found: Founding; token: string | null }) {
  const words = t().admin.first;
  return (
    <section class="card">
      <h1>{words.title}</h1>
      {!found.open ? (
        <>
          <p>{words.closed}</p>
          <p>
            <a href="/account">{t().account.signIn}</a>
          </p>
        </>
      ) : token ? (
        <Form found={found} token={token} />
      ) : (
        <>
          <p>{words.elsewhere}</p>
          {COMMANDS.map((command) => (
            <pre key={command} class="command">
              <code>{command}</code>
            </pre>
          ))}
        </>
      )}
    </section>
  );
}

function Form({ found, token }: { found: Founding; token: string }) {
  const words = t().admin.first;
  const spoken = useSignal<Language>(language.value);
  return (
    <AccountForm
      title={words.title}
      action={words.become}
      problems={{ bad_ticket: words.badTicket }}
      onSubmit={async (form) => {
        await ask('POST', '/site/first-admin', {
          body: {
            token,
            handle: said(form, 'handle'),
            password: said(form, 'password'),
            email: said(form, 'email'),
            site_name: said(form, 'site_name'),
            language: spoken.value,
            public_url: said(form, 'public_url'),
          },
        });
        // Everything on the page belongs to somebody else now.
        location.assign('/admin');
      }}
    >
      <p>{words.lead}</p>
      <fieldset class="founding">
        <legend>{words.you}</legend>
        <TextField
          exact
          label={t().account.handle}
          help={t().account.handleHelp}
          isRule
          pattern={HANDLE}
          name="handle"
          autocomplete="username"
          required
          minLength={3}
          maxLength={20}
        />
        <NewPassword label={t().account.password} name="password" />
        <TextField
          exact
          label={t().account.mail.email}
          help={words.emailHelp(found.mail)}
          name="email"
          type="email"
          autocomplete="email"
        />
      </fieldset>
      <fieldset class="founding">
        <legend>{words.site}</legend>
        <TextField
          label={words.siteName}
          help={words.siteNameHelp(PROGRAM)}
          name="site_name"
          autocomplete="off"
          maxLength={30}
        />
        <Select
          label={words.language}
          value={spoken.value}
          options={ALL_LANGUAGES.map((it) => [it, languageName(it)] as const)}
          onChange={(next) => {
            spoken.value = next;
          }}
        />
        {!found.has_public_url && (
          <TextField
            exact
            label={words.publicUrl}
            help={words.publicUrlHelp}
            name="public_url"
            inputMode="url"
            autocomplete="off"
            maxLength={200}
          />
        )}
      </fieldset>
    </AccountForm>
  );
}

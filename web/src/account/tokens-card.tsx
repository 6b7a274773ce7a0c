/** Tokens with which programs act for the account. */

import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { listed, noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import type { ApiToken } from '../wire/generated';
import { fetchTokens, makeToken, revokeToken, SCOPES } from './account-api';
import { AccountForm, PasswordNow, refused, said } from './account-form';

export function TokensCard() {
  const words = t().account.tokens;
  const tokens = useSignal<ApiToken[]>([]);
  const made = useSignal<string | null>(null);
  const look = () =>
    fetchTokens().then((found) => {
      tokens.value = found;
    }, refused);
  useEffect(() => void look(), []);
  return (
    <section class="card" aria-labelledby="tokens-title">
      <h2 id="tokens-title">{words.title}</h2>
      <p class="note">{words.lead}</p>
      {tokens.value.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul class="account-list">
          {tokens.value.map((it) => (
            <li key={it.id}>
              <span>
                {it.name}
                <span class="note">
                  {noted([
                    listed(it.scopes.map((scope) => words.scope[scope])),
                    it.used_ms === null ? words.never : words.used(dateText(it.used_ms)),
                    it.expires_ms === null ? words.forGood : words.until(dateText(it.expires_ms)),
                  ])}
                </span>
              </span>
              <button
                type="button"
                aria-label={words.revoke(it.name)}
                onClick={() => {
                  revokeToken(it.id).then(() => {
                    toast.show(words.revoked, 'good');
                    void look();
                  }, refused);
                }}
              >
                {words.revokeShort}
              </button>
            </li>
          ))}
        </ul>
      )}
      {made.value ? (
        <>
          <p>{words.made}</p>
          <p>
            <code class="new-token">{made.value}</code>
          </p>
          <button
            type="button"
            onClick={() => {
              made.value = null;
            }}
          >
            {words.copied}
          </button>
        </>
      ) : (
        <details>
          <summary>{words.make}</summary>
          <AccountForm
            title={words.make}
            action={words.make}
            onSubmit={async (form) => {
              const scopes = SCOPES.filter((scope) => form.has(scope));
              made.value = await makeToken(
                said(form, 'name'),
                scopes,
                said(form, 'password'),
                Number(said(form, 'days')) || null,
              );
              await look();
            }}
          >
            <TextField exact label={words.name} name="name" autocomplete="off" required maxLength={40} />
            <fieldset class="account-choices">
              <legend class="label">{words.scopes}</legend>
              {SCOPES.map((scope) => (
                <label key={scope}>
                  <input type="checkbox" name={scope} /> {words.scope[scope]}
                </label>
              ))}
            </fieldset>
            <p class="note">{words.csaHelp}</p>
            <Days />
            <PasswordNow />
          </AccountForm>
        </details>
      )}
    </section>
  );
}

/** For how many days a token may be good; 0: until it is revoked. */
const DAYS = [30, 90, 365, 0];

function Days() {
  const words = t().account.tokens;
  const id = useId();
  return (
    <div class="field">
      <label class="label" for={id}>
        {words.goodFor}
      </label>
      <select id={id} name="days">
        {DAYS.map((days) => (
          <option key={days} value={days} selected={days === 90}>
            {days === 0 ? words.untilRevoked : words.days(days)}
          </option>
        ))}
      </select>
    </div>
  );
}

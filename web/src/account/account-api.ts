/** What the server says and does about accounts: `/api/v1/account`. */

import { ask, problemText as textOf } from '../api/request';
import { t } from '../i18n/whole';
import type { Account, ChallengesFrom, Privacy, Register, Scope, WhoAmI } from '../wire/generated';

/** Why something was not done; `words` are those of the place. */
export const problemText = (cause: unknown, words: Readonly<Record<string, string>> = {}) =>
  textOf(cause, { ...t().account.problems, ...words });

const who = async (asked: Promise<WhoAmI>): Promise<Account | null> => (await asked).account;

export const fetchAccount = () => who(ask('GET', '/account'));

/** Hands on what the account is now. */
export async function lookAgain(onChange: (account: Account) => void): Promise<void> {
  const found = await fetchAccount();
  if (found) onChange(found);
}

export const register = (body: Register) => who(ask('POST', '/account/register', { body }));
/** Signs in; a ticket for `signInWithCode` where the password is not enough. */
export const signIn = async (handle: string, password: string): Promise<string | null> =>
  (await ask('POST', '/account/sign-in', { body: { handle, password } })).second_step ?? null;
export const signInWithCode = (ticket: string, code: string) =>
  who(ask('POST', '/account/sign-in/code', { body: { ticket, code } }));
export const signOut = () => who(ask('POST', '/account/sign-out'));
/** With `programs` their tokens end as well. */
export const signOutEverywhere = (programs: boolean) =>
  who(ask('POST', '/account/sign-out-everywhere', { body: { programs } }));
export const changeName = (name: string) => who(ask('PATCH', '/account', { body: { name } }));
export const changePassword = (old: string, fresh: string, programs: boolean) =>
  ask('POST', '/account/password', { body: { old, new: fresh, programs } });
/** Writes to the address; its link is opened by `verifyEmail`. `lang` is the letter's language. */
export const proposeEmail = (email: string, password: string, lang: string) =>
  ask('POST', '/account/email', { body: { email, password, lang } });
export const removeEmail = (password: string, lang: string) =>
  ask('DELETE', '/account/email', { body: { password, lang } });
export const verifyEmail = (ticket: string, lang: string) =>
  ask('POST', '/account/email/verify', { body: { ticket, lang } });
export const sendReset = (email: string, lang: string) =>
  ask('POST', '/account/forgotten', { body: { email, lang } });
export const resetPassword = (ticket: string, password: string, lang: string) =>
  ask('POST', '/account/reset', { body: { ticket, password, lang } });

export const proposeFactor = (password: string) =>
  ask('POST', '/account/second-factor', { body: { password } });
/** Turns it on; the recovery codes, shown once. */
export const confirmFactor = async (code: string) =>
  (await ask('POST', '/account/second-factor/confirm', { body: { code } })).recovery_codes;
export const renewCodes = async (password: string, code: string) =>
  (await ask('POST', '/account/second-factor/codes', { body: { password, code } })).recovery_codes;
/** With a code of the app, or a recovery code. */
export const removeFactor = (password: string, code: string) =>
  ask('DELETE', '/account/second-factor', { body: { password, code } });

export const SCOPES = ['read', 'play', 'import', 'bot', 'csa'] as const satisfies readonly Scope[];

export const fetchTokens = async () => (await ask('GET', '/account/tokens')).tokens;
/**
 * Makes one that is good for so many days, or with null until it is revoked; the token, shown once.
 */
export const makeToken = async (name: string, scopes: Scope[], password: string, days: number | null) =>
  (await ask('POST', '/account/tokens', { body: { name, scopes, password, days } })).token;
export const revokeToken = (id: string) => ask('DELETE', '/account/tokens/{id}', { path: { id } });
export const becomeBot = () => ask('POST', '/account/bot');
export const deleteAccount = (password: string) => ask('POST', '/account/delete', { body: { password } });

export const CHALLENGES_FROM = ['all', 'followed', 'none'] as const satisfies readonly ChallengesFrom[];

export const fetchPrivacy = () => ask('GET', '/account/privacy');
export const setPrivacy = (body: Privacy) => ask('PUT', '/account/privacy', { body });

export const fetchSessions = async () => (await ask('GET', '/account/sessions')).sessions;
export const endSession = (id: string) => ask('DELETE', '/account/sessions/{id}', { path: { id } });

/** With the ticket of a letter that told of a change; nobody need be signed in. */
export const freezeAccount = (ticket: string) => ask('POST', '/account/freeze', { body: { ticket } });

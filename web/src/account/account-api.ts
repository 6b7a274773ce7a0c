/** What the server says and does about accounts: `/api/v1/account`. */

import { problemOf, request } from '../api/request';

export interface Account {
  id: string;
  handle: string;
  name: string;
  /** Unix milliseconds. */
  registered: number;
  role: 'moderator' | 'admin' | null;
  /** The mail address that letters go to, and one that waits to be confirmed. */
  email: string | null;
  unverified_email: string | null;
  /** How many recovery codes are left where a second step is asked for, else null. */
  recovery_codes: number | null;
}

/** The codes of refusals that have words of their own. */
export const PROBLEMS = [
  'bad_handle',
  'reserved_handle',
  'bad_name',
  'bad_password',
  'guessable_password',
  'bad_declared',
  'name_taken',
  'wrong_password',
  'not_signed_in',
  'busy',
  'too_many_attempts',
  'banned',
  'frozen',
  'registration_closed',
  'bad_invitation',
  'read_only',
  'no_mail',
  'bad_email',
  'bad_ticket',
  'wrong_code',
  'still_playing',
  'has_role',
  'organises',
  'bad_token_name',
  'bad_scopes',
  'too_many_tokens',
  'bad_days',
  'as_it_is',
  'unreachable',
] as const;

export type ProblemCode = (typeof PROBLEMS)[number];

/** Why something was not done, as far as there are words for it. */
export function codeOf(cause: unknown): ProblemCode | 'other' {
  const { code } = problemOf(cause);
  return PROBLEMS.find((it) => it === code) ?? 'other';
}

const send = <T = null>(method: string, path: string, body?: object) =>
  request<T>(method, `/account${path}`, body);

async function ask(method: string, path: string, body?: object): Promise<Account | null> {
  return (await send<{ account?: Account | null } | null>(method, path, body))?.account ?? null;
}

export const fetchAccount = () => ask('GET', '');

/** Hands on what the account is now. */
export async function lookAgain(onChange: (account: Account) => void): Promise<void> {
  const found = await fetchAccount();
  if (found) onChange(found);
}

/** `declared` is a grade such as `5k`, or '' for none; `invitation` a code, or ''. */
export const register = (
  handle: string,
  name: string,
  password: string,
  declared: string,
  invitation: string,
) => ask('POST', '/register', { handle, name, password, declared: declared || null, invitation });

/** Signs in; a ticket for `signInWithCode` where the password is not enough. */
export async function signIn(handle: string, password: string): Promise<string | null> {
  const answer = await send<{ second_step?: string }>('POST', '/sign-in', { handle, password });
  return answer.second_step ?? null;
}
export const signInWithCode = (ticket: string, code: string) =>
  ask('POST', '/sign-in/code', { ticket, code });
export const signOut = () => ask('POST', '/sign-out');
/** With `programs` their tokens end as well. */
export const signOutEverywhere = (programs: boolean) => ask('POST', '/sign-out-everywhere', { programs });
export const changeName = (name: string) => ask('PATCH', '', { name });
export const changePassword = (old: string, fresh: string, programs: boolean) =>
  ask('POST', '/password', { old, new: fresh, programs });
/** Writes to the address; its link is opened by `verifyEmail`. `lang` is the letter's language. */
export const proposeEmail = (email: string, password: string, lang: string) =>
  ask('POST', '/email', { email, password, lang });
export const removeEmail = (password: string, lang: string) => ask('DELETE', '/email', { password, lang });
export const verifyEmail = (ticket: string, lang: string) => ask('POST', '/email/verify', { ticket, lang });
export const sendReset = (email: string, lang: string) => ask('POST', '/forgotten', { email, lang });
export const resetPassword = (ticket: string, password: string, lang: string) =>
  ask('POST', '/reset', { ticket, password, lang });

/** What an authenticator app must know; shown once. */
export interface FactorOffer {
  secret: string;
  uri: string;
  /** The same as a picture, row by row: `1` is dark. */
  qr: string[];
}

export const proposeFactor = (password: string) => send<FactorOffer>('POST', '/second-factor', { password });
/** Turns it on; the recovery codes, shown once. */
export const confirmFactor = async (code: string) =>
  (await send<Codes>('POST', '/second-factor/confirm', { code })).recovery_codes;
export const renewCodes = async (password: string, code: string) =>
  (await send<Codes>('POST', '/second-factor/codes', { password, code })).recovery_codes;
/** With a code of the app, or a recovery code. */
export const removeFactor = (password: string, code: string) =>
  send('DELETE', '/second-factor', { password, code });

interface Codes {
  recovery_codes: string[];
}

export const SCOPES = ['read', 'play', 'import'] as const;
export type Scope = (typeof SCOPES)[number];

/** With what a program acts for the account; the token itself is shown only when it is made. */
export interface ApiToken {
  id: string;
  name: string;
  scopes: Scope[];
  /** Unix milliseconds; null: never used. */
  used: number | null;
  /** When it ends; null: when it is revoked. */
  expires: number | null;
}

export const fetchTokens = async () => (await send<{ tokens: ApiToken[] }>('GET', '/tokens')).tokens;
/** Makes one that is good for so many days, or with null until it is revoked; the token, shown once. */
export const makeToken = async (name: string, scopes: Scope[], password: string, days: number | null) =>
  (await send<{ token: string }>('POST', '/tokens', { name, scopes, password, days })).token;
export const revokeToken = (id: string) => send('DELETE', `/tokens/${id}`);
export const deleteAccount = (password: string) => send('POST', '/delete', { password });

export const CHALLENGES_FROM = ['all', 'followed', 'none'] as const;

/** What somebody lets others do, and see of them. */
export interface Privacy {
  challenges_from: (typeof CHALLENGES_FROM)[number];
  /** Whether those who follow are told what is being played. */
  tells_followers: boolean;
}

export const fetchPrivacy = () => send<Privacy>('GET', '/privacy');
export const setPrivacy = (privacy: Privacy) => send('PUT', '/privacy', privacy);

/** Where the owner is signed in. */
export interface AccountSession {
  id: string;
  /** The browser and the system, where they are known. */
  agent: string | null;
  /** Where it was opened from, while that is kept. */
  address: string | null;
  /** Unix milliseconds. */
  opened: number;
  /** The same, to the day. */
  used: number;
  /** Whether it is the one that asks. */
  this: boolean;
}

export const fetchSessions = async () =>
  (await send<{ sessions: AccountSession[] }>('GET', '/sessions')).sessions;
export const endSession = (id: string) => send('DELETE', `/sessions/${id}`);

/** With the ticket of a letter that told of a change; nobody need be signed in. */
export const freezeAccount = (ticket: string) => send('POST', '/freeze', { ticket });

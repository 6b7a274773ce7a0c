/** What the server says and does about accounts: `/api/v1/account`. */

export interface Account {
  id: string;
  handle: string;
  name: string;
  /** Unix milliseconds. */
  registered: number;
  role: 'moderator' | 'admin' | null;
}

/** The codes of refusals that have words of their own. */
export const PROBLEMS = [
  'bad_handle',
  'reserved_handle',
  'bad_name',
  'bad_password',
  'bad_declared',
  'name_taken',
  'wrong_password',
  'not_signed_in',
  'busy',
  'too_many_attempts',
  'banned',
  'registration_closed',
  'bad_invitation',
  'read_only',
  'unreachable',
] as const;

export type ProblemCode = (typeof PROBLEMS)[number];

/** Something was not done; `code` says why. */
export class AccountProblem extends Error {
  readonly code: ProblemCode | 'other';

  constructor(code: ProblemCode | 'other') {
    super(code);
    this.code = code;
  }
}

export function codeOf(value: unknown): ProblemCode | 'other' {
  const code = (value as { code?: unknown } | null)?.code;
  return PROBLEMS.find((it) => it === code) ?? 'other';
}

async function ask(method: string, path: string, body?: object): Promise<Account | null> {
  let answer: Response;
  try {
    answer = await fetch(`/api/v1/account${path}`, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : null,
    });
  } catch {
    throw new AccountProblem('unreachable');
  }
  if (!answer.ok) throw new AccountProblem(codeOf(await answer.json().catch(() => null)));
  if (answer.status === 204) return null;
  return ((await answer.json()) as { account: Account | null }).account;
}

export const fetchAccount = () => ask('GET', '');
/** `declared` is a grade such as `5k`, or '' for none; `invitation` a code, or ''. */
export const register = (
  handle: string,
  name: string,
  password: string,
  declared: string,
  invitation: string,
) => ask('POST', '/register', { handle, name, password, declared: declared || null, invitation });
export const signIn = (handle: string, password: string) => ask('POST', '/sign-in', { handle, password });
export const signOut = () => ask('POST', '/sign-out');
export const signOutEverywhere = () => ask('POST', '/sign-out-everywhere');
export const changeName = (name: string) => ask('PATCH', '', { name });
export const changePassword = (old: string, fresh: string) => ask('POST', '/password', { old, new: fresh });

import { expect, test } from 'vitest';
import { Problem } from '../api/request';
import { failure } from './loaded';

test.each([
  ['there is no such thing', new Problem('not_found', 404), 'missing'],
  ['it is not for us', new Problem('not_allowed', 403), 'missing'],
  ['we have asked too often', new Problem('too_many_attempts', 429), 'failed'],
  ['the server is not well', new Problem('other', 502), 'failed'],
  ['nobody answers', new Problem('unreachable'), 'failed'],
  ['a mistake of ours', new TypeError('x is not a function'), 'failed'],
])('%s', (_, cause, is) => {
  expect(failure(cause).is).toBe(is);
});

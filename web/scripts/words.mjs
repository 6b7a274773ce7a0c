/**
 * `node scripts/words.mjs` compiles `words/` for the client; with `check` it says what is wrong,
 * and how far each language is.
 */

import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const web = fileURLToPath(new URL('..', import.meta.url));
const load = async (name) =>
  (await runnerImport(`${web}scripts/words/${name}.ts`, { root: web, configFile: false })).module;

if (process.argv[2] === 'check') {
  const { report } = await load('report');
  const { text, sound } = report(`${web}../words`);
  process.stdout.write(text);
  process.exitCode = sound ? 0 : 1;
} else {
  const { writeWords } = await load('generate');
  writeWords(web);
}

/**
 * What stands in the HTML itself, before any script has come: the header, and for strangers what
 * this is and where to begin. One file of every page for each language, which the server chooses
 * (`assets.rs`).
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { shellsOf } from './words/generate.ts';

/** Where the client is drawn. */
const APP = '<div id="app"></div>';

/** In the template: what follows is for strangers alone. */
const STRANGER = '<!-- stranger -->';

/** The entries of the client; that of strangers is made of the first. */
const PAGES = ['index', 'review'] as const;

export function writeShells(web: string): Plugin {
  return {
    name: 'shells',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      if (!dir) return;
      for (const [tag, shell] of shellsOf(join(web, '../words'), join(web, 'scripts/words/shell.html'))) {
        const [header = '', stranger = ''] = shell.split(STRANGER);
        const words = Object.values(bundle).find(
          (it) => it.type === 'chunk' && it.facadeModuleId?.endsWith(`/i18n/made/${tag}.ts`),
        );
        const parts = words?.type === 'chunk' ? [words.fileName, ...words.imports] : [];
        const preloads = parts
          .filter((it) => !it.includes('/first-'))
          .map((it) => `    <link rel="modulepreload" crossorigin href="/${it}">\n`);
        const write = (from: string, to: string, shown: string) => {
          const page = readFileSync(join(dir, `${from}.html`), 'utf8');
          if (!page.includes(APP)) throw new Error(`${from}.html has no place for the client`);
          const made = page
            .replace('<html lang="en">', `<html lang="${tag}">`)
            .replace('  </head>', () => `${preloads.join('')}  </head>`)
            .replace(APP, () => `<div id="app">${shown}</div>`);
          writeFileSync(join(dir, `${to}.${tag}.html`), made);
        };
        for (const name of PAGES) write(name, name, header);
        write('index', 'stranger', header + stranger);
      }
    },
  };
}

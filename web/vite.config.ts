import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig } from 'vitest/config';
import { filesOf } from './scripts/files.ts';
import { writeShells } from './scripts/shell.ts';
import { writeWords } from './scripts/words/generate.ts';

/** Where `npm run dev` finds a running server. */
const server = process.env.KOMADAI_URL ?? 'http://localhost:8080';

/** Files that get smaller by it. The server embeds them packed only (`assets.rs` has the same endings). */
const PACKED = /\.(css|js|svg|json|txt|wasm|webmanifest)$/;

/** Packs the files of the client once, here, so that the server need not for every visitor. */
function packFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !PACKED.test(entry.name)) continue;
    const file = readFileSync(path);
    const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: file.length } };
    writeFileSync(`${path}.br`, brotliCompressSync(file, brotli));
    writeFileSync(`${path}.gz`, gzipSync(file, { level: 9 }));
  }
}

const here = import.meta.dirname;
const words = join(here, '../words');
// Before anything else reads them.
writeWords(here);

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // Everything stays a file of its own: the content security policy allows no inline data but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'review.html'],
      output: { codeSplitting: { groups: filesOf(here) } },
    },
  },
  plugins: [
    writeShells(here),
    {
      name: 'pack-files',
      apply: 'build',
      writeBundle({ dir }) {
        if (dir) packFiles(dir);
      },
    },
    {
      name: 'words',
      // Whoever translates sees it at once.
      configureServer({ watcher }) {
        watcher.add(words).on('change', (path) => {
          if (path.startsWith(words)) writeWords(here);
        });
      },
    },
    {
      name: 'review-entry',
      // As the server does it: reviews and studies have an entry of their own, which is isolated.
      configureServer({ middlewares }) {
        middlewares.use((request, response, next) => {
          if (/^\/(review|study)([/?]|$)/.test(request.url ?? '')) request.url = '/review.html';
          response.setHeader('cross-origin-opener-policy', 'same-origin');
          response.setHeader('cross-origin-embedder-policy', 'require-corp');
          next();
        });
      },
    },
  ],
  server: {
    proxy: {
      '/ws': { target: server, ws: true },
      '/api': { target: server },
    },
  },
  test: { include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'] },
});

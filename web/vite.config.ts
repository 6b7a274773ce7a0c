import { defineConfig } from 'vitest/config';

/** Where `npm run dev` finds a running server. */
const server = process.env.KOMADAI_URL ?? 'http://localhost:8080';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // Everything stays a file of its own: the content security policy allows no inline data but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: { input: ['index.html', 'review.html'] },
  },
  server: {
    proxy: {
      '/ws': { target: server, ws: true },
      '/api': { target: server },
    },
  },
  test: { include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
});

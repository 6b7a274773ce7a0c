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
  plugins: [
    {
      name: 'review-entry',
      // As the server does it: reviews have an entry of their own, which is isolated.
      configureServer({ middlewares }) {
        middlewares.use((request, response, next) => {
          if (/^\/review([/?]|$)/.test(request.url ?? '')) request.url = '/review.html';
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
  test: { include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
});

// Draws the icons of the installed site from public/favicon.svg: `node scripts/make-icons.mjs`,
// with CHROMIUM set where it is not /usr/bin/chromium. The maskable one and Apple's have a ground,
// as systems cut them into their own shapes.
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const folder = new URL('../public/', import.meta.url);
const drawing = readFileSync(new URL('favicon.svg', folder)).toString('base64');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

/** The share of the side that the drawing takes, and the ground behind it. */
const ICONS = [
  ['icon-192', 192, 1, 'transparent'],
  ['icon-512', 512, 1, 'transparent'],
  ['maskable-512', 512, 0.62, '#f6f1e6'],
  ['apple-180', 180, 0.78, '#f6f1e6'],
];
for (const [name, side, share, ground] of ICONS) {
  const page = await browser.newPage({ viewport: { width: side, height: side } });
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}">` +
      `<img width="${side * share}" src="data:image/svg+xml;base64,${drawing}">`,
  );
  await page.waitForFunction(() => document.images[0].complete);
  writeFileSync(new URL(`icons/${name}.png`, folder), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();

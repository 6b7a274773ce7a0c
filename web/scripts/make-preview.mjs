// Draws public/preview.png, which is shown where a link to the site is shared: `node
// scripts/make-preview.mjs`, with CHROMIUM set where it is not /usr/bin/chromium, and KOMADAI where
// the program is not ../target/debug/komadai.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const folder = new URL('../public/', import.meta.url);
const program = process.env.KOMADAI ?? new URL('../../target/debug/komadai', import.meta.url).pathname;

/** Both castles of an opening, with a pawn in hand on either side. */
const MOVES =
  'position startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f P*8g 8f8b 3i3h ' +
  'P*2c 2d2h 7a7b 9g9f 1c1d 3g3f 6c6d 5i6h 7b6c 3h3g 5a4b 7i7g 9c9d 3g4f 6c5d';
const draw = ['kifu', 'diagram', '--format', 'svg', '--from', 'usi', '--lang', 'ja'];
const board = execFileSync(program, draw, { input: MOVES }).toString('base64');
const sign = readFileSync(new URL('favicon.svg', folder)).toString('base64');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
  env: { ...process.env, FONTCONFIG_FILE: new URL('../e2e/fonts/fonts.conf', import.meta.url).pathname },
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(
  `<body style="margin:0;height:100vh;background:#f6f1e6;color:#17120c;font-family:'Noto Sans JP',sans-serif">
     <div style="display:grid;grid-template-columns:1fr 560px;align-items:center;height:100%;padding:0 40px 0 72px">
       <div style="display:grid;gap:20px;justify-items:start">
         <img width="150" src="data:image/svg+xml;base64,${sign}">
         <div style="font:700 92px/1 'DejaVu Sans',sans-serif">Komadai</div>
         <div style="font-size:58px">駒台 · 将棋</div>
       </div>
       <div style="height:560px;overflow:hidden">
         <img width="560" style="margin-top:-107px" src="data:image/svg+xml;base64,${board}">
       </div>
     </div>`,
);
await page.waitForFunction(() => [...document.images].every((it) => it.complete));
writeFileSync(new URL('preview.png', folder), await page.screenshot());
await browser.close();

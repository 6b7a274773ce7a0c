/**
 * The fonts that the browser of the tests sees beside those of the page: the same ones on every machine, so that
 * pictures taken on one can be compared on another.
 */

import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Debian's paths; the packages are fonts-ipafont-gothic and fonts-dejavu-core. */
const FONTS = [
  '/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf',
  '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
  '/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf',
  '/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf',
];

const alias = (family: string, fonts: string[]) =>
  `<alias binding="same"><family>${family}</family><prefer>` +
  `${fonts.map((font) => `<family>${font}</family>`).join('')}</prefer></alias>`;

/** Writes a configuration with these fonts and no others; the answer is its path, for FONTCONFIG_FILE. */
export function fontConfiguration(): string {
  const missing = FONTS.find((font) => !existsSync(font));
  if (missing)
    throw new Error(`the font ${missing} is missing: apt-get install fonts-ipafont-gothic fonts-dejavu-core`);
  const folder = mkdtempSync(join(tmpdir(), 'komadai-fonts-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const fonts = join(folder, 'fonts');
  mkdirSync(fonts);
  for (const font of FONTS) symlinkSync(font, join(fonts, basename(font)));
  const file = join(folder, 'fonts.conf');
  const sans = ['DejaVu Sans', 'IPAGothic'];
  writeFileSync(
    file,
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n<fontconfig>' +
      `<dir>${fonts}</dir><cachedir>${join(folder, 'cache')}</cachedir>` +
      alias('sans-serif', sans) +
      alias('serif', sans) +
      alias('system-ui', sans) +
      alias('monospace', ['DejaVu Sans Mono', 'IPAGothic']) +
      '</fontconfig>\n',
  );
  return file;
}

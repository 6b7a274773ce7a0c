/**
 * A list out of a file as people have it: text in the encodings of spreadsheets, or the first sheet
 * of a workbook (`.xlsx`), as rows of cells between tabs.
 */

/** What a file chooser offers. */
export const SPREADSHEETS =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** More is no list of players. */
const TEXT_BYTES_MAX = 5_000_000;

/** The text of a list; null when the file is none. */
export async function listText(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  try {
    return isArchive ? await workbookText(bytes) : decoded(bytes);
  } catch {
    return null;
  }
}

/** UTF-8 or UTF-16 by its mark, else UTF-8 if it is, else what Vietnamese spreadsheets write. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1258').decode(bytes).normalize('NFC');
  }
}

/** The files of an archive that are wanted, unpacked. */
async function unpacked(bytes: Uint8Array, wanted: (name: string) => boolean): Promise<Map<string, string>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end > 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  const found = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let n = view.getUint16(end + 10, true); n > 0; n--) {
    const [packing, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const lengths = [28, 30, 32].map((it) => view.getUint16(at + it, true));
    const [nameLength = 0, extra = 0, comment = 0] = lengths;
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    if (wanted(name)) {
      const local = view.getUint32(at + 42, true);
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      found.set(name, await inflated(bytes.slice(from, from + size), packing));
    }
    at += 46 + nameLength + extra + comment;
  }
  return found;
}

async function inflated(bytes: Uint8Array<ArrayBuffer>, packing: number): Promise<string> {
  if (packing === 0) return new TextDecoder().decode(bytes);
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let [text, n] = ['', 0];
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    n += chunk.value.length;
    if (n > TEXT_BYTES_MAX) throw new Error('too large');
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text;
}

const xml = (text: string) => new DOMParser().parseFromString(text, 'application/xml');

/** The text of an element's `<t>`s, without how it is pronounced. */
const runs = (of: Element) =>
  [...of.getElementsByTagName('t')]
    .filter((it) => it.parentElement?.tagName !== 'rPh')
    .map((it) => it.textContent)
    .join('');

/** `C7` is the third column. */
function columnOf(place: string): number {
  const letters = /^[A-Z]+/.exec(place)?.[0] ?? '';
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const cellText = (text: string) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

async function workbookText(bytes: Uint8Array): Promise<string | null> {
  const isSheet = (name: string) => /^xl\/worksheets\/[^/]+\.xml$/.test(name);
  const files = await unpacked(bytes, (name) => isSheet(name) || name === 'xl/sharedStrings.xml');
  const sheets = [...files.keys()].filter(isSheet).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const sheet = files.get(sheets[0] ?? '');
  if (sheet === undefined) return null;
  const strings = [...xml(files.get('xl/sharedStrings.xml') ?? '<sst/>').getElementsByTagName('si')].map(
    runs,
  );
  const rows = [...xml(sheet).getElementsByTagName('row')].map((row) => {
    const cells: string[] = [];
    for (const cell of row.getElementsByTagName('c')) {
      const value = cell.getElementsByTagName('v')[0]?.textContent ?? '';
      const kind = cell.getAttribute('t');
      const text = kind === 's' ? (strings[Number(value)] ?? '') : kind === 'inlineStr' ? runs(cell) : value;
      cells[columnOf(cell.getAttribute('r') ?? '')] = text;
    }
    return Array.from(cells, (it) => cellText(it ?? '')).join('\t');
  });
  return rows.join('\n');
}

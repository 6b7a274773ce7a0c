/** A workbook as spreadsheets write it, as small as can be. */

import { crc32, deflateRawSync } from 'node:zlib';

/** An archive of these files. */
function archive(files: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const index: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const plain = Buffer.from(text);
    const packed = deflateRawSync(plain);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    index.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(index.length, 4);
  end.writeUInt16LE(index.length, 6);
  end.writeUInt32LE(Buffer.concat(index).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, ...index, Buffer.from('PK\x05\x06'), end]);
}

/** A workbook with these rows in its first sheet; texts are shared, numbers stand in their cells. */
export function workbook(rows: readonly (readonly (string | number | null)[])[]): Buffer {
  const texts = rows.flat().filter((it): it is string => typeof it === 'string');
  const cell = (value: string | number | null, row: number, column: number) => {
    const place = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
    if (value === null) return '';
    return typeof value === 'string'
      ? `<c ${place} t="s"><v>${texts.indexOf(value)}</v></c>`
      : `<c ${place}><v>${value}</v></c>`;
  };
  const sheet = rows.map(
    (row, at) => `<row r="${at + 1}">${row.map((it, column) => cell(it, at, column)).join('')}</row>`,
  );
  return archive({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${texts.map((it) => `<si><t>${it}</t></si>`).join('')}</sst>`,
  });
}

/** Readings of characters, written `飛車《ひしゃ》` in a message and shown above them. */

const MARKED = /([\p{Script=Han}々]+)《([^《》]+)》/u;

/** A text as plain text and characters with their reading, one after the other. */
export function partsOf(text: string): { text: string; reading: string | null }[] {
  const pieces = text.split(new RegExp(MARKED, 'gu'));
  // Text, then characters and their reading, then text again.
  return pieces.flatMap((piece, i) => {
    if (i % 3 === 2) return [];
    const reading = i % 3 === 1 ? (pieces[i + 1] ?? null) : null;
    return piece === '' ? [] : [{ text: piece, reading }];
  });
}

/** For where nothing can be shown above a text. */
export function withoutReadings(text: string): string {
  return partsOf(text)
    .map((part) => part.text)
    .join('');
}

export function WithReadings({ text }: { text: string }) {
  return (
    <>
      {partsOf(text).map(({ text: piece, reading }, i) =>
        reading === null ? (
          piece
        ) : (
          <ruby key={i}>
            {piece}
            <rp>（</rp>
            <rt>{reading}</rt>
            <rp>）</rp>
          </ruby>
        ),
      )}
    </>
  );
}

/** A sentence of a catalogue with a name in it, where the name is more than its letters. */

import type { ComponentChildren } from 'preact';

/** No name has this sign. */
const PLACE = '\u0001';

/** What stands before the name and behind it; a sentence that names nobody is all before. */
export function aroundName(sentence: (name: string) => string): [string, string] {
  const text = sentence(PLACE);
  const at = text.indexOf(PLACE);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

interface Props {
  of(name: string): string;
  /** What stands for the name. */
  children: ComponentChildren;
}

export function Sentence({ of, children }: Props) {
  const [before, behind] = aroundName(of);
  return (
    <>
      {before}
      {children}
      {behind}
    </>
  );
}

/** A text about a position, which is told once typing rests. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { TextField } from '../ui/text-field';

/** How long typing rests before what was typed is told. */
const REST_MS = 1_500;

interface Props {
  label: string;
  lines: number;
  maxLength: number;
  placeholder?: string;
  help?: string;
  /** Which position it is about, and what is said about it. */
  node: number;
  value: string;
  onTell(node: number, text: string): void;
}

export function ToldText({ node, value, onTell, ...field }: Props) {
  const typed = useSignal<{ node: number; text: string } | null>(null);
  const tell = () => {
    const said = typed.peek();
    typed.value = null;
    if (said) onTell(said.node, said.text);
  };
  useEffect(() => {
    if (!typed.value) return;
    const timer = setTimeout(tell, REST_MS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  return (
    <TextField
      {...field}
      value={typed.value?.node === node ? typed.value.text : value}
      onInput={(text) => {
        // What was typed at another move is sent first.
        if (typed.value && typed.value.node !== node) tell();
        typed.value = { node, text };
      }}
      onLeave={tell}
    />
  );
}

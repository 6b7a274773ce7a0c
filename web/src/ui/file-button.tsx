/**
 * A button by which files are chosen: the browser's own speaks the browser's language, not the
 * page's.
 */

import { useRef } from 'preact/hooks';
import { Icon } from './icon';
import { toast } from './toast';

/** What is wrong with a file, until another one is chosen. */
const ABOUT = 'file';

export const refuseFile = (text: string) => toast.say({ about: ABOUT, text, tone: 'bad' });

/** Another one is read: what was wrong with the last is no longer said. */
export const forgetFile = () => toast.forget(ABOUT);

interface Props {
  label: string;
  /** What the form calls it. */
  name?: string;
  /** Which files are offered, as in HTML. */
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  onChoose(files: File[]): void;
}

export function FileButton({ label, name, accept, multiple, disabled, onChoose }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" disabled={disabled ?? false} onClick={() => chooser.current?.click()}>
        <Icon name="plus" />
        {label}
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        name={name}
        accept={accept}
        multiple={multiple ?? false}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file, corrected, is a change again.
          event.currentTarget.value = '';
          if (files.length === 0) return;
          forgetFile();
          onChoose(files);
        }}
      />
    </>
  );
}

/**
 * A modal dialog on the browser's own `<dialog>`: focus stays inside and goes back, Escape closes
 * it.
 */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { Icon } from './icon';

interface Props {
  title: string;
  onClose(): void;
  /** `alert` for a short question. */
  size?: 'alert' | 'page';
  children: ComponentChildren;
}

export function Dialog({ title, onClose, size = 'page', children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before anything is painted: the next key must not fall on the page behind. However it goes, the
  // element that opened it has the keyboard back.
  const isGone = useRef(false);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      isGone.current = true;
      dialog?.close();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${size}`}
      aria-labelledby={id}
      onClose={() => {
        if (!isGone.current) onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) element.current?.close();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        // The Enter that opened a question is not its answer, however long it is held.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          {size === 'page' && (
            <button
              type="button"
              class="quiet square"
              aria-label={t().setup.close}
              onClick={() => element.current?.close()}
            >
              <Icon name="close" />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}

interface SureProps {
  title: string;
  /** What is done on yes, as a word on the button. */
  yes: string;
  /** What the other button says; without it, that one would rather not. */
  no?: string;
  onYes(): void;
  onClose(): void;
  children?: ComponentChildren;
}

/** A question before something that cannot be taken back. */
export function Sure({ title, yes, no, onYes, onClose, children }: SureProps) {
  return (
    <Dialog title={title} size="alert" onClose={onClose}>
      {children}
      <footer>
        <button
          type="button"
          class="danger"
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {yes}
        </button>
        <button type="button" onClick={onClose}>
          {no ?? t().game.cancel}
        </button>
      </footer>
    </Dialog>
  );
}

interface SureButtonProps extends Omit<SureProps, 'onClose'> {
  class?: string;
  /** What the button is called, if what it says is not enough. */
  label?: string;
}

/** A button for what cannot be taken back: it asks first. */
export function SureButton({ class: kind = 'quiet', label, ...sure }: SureButtonProps) {
  const asks = useSignal(false);
  return (
    <>
      <button
        type="button"
        class={kind}
        aria-label={label}
        onClick={() => {
          asks.value = true;
        }}
      >
        {sure.yes}
      </button>
      {asks.value && (
        <Sure
          {...sure}
          onClose={() => {
            asks.value = false;
          }}
        />
      )}
    </>
  );
}

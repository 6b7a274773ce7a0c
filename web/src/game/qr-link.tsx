/** A page's address as a QR code, to be shown, printed or put on a poster. */

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { t } from '../i18n/whole';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { late } from '../ui/late';

// It draws with a library of its own.
const QrCode = late(() => import('./qr-code').then((it) => it.QrCode));

interface Props {
  /** What the page is about. */
  title: string;
  /** Which page. */
  href: string;
}

export function QrButton({ title, href }: Props) {
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" class="quiet" onClick={() => (isOpen.value = true)}>
        <Icon name="board" />
        {t().game.qr}
      </button>
      {isOpen.value && <QrDialog title={title} href={href} onClose={() => (isOpen.value = false)} />}
    </>
  );
}

function QrDialog({ title, href, onClose }: Props & { onClose(): void }) {
  const words = t().qr;
  const address = new URL(href, location.href).href;
  const frame = useRef<HTMLDivElement>(null);
  return (
    <Dialog title={title} onClose={onClose}>
      <div ref={frame} class="qr-sheet">
        <QrCode text={address} label={t().game.qr} />
      </div>
      <p class="qr-address">{address}</p>
      <p class="note">{words.help}</p>
      <div class="row">
        <button type="button" class="primary" onClick={() => save(frame.current, href)}>
          <Icon name="download" />
          {words.download}
        </button>
      </div>
    </Dialog>
  );
}

/** Saves the picture as SVG, which prints sharply at any size. */
function save(frame: HTMLElement | null, href: string): void {
  const drawn = frame?.querySelector('svg');
  if (!drawn) return;
  const picture = drawn.cloneNode(true) as SVGElement;
  picture.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  // A printer knows none of the page's colours.
  picture.style.background = '#fff';
  picture.setAttribute('fill', '#000');
  picture.removeAttribute('class');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([picture.outerHTML], { type: 'image/svg+xml' }));
  link.download = `${href.split('/').filter(Boolean).at(-1) ?? 'qr'}-qr.svg`;
  link.click();
  URL.revokeObjectURL(link.href);
}

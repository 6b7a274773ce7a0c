/** A button that passes an address on: as the device shares things, else by copying it. */

import { t } from '../i18n/of-boards';
import { Icon } from './icon';
import { toast } from './toast';

interface Props {
  /** What is said with it. */
  title: string;
  /** Which page. */
  href: string;
  class?: string;
}

export function ShareButton({ title, href, class: name = '' }: Props) {
  return (
    <button type="button" class={name} onClick={() => void share(title, new URL(href, location.href).href)}>
      <Icon name="share" />
      {t().page.share}
    </button>
  );
}

/** The same for a menu that has it as one of its lines. */
export async function share(title: string, url: string): Promise<void> {
  if (navigator.share) {
    try {
      await navigator.share({ title, text: title, url });
      return;
    } catch (failure) {
      // A person who closes the sheet wants nothing more.
      if (failure instanceof DOMException && failure.name === 'AbortError') return;
    }
  }
  toast.show((await copied(url)) ? t().page.copied : url);
}

/** The clipboard needs a secure context, which a club's plain address is not. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'hidden-visually';
    document.body.append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    return isDone;
  }
}

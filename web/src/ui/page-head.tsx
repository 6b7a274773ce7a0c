/**
 * The head of a page that lists what people make: what it is, and the way to make one of one's own.
 */

import { isMember } from '../session';

interface Props {
  title: string;
  lead: string;
  /** Where a member makes one, and the word for it. */
  href: string;
  action: string;
  /** What guests are told instead. */
  signInFirst: string;
}

export function PageHead({ title, lead, href, action, signInFirst }: Props) {
  return (
    <header class="page-head">
      <div>
        <h1>{title}</h1>
        <p class="note">{lead}</p>
      </div>
      {isMember.value ? (
        <a class="button primary" href={href}>
          {action}
        </a>
      ) : (
        <p class="note">
          <a href="/account">{signInFirst}</a>
        </p>
      )}
    </header>
  );
}

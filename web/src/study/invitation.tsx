/** Somebody has come by a link that invites them into a study. */

import { t } from '../i18n';
import { isMember } from '../session';
import { Page } from '../ui/page';
import { Refused, useActing } from './acting';
import { joinStudy } from './study-api';

/** The secret of the link in the address, if there is one. */
export const askedLink = () => new URLSearchParams(location.search).get('join');

interface Props {
  code: string;
  link: string;
  /** What the study is called, where they may see it already. */
  title?: string;
  joined(): Promise<void>;
}

export function Invitation({ code, link, title, joined }: Props) {
  const words = t().study.invitation;
  const acting = useActing();
  const join = () =>
    acting.act(async () => {
      await joinStudy(code, link);
      // The secret does not stay in the address.
      history.replaceState(history.state, '', location.pathname);
      await joined();
    });
  return (
    <Page class="blank-page">
      <h1>{title ?? words.title}</h1>
      <p class="note">{words.lead}</p>
      <Refused of={acting} />
      {isMember.value ? (
        <button type="button" class="primary" disabled={acting.busy.value} onClick={() => void join()}>
          {words.join}
        </button>
      ) : (
        <a href="/account">{words.signInFirst}</a>
      )}
    </Page>
  );
}

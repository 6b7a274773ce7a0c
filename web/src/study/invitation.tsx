/**
 * Somebody is invited into a study: by a link, or by its owner, which every page of theirs shows.
 */

import { t } from '../i18n/whole';
import { isMember } from '../session';
import { Page } from '../ui/page';
import { toast } from '../ui/toast';
import type { StudyInvitation } from '../wire/generated';
import { Refused, useActing } from './acting';
import { acceptInvitation, declineInvitation, joinStudy, problemText } from './study-api';

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

/** What a study that somebody may not see yet says to those who are invited. */
export function PrivateInvitation({
  invitation,
  answered,
}: {
  invitation: StudyInvitation;
  answered(): Promise<void>;
}) {
  return (
    <Page class="blank-page">
      <h1>{invitation.title}</h1>
      <p class="note">{askedText(invitation)}</p>
      <StudyAnswer invitation={invitation} answered={answered} />
    </Page>
  );
}

/** On every page: a study asks for an answer. */
export function StudyInvitationBar({
  invitation,
  answered,
}: {
  invitation: StudyInvitation;
  answered(): Promise<void>;
}) {
  const words = t().study.invitation;
  const { study, title, by, is_broadcast } = invitation;
  return (
    <div class="banner agenda-bar" role="status">
      <a class="agenda-name" href={`/${is_broadcast ? 'broadcasts' : 'study'}/${study}`}>
        {words.bar(by.name, title)}
      </a>
      <StudyAnswer invitation={invitation} answered={answered} />
    </div>
  );
}

/** The two answers to it. */
export function StudyAnswer({
  invitation: { study },
  answered,
}: {
  invitation: StudyInvitation;
  answered(): Promise<void>;
}) {
  const words = t().tournaments.invitation;
  const say = async (answer: (code: string) => Promise<unknown>) => {
    try {
      await answer(study);
    } catch (problem) {
      toast.show(problemText(problem), 'bad');
    }
    await answered();
  };
  return (
    <div class="row">
      <button type="button" class="primary" name="accept" onClick={() => void say(acceptInvitation)}>
        {words.accept}
      </button>
      <button type="button" name="decline" onClick={() => void say(declineInvitation)}>
        {words.decline}
      </button>
    </div>
  );
}

function askedText({ by, role, is_broadcast }: StudyInvitation): string {
  const words = t().study.invitation;
  return is_broadcast && role === 'contributor' ? words.comments(by.name) : words.asked(by.name, role);
}

/** The page that the address asks for, when whoever asks may see it. */

import { type ComponentChildren, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { t } from './i18n';
import type { Row } from './router';
import { type Parts, route } from './router';
import { connection, isMember, user } from './session';
import { useLate } from './ui/late';
import { useLoaded } from './ui/loaded';
import { Blank, Busy, Failed } from './ui/page';

export function ShownPage() {
  const { row, parts, path } = route.value;
  const words = t();
  if (!row)
    return (
      <Blank title={words.page.notFound} text={words.page.notFoundHelp} href="/" to={words.game.toLobby} />
    );
  const { needs } = row;
  const gate = (children: ComponentChildren) => <Fragment key={path}>{children}</Fragment>;
  if (needs && 'role' in needs)
    return gate(<ForStaff row={row} parts={parts} role={needs.role} refused={needs.else(words)} />);
  const page = <Page row={row} parts={parts} />;
  return gate(needs ? <ForMembers why={needs.account(words)}>{page}</ForMembers> : page);
}

function Page({ row, parts }: { row: Row; parts: Parts }) {
  // As it was when the page was opened: one that arrives later must not begin anew.
  const [Ready] = useState(() => row.page);
  return Ready ? <Ready {...parts} /> : <Later load={row.load} parts={parts} />;
}

/** A page that is kept out of what everyone loads. */
function Later({ load, parts }: Pick<Row, 'load'> & { parts: Parts }) {
  const page = useLate(load, [load]);
  const Loaded = page.value;
  if (Loaded) return <Loaded {...parts} />;
  return page.state.is === 'busy' ? <Busy /> : <Failed again={page.again} />;
}

/** What takes an account: guests are shown the way to one. */
function ForMembers({ why, children }: { why: string; children: ComponentChildren }) {
  const words = t().account;
  // Who we are is known when the connection is there; a stranger is nobody even then.
  if (!user.value && connection.value !== 'open') return <Busy />;
  if (isMember.value) return <>{children}</>;
  return <Blank title={words.signIn} text={why} href="/account" to={words.title} />;
}

interface StaffProps {
  row: Row;
  parts: Parts;
  role: 'moderator' | 'admin';
  refused: string;
}

/** What takes a role, which the page is told too. */
function ForStaff({ row, parts, role, refused }: StaffProps) {
  const account = useLoaded(() => import('./account/account-api').then((it) => it.fetchAccount()));
  if (account.state.is === 'busy') return <Busy />;
  const own = account.value?.role ?? null;
  if (own === 'admin' || own === role) return <Page row={row} parts={{ ...parts, role: own }} />;
  return <Blank title={row.title?.(t(), parts) ?? ''} text={refused} />;
}

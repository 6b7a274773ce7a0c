/**
 * `/moderation`: open reports, what is in force, and, for admins, the site itself and what was
 * done.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from '../api/request';
import { t } from '../i18n/whole';
import { Noted } from '../ui/noted';
import { Page } from '../ui/page';
import type { Report, Sanction } from '../wire/generated';
import { Audit } from './moderation/audit';
import { Finder } from './moderation/finder';
import { NeedsFactor, needsFactor } from './moderation/needs-factor';
import { failed } from './moderation/parts';
import { Reports } from './moderation/reports';
import { Sanctions } from './moderation/sanctions';
import { SiteTerms } from './moderation/site-terms';

export function ModerationPage({ role }: { role?: string }) {
  return (
    <Page class="moderation-page">
      <h1>{t().site.moderation.title}</h1>
      <Desk admin={role === 'admin'} />
    </Page>
  );
}

function Desk({ admin }: { admin: boolean }) {
  const reports = useSignal<Report[]>([]);
  const sanctions = useSignal<Sanction[]>([]);
  const locked = useSignal(false);
  const load = () => {
    Promise.all([ask('GET', '/moderation/reports'), ask('GET', '/moderation/sanctions')]).then(
      ([open, inForce]) => {
        reports.value = open.reports;
        sanctions.value = inForce.sanctions;
      },
      (cause: unknown) => {
        if (needsFactor(cause)) locked.value = true;
        else failed();
      },
    );
  };
  useEffect(load, []);
  // What was just done stands at the head of the trail, which is read again.
  const n_done = useSignal(0);
  const onDone = () => {
    load();
    n_done.value++;
  };
  if (locked.value) return <NeedsFactor />;
  return (
    <>
      <Reports reports={reports.value} onDone={onDone} />
      <Finder onDone={onDone} />
      <Sanctions sanctions={sanctions.value} onDone={onDone} />
      {admin && (
        <p>
          <Noted>
            <a href="/admin">{t().admin.title}</a>
            <a href="/admin/accounts">{t().admin.accounts.title}</a>
            <a href="/admin/branding">{t().site.branding}</a>
          </Noted>
        </p>
      )}
      {admin && <SiteTerms />}
      {admin && <Audit key={n_done.value} />}
    </>
  );
}

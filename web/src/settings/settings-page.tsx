/** `/settings`: everything one can set, with an address of its own. */

import { useEffect } from 'preact/hooks';
import { PrivacyCard } from '../account/privacy-card';
import { t } from '../i18n/whole';
import { NoticesCard } from '../notices/notices-card';
import { Page } from '../ui/page';
import { SettingsForm } from './settings-form';
import { WhereKept } from './where-kept';

export function SettingsPage() {
  const words = t().settings;
  useEffect(() => {
    // The browser looked for what its address names before it was there.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <Page class="about-page settings-page">
      <section class="card">
        <h1>{words.title}</h1>
        <WhereKept />
        <SettingsForm heading="h2" />
      </section>
      <PrivacyCard />
      <NoticesCard />
    </Page>
  );
}

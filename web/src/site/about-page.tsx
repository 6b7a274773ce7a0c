/** `/privacy`, `/conduct`, `/contact` and `/source`: what everybody may know about the site. */

import { language, t } from '../i18n/whole';
import { Page } from '../ui/page';
import { site } from './site-api';

export function AboutPage({ topic }: { topic: string }) {
  const words = t().site;
  const title = words.pages[topic as keyof typeof words.pages];
  return (
    <Page class="about-page">
      <section class="card">
        <h1>{title}</h1>
        {topic === 'privacy' && words.privacy.map((line) => <p key={line}>{line}</p>)}
        {topic === 'contact' && <Contact />}
        {topic === 'source' && <Source />}
        {topic === 'conduct' && <Conduct />}
      </section>
    </Page>
  );
}

function Contact() {
  const words = t().site;
  const contact = site.value?.contact ?? '';
  if (!contact) return <p>{words.contactNone}</p>;
  return (
    <>
      <p>{words.contactLead}</p>
      <p>{/^[^\s@]+@[^\s@]+$/.test(contact) ? <a href={`mailto:${contact}`}>{contact}</a> : contact}</p>
    </>
  );
}

/** The site's own rules, in the reader's language or the first there is. */
function Conduct() {
  const said = site.value?.branding.conduct ?? [];
  const rules = said.find((it) => it.language === language.value) ?? said[0];
  if (!rules) return <p>{t().site.conductNone}</p>;
  return (
    <div class="prose" lang={rules.language}>
      {rules.text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

function Source() {
  const words = t().site;
  const known = site.value;
  if (!known) return null;
  return (
    <>
      <p>{words.sourceLead}</p>
      {/^https?:\/\//.test(known.source) ? (
        <p>
          <a href={known.source}>{words.sourceLink}</a>
        </p>
      ) : (
        <p>{words.sourceNone}</p>
      )}
      <p class="note">
        {words.version(known.version, known.commit ?? '')}
        {known.commit === null && ` ${words.commitUnknown}`}
      </p>
    </>
  );
}

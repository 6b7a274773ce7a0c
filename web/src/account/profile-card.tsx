/** What somebody says of themselves: a line on their page, and their strength until games say it. */

import { ask } from '../api/request';
import { t } from '../i18n/whole';
import { useLoaded } from '../ui/loaded';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import { AccountForm, said } from './account-form';
import { StrengthField, strengthOf } from './strength-field';

const ABOUT_SIGNS_MAX = 200;

export function ProfileCard() {
  const words = t().account;
  const profile = useLoaded(() => ask('GET', '/account/profile'), []);
  const known = profile.value;
  if (!known) return <section class="card" aria-busy={profile.state.is === 'busy'} />;
  const saved = () => toast.show(words.saved, 'good');
  return (
    <>
      <section class="card">
        <h2>{words.about.title}</h2>
        <AccountForm
          title={words.about.title}
          action={words.save}
          onSubmit={async (form) => {
            await ask('PUT', '/account/profile/about', { body: { about: said(form, 'about') } });
            saved();
          }}
        >
          <TextField
            label={words.about.label}
            help={words.about.help}
            name="about"
            lines={2}
            value={known.about}
            maxLength={ABOUT_SIGNS_MAX}
          />
        </AccountForm>
      </section>
      <section class="card">
        <h2>{words.strength.title}</h2>
        {known.may_declare ? (
          <AccountForm
            title={words.strength.title}
            action={words.save}
            onSubmit={async (form) => {
              await ask('PUT', '/account/profile/declared', { body: { declared: strengthOf(form) } });
              saved();
            }}
          >
            <StrengthField declared={known.declared} />
          </AccountForm>
        ) : (
          <p class="note">{words.strength.fixed}</p>
        )}
      </section>
    </>
  );
}

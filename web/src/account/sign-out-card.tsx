/** Ending this session, or all of them. */

import { t } from '../i18n/whole';
import { signOut, signOutEverywhere } from './account-api';
import { AccountForm, refused } from './account-form';
import { startAnew } from './stranger';

/** Whether programs lose their tokens with what else ends. */
export function ProgramsToo() {
  return (
    <div class="account-choices">
      <label>
        <input type="checkbox" name="programs" defaultChecked /> {t().account.programsToo}
      </label>
    </div>
  );
}

export function SignOutCard() {
  const words = t().account;
  return (
    <section class="card" aria-labelledby="sign-out-title">
      <h2 id="sign-out-title">{words.signOut}</h2>
      <button type="button" onClick={() => void signOut().then(startAnew, refused)}>
        {words.signOut}
      </button>
      <details>
        <summary>{words.everywhere}</summary>
        <AccountForm
          title={words.everywhere}
          action={words.signOutEverywhere}
          onSubmit={async (form) => {
            await signOutEverywhere(form.has('programs'));
            startAnew();
          }}
        >
          <ProgramsToo />
        </AccountForm>
      </details>
    </section>
  );
}

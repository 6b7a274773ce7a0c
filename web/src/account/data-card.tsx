/** What is kept of the owner of the account: taken along, or deleted. */

import { t } from '../i18n/whole';
import { deleteAccount } from './account-api';
import { AccountForm, PasswordNow, said } from './account-form';
import { startAnew } from './stranger';

export function DataCard() {
  const words = t().account.data;
  return (
    <section class="card" aria-labelledby="data-title">
      <h2 id="data-title">{words.title}</h2>
      <p class="note">{words.lead}</p>
      <ul class="account-list">
        <li>
          <a href="/api/v1/me/data.json" download>
            {words.account}
          </a>
        </li>
        <li>
          <a href="/api/v1/me/games.zip?format=kifu" download>
            {words.games}
          </a>
        </li>
        <li>
          <a href="/api/v1/me/imports.zip?format=kifu" download>
            {words.imports}
          </a>
        </li>
      </ul>
      <details>
        <summary>{words.delete}</summary>
        <AccountForm
          title={words.delete}
          action={words.delete}
          danger
          onSubmit={async (form) => {
            await deleteAccount(said(form, 'password'));
            startAnew();
          }}
        >
          <p>{words.deleteLead}</p>
          <div class="account-choices">
            <label>
              <input type="checkbox" name="sure" required /> {words.sure}
            </label>
          </div>
          <PasswordNow />
        </AccountForm>
      </details>
    </section>
  );
}

/** Freezes an account by the link of a letter that told its owner of a change. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { freezeAccount } from './account-api';
import { AccountForm } from './account-form';
import { Forgotten } from './forgotten';

/** A button, because some mail programs open every link of a letter by themselves. */
export function Freeze({ ticket, onDone }: { ticket: string; onDone(): void }) {
  const words = t().account.freeze;
  const frozen = useSignal(false);
  const recovering = useSignal(false);
  if (recovering.value) return <Forgotten onBack={onDone} />;
  return (
    <section class="card">
      <h1>{frozen.value ? words.done : words.title}</h1>
      {frozen.value ? (
        <>
          <p role="status">{words.doneLead}</p>
          <button
            type="button"
            class="primary"
            onClick={() => {
              recovering.value = true;
            }}
          >
            {t().account.forgotten.title}
          </button>
        </>
      ) : (
        <>
          <AccountForm
            title={words.title}
            action={words.freeze}
            danger
            problems={{ bad_ticket: words.tooLate }}
            onSubmit={async () => {
              await freezeAccount(ticket);
              frozen.value = true;
            }}
          >
            <p>{words.lead}</p>
          </AccountForm>
          <button type="button" class="quiet" onClick={onDone}>
            {words.itWasMe}
          </button>
        </>
      )}
    </section>
  );
}

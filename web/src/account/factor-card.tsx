/** The second step of signing in: turned on with an app, and off again. */

import { useSignal } from '@preact/signals';
import { labelled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { Sentence } from '../people/in-sentence';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import type { Account, FactorOffer } from '../wire/generated';
import { confirmFactor, lookAgain, proposeFactor, removeFactor, renewCodes } from './account-api';
import { AccountForm, PasswordNow, said } from './account-form';

export function FactorCard({ account, onChange }: { account: Account; onChange(account: Account): void }) {
  const words = t().account.factor;
  const offer = useSignal<FactorOffer | null>(null);
  const codes = useSignal<string[] | null>(null);
  const left = account.recovery_codes;
  return (
    <section class="card" aria-labelledby="factor-title">
      <h2 id="factor-title">{words.title}</h2>
      {codes.value ? (
        <Codes
          codes={codes.value}
          onNoted={() => {
            codes.value = null;
            void lookAgain(onChange);
          }}
        />
      ) : offer.value ? (
        <Confirm
          offer={offer.value}
          onDone={(shown) => {
            offer.value = null;
            codes.value = shown;
          }}
        />
      ) : left === null ? (
        <AccountForm
          title={words.title}
          action={words.turnOn}
          onSubmit={async (form) => {
            offer.value = await proposeFactor(said(form, 'password'));
          }}
        >
          <p class="note">{words.off}</p>
          <PasswordNow />
        </AccountForm>
      ) : (
        <>
          <p>{words.on(left)}</p>
          <details>
            <summary>{words.renew}</summary>
            <AccountForm
              title={words.renew}
              action={words.renew}
              onSubmit={async (form) => {
                codes.value = await renewCodes(said(form, 'password'), said(form, 'code'));
              }}
            >
              <PasswordNow />
              <CodeNow />
            </AccountForm>
          </details>
          <details>
            <summary>{words.turnOff}</summary>
            <AccountForm
              title={words.turnOff}
              action={words.turnOff}
              onSubmit={async (form) => {
                await removeFactor(said(form, 'password'), said(form, 'code'));
                toast.show(words.turnedOff, 'good');
                await lookAgain(onChange);
              }}
            >
              <PasswordNow />
              <CodeNow />
            </AccountForm>
          </details>
        </>
      )}
    </section>
  );
}

/** Who knows the password alone changes nothing. */
function CodeNow() {
  const words = t().account.factor;
  return (
    <TextField
      exact
      label={words.code}
      help={words.codeHelp}
      name="code"
      autocomplete="one-time-code"
      required
    />
  );
}

function Confirm({ offer, onDone }: { offer: FactorOffer; onDone(codes: string[]): void }) {
  const words = t().account.factor;
  return (
    <>
      <p>{words.scan}</p>
      <QrCode rows={offer.qr} label={words.picture} />
      <p>
        <Sentence of={(key) => labelled(words.key, key)}>
          <code class="factor-key">{offer.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </Sentence>
      </p>
      <AccountForm
        title={words.confirm}
        action={words.confirm}
        onSubmit={async (form) => onDone(await confirmFactor(said(form, 'code')))}
      >
        <TextField exact label={words.code} name="code" autocomplete="one-time-code" required />
      </AccountForm>
    </>
  );
}

/** Dark on light whatever the theme is, with the margin that readers of such pictures need. */
function QrCode({ rows, label }: { rows: string[]; label: string }) {
  const size = rows.length + 8;
  const path = rows
    .flatMap((row, y) => [...row].map((dark, x) => (dark === '1' ? `M${x + 4} ${y + 4}h1v1h-1z` : '')))
    .join('');
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function Codes({ codes, onNoted }: { codes: string[]; onNoted(): void }) {
  const words = t().account.factor;
  return (
    <>
      <h3>{words.recovery}</h3>
      <p>{words.recoveryLead}</p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button type="button" onClick={onNoted}>
        {words.noted}
      </button>
    </>
  );
}

/** How the site is run just now: announcement, read only, invitations. */

import { useSignal } from '@preact/signals';
import { ask } from '../../api/request';
import { t } from '../../i18n/whole';
import { toast } from '../../ui/toast';
import { loadSite, site } from '../site-api';
import { failed, Part } from './parts';

export function SiteTerms() {
  const words = t().site.moderation;
  const code = useSignal<string | null>(null);
  const known = site.value;
  return (
    <Part title={words.site}>
      {known && (
        <form
          class="site-form"
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            const body = { banner: String(form.get('banner')), read_only: form.has('read_only') };
            ask('POST', '/admin/site', { body }).then(() => {
              loadSite();
              toast.show(words.imposed, 'good');
            }, failed);
          }}
        >
          <label class="field">
            <span class="label">{words.banner}</span>
            <input type="text" name="banner" maxLength={300} defaultValue={known.banner} />
          </label>
          <label class="check">
            <input type="checkbox" name="read_only" defaultChecked={known.read_only} /> {words.readOnly}
          </label>
          <button type="submit" class="primary">
            {words.save}
          </button>
        </form>
      )}
      <div class="entry">
        <button
          type="button"
          onClick={() =>
            void ask('POST', '/admin/invitations').then((made) => {
              code.value = made.code;
            }, failed)
          }
        >
          {words.invite}
        </button>
        {code.value ? <code>{code.value}</code> : <span class="note">{words.inviteHelp}</span>}
      </div>
    </Part>
  );
}

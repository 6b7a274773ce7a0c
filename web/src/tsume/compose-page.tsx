/**
 * `/tsume/compose`: a tsume of one's own, set up by hand, and everything that is wrong with it;
 * drafts are kept, and proposed when they are sound.
 */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { problemText, settled } from '../api/request';
import { lineText } from '../board/words';
import { createEditor } from '../editor/editor-store';
import { Box, EditorTable, Hands, Text, Tools } from '../editor/editor-table';
import { t } from '../i18n/whole';
import { isMember, theSocket } from '../session';
import { fromSfen } from '../shogi/position';
import { useLoaded } from '../ui/loaded';
import { toast } from '../ui/toast';
import type { Composition, TsumeExamination } from '../wire/generated';
import { Faults } from './faults';
import { OwnCompositions } from './own-compositions';
import { editDraft, examine, keepDraft, ownCompositions } from './tsume-api';

const EMPTY = '4k4/9/9/9/9/9/9/9/9 b - 1';

/** What came of asking about a position. */
type Told = { of: string; found: TsumeExamination } | { of: string; problem: string };

export function ComposePage() {
  const words = t().training.compose;
  const asked = useMemo(() => new URLSearchParams(location.search), []);
  const store = useMemo(() => createEditor(theSocket(), 'standard', asked.get('sfen') ?? EMPTY), []);
  useEffect(() => store.close, [store]);
  const sfen = store.sfen.value;
  /** The draft on the board. */
  const draft = useSignal(asked.get('draft'));
  const own = useLoaded(ownCompositions, [isMember.value]);
  useEffect(() => {
    // The address leads here again.
    const query = new URLSearchParams(draft.value === null ? { sfen } : { sfen, draft: draft.value });
    history.replaceState(history.state, '', `/tsume/compose?${query}`);
  }, [sfen, draft.value]);
  const saving = useSignal(false);
  const saveProblem = useSignal('');
  const save = async () => {
    if (saving.value) return;
    saving.value = true;
    // What was deleted or proposed meanwhile is kept as a draft of its own.
    const known = own.value?.compositions.find((it) => it.id === draft.value && it.state === 'draft');
    const kept = await settled(
      known ? editDraft(known.id, sfen).then(() => ({ id: known.id })) : keepDraft(sfen),
    );
    saving.value = false;
    saveProblem.value = kept.ok ? '' : problemText(kept.problem);
    if (kept.ok) {
      draft.value = kept.value.id;
      toast.show(words.saved, 'good');
    }
    await own.again();
  };
  const begin = () => {
    draft.value = null;
    store.read(EMPTY);
  };
  const edit = (composition: Composition) => {
    draft.value = composition.id;
    store.read(composition.sfen);
    scrollTo({ top: 0 });
  };
  const busy = useSignal(false);
  const told = useSignal<Told | null>(null);
  const check = async () => {
    if (busy.value) return;
    busy.value = true;
    const asked = await settled(examine(sfen));
    busy.value = false;
    told.value = asked.ok
      ? { of: sfen, found: asked.value }
      : { of: sfen, problem: problemText(asked.problem) };
  };
  const isStale = told.value !== null && told.value.of !== sfen;
  return (
    <EditorTable store={store}>
      <section class="card trainer-head">
        <h1>{words.title}</h1>
        <p class="note">{words.lead}</p>
      </section>
      <section class="card trainer-panel">
        <Box store={store} />
        <Tools store={store} />
      </section>
      <section class="card trainer-panel">
        <div class="row">
          <button type="button" class="primary" name="check" aria-disabled={busy.value} onClick={check}>
            {words.check}
          </button>
          {isMember.value && (
            <>
              <button type="button" name="save" aria-disabled={saving.value} onClick={() => void save()}>
                {words.save}
              </button>
              <button type="button" name="new" class="quiet" onClick={begin}>
                {words.begin}
              </button>
            </>
          )}
        </div>
        {saveProblem.value && (
          <p class="warning" role="alert">
            {saveProblem.value}
          </p>
        )}
        <div class="compose-told" role="status">
          {busy.value ? (
            words.checking
          ) : isStale ? (
            words.stale
          ) : told.value && 'found' in told.value ? (
            <Verdict found={told.value.found} />
          ) : (
            told.value?.problem
          )}
        </div>
        <Hands store={store} />
        <Text store={store} />
        <p>
          <a href="/tsume">{t().training.tsume.all}</a>
        </p>
      </section>
      {isMember.value ? (
        <OwnCompositions list={own} onBoard={draft.value} onEdit={edit} />
      ) : (
        <section class="card trainer-panel">
          <p class="note">
            <a href="/account">{words.needsAccount}</a>
          </p>
        </section>
      )}
    </EditorTable>
  );
}

function Verdict({ found }: { found: TsumeExamination }) {
  const words = t().training.compose;
  const start = fromSfen('standard', found.sfen);
  return (
    <>
      <Faults found={found} start={start} />
      {found.solution.length > 0 && (
        <>
          <h2>{words.solution}</h2>
          <p>{lineText(start, found.solution)}</p>
        </>
      )}
      {found.themes.length > 0 && (
        <ul class="tsume-themes" aria-label={t().training.tsume.theme}>
          {found.themes.map((theme) => (
            <li key={theme}>{t().training.tsume.themes[theme]}</li>
          ))}
        </ul>
      )}
    </>
  );
}

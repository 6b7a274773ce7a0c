/** `/tsume/compose`: a tsume of one's own, set up by hand, and everything that is wrong with it. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { problemText, settled } from '../api/request';
import { createEditor } from '../editor/editor-store';
import { Box, EditorTable, Hands, Text, Tools } from '../editor/editor-table';
import { lineText } from '../game/words';
import { t } from '../i18n';
import { theSocket } from '../session';
import { fromSfen } from '../shogi/position';
import type { TsumeExamination } from '../wire/generated';
import { Faults } from './faults';
import { examine } from './tsume-api';

const EMPTY = '4k4/9/9/9/9/9/9/9/9 b - 1';

/** What came of asking about a position. */
type Told = { of: string; found: TsumeExamination } | { of: string; problem: string };

export function ComposePage() {
  const words = t().training.compose;
  const store = useMemo(() => {
    const asked = new URLSearchParams(location.search).get('sfen');
    return createEditor(theSocket(), 'standard', asked ?? EMPTY);
  }, []);
  useEffect(() => store.close, [store]);
  const sfen = store.sfen.value;
  useEffect(() => {
    // The address leads here again.
    history.replaceState(history.state, '', `/tsume/compose?${new URLSearchParams({ sfen })}`);
  }, [sfen]);
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
        </div>
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

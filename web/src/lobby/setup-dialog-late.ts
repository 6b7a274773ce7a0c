/**
 * The dialog for setting up a game, loaded when it is first opened: nobody's first page needs it.
 */

import { lateBoard } from '../ui/late';

export const SetupDialog = lateBoard(() => import('./setup-dialog').then((it) => it.SetupDialog));

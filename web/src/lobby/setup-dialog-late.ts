/**
 * The dialog for setting up a game, loaded when it is first opened: nobody's first page needs it.
 */

import { late } from '../ui/late';

export const SetupDialog = late(() => import('./setup-dialog').then((it) => it.SetupDialog));

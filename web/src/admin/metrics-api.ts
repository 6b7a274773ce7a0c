/** How the server is and was in the last hour: `/api/v1/admin/metrics`. */

import { ask } from '../api/request';

/** The metrics, with the readings after that moment. */
export const fetchMetrics = (afterMs: number) =>
  ask('GET', '/admin/metrics', { query: { after_ms: afterMs } });

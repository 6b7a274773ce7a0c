/** What is decided about a board of a broadcast, as a form has it. */

import { localTime } from '../ui/draft-table';
import type { AnnouncedKind, BroadcastBoard, NewBoard, VariantName } from '../wire/generated';

export interface BoardDraft {
  sente: string;
  gote: string;
  senteGrade: string;
  goteGrade: string;
  round: string;
  timeKind: AnnouncedKind | 'none';
  mainMinutes: number;
  perMove: number;
  /** As `datetime-local` has it; '' where it begins with the broadcast. */
  starts: string;
  variant: string;
  /** '' for none, 'sfen' for a position of one's own. */
  handicap: string;
  sfen: string;
  source: string;
  /** The tournament, the game of it and the entry of sente that the board shows; '' for none. */
  event: string;
  eventGame: string;
  eventSente: string;
}

/** The choice of a position of one's own. */
export const OWN = 'sfen';

export function boardDraft(of?: BroadcastBoard): BoardDraft {
  const time = of?.announced.time;
  return {
    sente: of?.names.sente ?? '',
    gote: of?.names.gote ?? '',
    senteGrade: of?.announced.grades?.sente ?? '',
    goteGrade: of?.announced.grades?.gote ?? '',
    round: of?.round ?? '',
    timeKind: time?.kind ?? 'none',
    mainMinutes: time ? time.main_s / 60 : 60,
    perMove: time?.per_move_s ?? 60,
    starts: of?.starts_ms === undefined ? '' : localTime(of.starts_ms),
    variant: of?.variant ?? 'standard',
    handicap: '',
    sfen: '',
    source: of?.source?.address ?? '',
    event: of?.event?.tournament ?? '',
    eventGame: of?.event?.game ?? '',
    eventSente: of?.event?.sente ?? '',
  };
}

export function boardOf(draft: BoardDraft): NewBoard {
  const { sente, gote, senteGrade, goteGrade, round, timeKind, mainMinutes, perMove } = draft;
  const time =
    timeKind === 'none'
      ? {}
      : {
          time: {
            kind: timeKind,
            main_s: Math.round(mainMinutes * 60),
            per_move_s: timeKind === 'sudden_death' ? 0 : perMove,
          },
        };
  return {
    names: { sente, gote },
    announced: { grades: { sente: senteGrade, gote: goteGrade }, ...time },
    round,
    starts_ms: draft.starts === '' ? null : new Date(draft.starts).getTime(),
    variant: draft.variant as VariantName,
    handicap: draft.handicap === OWN ? '' : draft.handicap,
    sfen: draft.handicap === OWN ? draft.sfen : null,
    source: draft.source.trim() || null,
    event: draft.eventGame
      ? { tournament: draft.event, game: draft.eventGame, sente: draft.eventSente }
      : null,
  };
}

/**
 * Every code that the server may send has its words: where one is missing, this does not compile.
 */

import type {
  CommandRefusal,
  Illegal,
  PositionProblem,
  Reason,
  TextProblem,
  TsumeFault,
  TsumeTheme,
  Unrated,
} from '../wire/generated';
import type { Catalogue } from './made/catalogue';

type Says<Code extends string, Words extends Readonly<Record<Code, string>>> = Words;

export type Covered = [
  Says<Reason, Catalogue['result']['reasons']>,
  Says<Illegal, Catalogue['result']['illegal']>,
  Says<Unrated, Catalogue['result']['unrated']>,
  Says<Exclude<CommandRefusal, Illegal>, Catalogue['refusals']>,
  Says<PositionProblem, Catalogue['positionProblems']>,
  Catalogue['archive']['wrong'][TextProblem],
  Catalogue['training']['tsume']['themes'][TsumeTheme],
  Catalogue['training']['compose']['faults'][Exclude<TsumeFault['t'], 'illegal'>],
];

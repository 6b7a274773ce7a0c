/** Words about the accounts of programs, Japanese. */
import type { bots as English } from './en';

export const bots: typeof English = {
  title: 'ボット',
  lead: 'ほかの方が動かしているプログラムです。ふつうに対局を申し込めます。接続中のものが先に並びます。',
  none: 'プログラムはまだいません。',
  mark: 'BOT',
  markTitle: 'プログラムが指すアカウントです',
  own: '自分のプログラムも参加できます。アカウントのページでボットにして、トークンを作ってください。',
  become: 'プログラム用のアカウント',
  becomeLead:
    'このアカウントでは、lishogiのボットAPIかWebSocketを使うプログラムが指します。全員にBOTと表示され、元には戻せません。最初の対局の前にだけ変更できます。',
  becomeSure: 'このアカウントをずっとプログラム用にします',
  becomeDo: 'ボットにする',
  done: 'このアカウントはボットになりました。',
};

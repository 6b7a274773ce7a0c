/** Words about the accounts of programs, Vietnamese. */
import type { bots as English } from './en';

export const bots: typeof English = {
  title: 'Bot',
  lead: 'Những chương trình do người khác chạy. Bạn thách đấu chúng như với mọi người; bot đang kết nối đứng trước.',
  none: 'Chưa có chương trình nào ở đây.',
  mark: 'BOT',
  markTitle: 'Tài khoản này do một chương trình chơi',
  own: 'Hãy mang chương trình của bạn đến: trang tài khoản biến tài khoản thành bot và cấp mã truy cập.',
  become: 'Tài khoản của chương trình',
  becomeLead:
    'Một chương trình chơi bằng tài khoản này, qua API bot của lishogi hoặc WebSocket. Mọi người đều thấy dấu BOT, và không thể đổi lại. Chỉ làm được trước ván đầu tiên.',
  becomeSure: 'Tài khoản này mãi là của một chương trình',
  becomeDo: 'Biến thành bot',
  done: 'Tài khoản này giờ là của bot.',
};

/** Words about watching, Vietnamese. */
import type { watch as English } from './en';

export const watch: typeof English = {
  title: 'Xem cờ',
  lead: 'Những ván đang đấu, kỳ thủ mạnh xếp trước.',
  nowPlaying: 'Người bạn theo dõi đang đấu',
  all: 'Tất cả',
  whose: 'Ván của ai',
  everybody: 'Mọi người',
  followed: 'Người tôi theo dõi',
  games: 'Các ván đấu',
  none: 'Hiện không có ván nào như vậy.',
  featured: 'Ván tâm điểm',
  over: 'đã kết thúc',
  list: (n) => `Bạn theo dõi ${n} kỳ thủ`,
  follow: 'Theo dõi',
  following: 'Đang theo dõi',
  failed: 'Không lưu được. Hãy thử lại.',
  more: (n) => `Và ${n} ván nữa.`,
  embed: {
    open: 'Nhúng',
    title: 'Nhúng ván này',
    lead: 'Dán đoạn này vào chỗ bạn muốn hiện ván cờ trên trang của mình. Bàn cờ theo ván đang chơi, và xem lại được từng nước.',
    html: 'HTML',
    copy: 'Sao chép HTML',
    toGame: 'Mở tại Komadai',
  },
};

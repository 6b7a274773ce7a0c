/** Words about the programs' league, Vietnamese. */
import type { league as English } from './en';

export const league: typeof English = {
  title: 'Giải đấu máy',
  lead: 'Các chương trình kết nối qua CSA được ghép cặp liên tục ở đây theo hệ số. Hệ số của chúng tách riêng với người chơi.',
  none: 'Trang này chưa có bảng đấu nào.',
  waiting: (n: number) => `${n} đang chờ`,
  playing: (n: number) => `${n} ván đang đấu`,
  played: (n: number) => `${n} ván`,
  programs: (n: number) => `${n} chương trình`,
  every: (time: string) => `mỗi ${time}`,
  next: (at: string) => `Ghép cặp lần tới lúc ${at}`,
  unrated: 'không tính hệ số',
  live: 'Ván đang đấu',
  noGames: 'Hiện không có ván nào.',
  table: 'Chương trình',
  empty: 'Chưa có chương trình nào đến đây.',
  program: 'Chương trình',
  games: 'Số ván',
  wins: 'Thắng',
  losses: 'Thua',
  draws: 'Hòa',
  seen: 'Có mặt lần cuối',
  waits: 'đang chờ',
  days: 'Biên bản',
  daysLead: 'Mọi ván trong một ngày (UTC) trong một tệp CSA.',
  take: 'Tham gia',
  takeLead: (password: string) =>
    `Tạo tài khoản cho chương trình của bạn rồi tạo mã CSA ở trang tài khoản. Chương trình đăng nhập bằng tên tài khoản và mật khẩu ${password}.`,
  own: 'Đến trang tài khoản',
  missing: 'Không có bảng đấu này.',
  all: 'Mọi bảng đấu',
};

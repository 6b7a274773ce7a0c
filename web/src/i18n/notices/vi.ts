import type { NoticeWords } from './en';

export const notices: NoticeWords = {
  title: 'Khi bạn vắng mặt',
  lead: 'Khi bạn đang mở Komadai, chỉ trang này báo cho bạn, không có email hay thông báo nào khác.',
  needsAccount: 'Hãy đăng nhập để được báo về lời thách đấu, vòng đấu và lượt đi khi bạn vắng mặt.',
  kind: 'Nội dung',
  kinds: {
    challenge: 'Lời thách đấu và lời mời dự giải',
    round: 'Vòng đấu của giải bạn dự',
    turn: 'Đến lượt bạn đi',
  },
  channels: { mail: 'Qua email', push: 'Trên trình duyệt' },
  cell: (kind, channel) => `${kind}: ${channel.toLowerCase()}`,
  noMail: 'Máy chủ này không gửi email.',
  noAddress: 'Muốn nhận email, hãy thêm địa chỉ.',
  giveAddress: 'Thêm địa chỉ',
  allow: 'Bật thông báo trên trình duyệt này',
  stop: 'Tắt thông báo trên trình duyệt này',
  browsers: (n) =>
    n === 0 ? 'Chưa bật thông báo trên trình duyệt nào.' : `Đã bật thông báo trên ${n} trình duyệt.`,
  impossible: 'Trình duyệt này không nhận được thông báo, hoặc trang chưa được cài xong trên trình duyệt.',
  blocked: 'Trình duyệt đang chặn thông báo của trang này. Hãy cho phép trong cài đặt của trình duyệt.',
  failed: 'Không thực hiện được. Hãy thử lại sau giây lát.',
  off: {
    title: 'Ngừng nhận email',
    asking: 'Xin chờ một chút…',
    done: {
      challenge: 'Bạn sẽ không nhận email về lời thách đấu và lời mời nữa.',
      round: 'Bạn sẽ không nhận email về các vòng đấu nữa.',
      turn: 'Bạn sẽ không nhận email báo đến lượt nữa.',
    },
    bad: 'Đường dẫn này không đầy đủ. Hãy mở lại từ trong email.',
    settings: 'Mọi cài đặt',
  },
};

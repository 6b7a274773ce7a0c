import type { NoticeWords } from './en';

export const notices: NoticeWords = {
  title: 'Khi bạn vắng mặt',
  lead: 'Khi bạn đang mở Komadai, chỉ trang này báo cho bạn, không có thư hay thông báo nào khác.',
  needsAccount: 'Hãy đăng nhập để được báo về lời thách đấu, vòng đấu và lượt đi khi bạn vắng mặt.',
  kind: 'Nội dung',
  kinds: {
    challenge: 'Lời thách đấu và lời mời dự giải',
    round: 'Vòng đấu của giải bạn dự',
    turn: 'Đến lượt bạn đi',
  },
  channels: { mail: 'Qua thư', push: 'Trên trình duyệt' },
  cell: (kind, channel) => `${kind}: ${channel.toLowerCase()}`,
  noMail: 'Máy chủ này không gửi thư.',
  noAddress: 'Muốn nhận thư, bạn cần có địa chỉ thư điện tử.',
  giveAddress: 'Thêm địa chỉ',
  allow: 'Báo cho tôi trên trình duyệt này',
  stop: 'Ngừng báo trên trình duyệt này',
  browsers: (n) => (n === 0 ? 'Chưa có trình duyệt nào được báo.' : `Bạn được báo trên ${n} trình duyệt.`),
  impossible: 'Trình duyệt này không nhận được thông báo, hoặc trang chưa được cài xong trên trình duyệt.',
  blocked: 'Trình duyệt đang chặn thông báo của trang này. Hãy cho phép trong cài đặt của trình duyệt.',
  failed: 'Chưa được. Hãy thử lại sau giây lát.',
  off: {
    title: 'Ngừng nhận thư',
    asking: 'Xin chờ một chút…',
    done: {
      challenge: 'Bạn sẽ không nhận thư về lời thách đấu và lời mời nữa.',
      round: 'Bạn sẽ không nhận thư về các vòng đấu nữa.',
      turn: 'Bạn sẽ không nhận thư báo đến lượt nữa.',
    },
    bad: 'Đường dẫn này không đầy đủ. Hãy mở lại từ trong thư.',
    settings: 'Mọi cài đặt',
  },
};

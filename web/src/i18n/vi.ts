import { account } from './account/vi';
import { admin } from './admin/vi';
import { archiveWords } from './archive/vi';
import { boardWords } from './board/vi';
import { bots } from './bots/vi';
import { challenges } from './challenges/vi';
import { clubs } from './clubs/vi';
import { editor } from './editor/vi';
import type { Catalogue } from './en';
import { league } from './league/vi';
import { notices } from './notices/vi';
import { outcomesWords } from './outcomes/vi';
import { problems } from './problems/vi';
import { players } from './ratings/players-vi';
import { ratings } from './ratings/vi';
import { review } from './review/vi';
import { setupWords } from './setup/vi';
import { site } from './site/vi';
import { tournaments } from './tournaments/vi';
import { training } from './training/vi';
import { variantWords } from './variants/vi';
import { watch } from './watch/vi';

/** Tiếng Việt. Từ ngữ về luật theo cách dùng của CLB Shogi Việt Nam. */
export const vi: Catalogue = {
  nav: {
    menu: 'Menu',
    archive: 'Kỳ phổ của tôi',
    review: 'Phân tích ván cờ',
    watch: 'Xem cờ',
    settings: 'Cài đặt',
    skip: 'Đến nội dung chính',
    home: 'Komadai, về trang đầu',
    players: 'Kỳ thủ',
    games: 'Tìm ván đấu',
    play: 'Chơi',
    learn: 'Học',
    tools: 'Công cụ',
    community: 'Cộng đồng',
    lessons: 'Bài học',
    account: 'Tài khoản',
    own: {
      menu: (name) => `${name}: các trang của bạn`,
      profile: 'Trang của tôi',
      games: 'Ván đấu của tôi',
      reviews: 'Bài phân tích của tôi',
      notices: 'Thông báo',
      server: 'Máy chủ',
      reports: (n) => `${n} báo cáo chưa xử lý`,
    },
  },

  account,
  admin,

  bots,
  editor,
  league,

  ratings,
  variantWords,
  review,
  watch,
  tournaments,
  clubs,

  challenges,

  notices,

  players,

  problems,

  site,

  training,

  connection: {
    connecting: 'Đang kết nối…',
    open: 'Đã kết nối',
    lost: 'Mất kết nối, đang thử lại…',
    outdated: 'Đã có phiên bản mới. Hãy tải lại trang.',
    reload: 'Tải lại',
    lag: (ms) => `Độ trễ ${ms} ms`,
  },

  lobby: {
    title: 'Chơi shogi',
    lead: 'Shogi là môn cờ của Nhật Bản. Komadai là bàn cờ miễn phí cho mọi người: đấu với bất kỳ ai, với bạn bè hoặc với máy, từ ván đầu tiên đến giải đấu.',
    begin: 'Mới biết shogi? Bắt đầu từ đây',
    quick: 'Ván nhanh',
    custom: 'Tự chọn thiết lập…',
    friend: 'Chơi với bạn bè',
    engine: 'Chơi với máy',
    joinLabel: 'Đường dẫn hoặc mã ván cờ',
    join: 'Vào ván',
    joinBad: 'Đó không phải đường dẫn hay mã của ván cờ nào.',
    seeks: 'Lời mời đang chờ',
    noSeeks: 'Hiện chưa có ai chờ. Hãy mời một ván: mọi người sẽ thấy ở đây.',
    games: 'Ván đang đấu',
    online: (n) => `${n} người đang trực tuyến`,
    play: 'Chơi',
    cancel: 'Hủy lời mời',
    waiting: 'Đang chờ đối thủ…',
    acceptLabel: (name) => `Chơi với ${name}`,
    started: 'Ván cờ của bạn đã bắt đầu.',
    goThere: 'Đến bàn cờ',
    mine: 'Ván của bạn',
    backTo: (side) => `Về bàn cờ (${side})`,
    moves: (n) => `${n} nước`,
    theySit: (side) => `đối thủ: ${side}`,
    time: {
      minutes: (n) => `${n} phút`,
      seconds: (n) => `${n} giây`,
      after: (n) => `rồi ${n} giây/nước`,
      each: 'mỗi nước',
      plus: (n) => `+ ${n} giây/nước`,
    },
    daily: 'Bài tsume hôm nay',
    dailyHelp: 'Bạn cầm bên dưới: nước nào cũng phải chiếu, cho đến khi chiếu hết Vua.',
    around: {
      next: 'Giải đấu sắp tới',
      noneNext: 'Chưa có giải đấu nào.',
      hold: 'Tổ chức một giải',
      running: 'đang diễn ra',
      found: 'Lập câu lạc bộ',
      noClubs: 'Chưa có câu lạc bộ nào.',
      ladder: 'Kỳ thủ hàng đầu',
      noLadder: 'Hãy chơi ván tính Elo để có tên ở đây.',
      all: 'Tất cả',
    },
    meanwhile: 'Trong lúc chờ, thử giải một bài tsume',
    watchAll: 'Mọi ván đang diễn ra',
  },

  ...setupWords,

  ...boardWords,

  ...outcomesWords,

  settings: {
    title: 'Cài đặt',
    board: 'Bàn cờ và quân cờ',
    boardLabel: 'Bàn cờ',
    boards: {
      kaya: 'Gỗ kaya',
      shinkaya: 'Gỗ sáng shin-kaya',
      keyaki: 'Gỗ sẫm keyaki',
      washi: 'Giấy washi',
      tatami: 'Chiếu tatami',
      slate: 'Đá phiến',
      night: 'Ban đêm',
    },
    pieces: 'Quân cờ',
    faceSets: {
      kanji2: 'Hai chữ Hán',
      kanji1: 'Một chữ Hán',
      bold: 'Chữ Hán đậm',
      contrast: 'Đen trắng',
      international: 'Chữ cái quốc tế (K, R, B)',
      vietnamese: 'Chữ cái Việt (V, X, Tg)',
      emblems: 'Biểu tượng',
      animals: 'Con vật',
    },
    moveMarks: 'Hiện cách đi trên quân cờ',
    markModes: { auto: 'Tùy bộ quân', on: 'Luôn hiện', off: 'Không hiện' },
    promotedRed: 'Mặt quân phong cấp màu đỏ',
    notation: 'Cách ghi nước đi',
    notations: {
      auto: 'Theo ngôn ngữ',
      vietnamese: 'Việt Nam (Xx24)',
      japanese: 'Nhật Bản (2四飛)',
      western_digits: 'Phương Tây, số (Rx24)',
      western_letters: 'Phương Tây, chữ (Rx2d)',
      csa: 'CSA (+2824HI)',
      usi: 'USI (2h2d)',
    },
    coordinates: 'Tọa độ quanh bàn cờ',
    animation: 'Hiệu ứng đi quân',
    showDests: 'Hiện các ô có thể đi',
    confirmMoves: 'Xác nhận nước đi',
    zen: 'Chế độ tập trung (Zen): chỉ bàn cờ và đồng hồ',
    sound: 'Âm thanh',
    volume: 'Âm lượng',
    pieceSound: 'Tiếng đặt quân',
    pieceSounds: { wood: 'Tiếng gỗ', soft: 'Tiếng êm', none: 'Không' },
    checkSound: 'Báo chiếu',
    bells: 'Khi bắt đầu, kết thúc và có đề nghị',
    seconds: 'Đếm giây byoyomi',
    secondsModes: { spoken: 'Đọc', beeps: 'Tiếng bíp', off: 'Im lặng' },
    counting: 'Cách đếm',
    countings: { up: 'Đếm lên như ở Nhật', down: 'Đếm lùi theo đồng hồ' },
    voices:
      'Khi trình duyệt không có giọng đọc: HTS Voice “Mei” (Viện Công nghệ Nagoya, CC BY 3.0), CMU Flite, eSpeak NG.',
    secondsFor: 'Đếm cho',
    secondsForOptions: { mine: 'Của tôi', both: 'Cả hai' },
    secondsTest: 'Nghe thử',
    notifications: 'Thông báo khi đến lượt tôi',
    notificationsBlocked: 'Trình duyệt không cho phép trang này gửi thông báo.',
    play: 'Khi chơi',
    theme: 'Giao diện',
    themes: { auto: 'Tự động', light: 'Sáng', dark: 'Tối' },
    language: 'Ngôn ngữ',
    close: 'Xong',
  },

  ...archiveWords,

  design: {
    title: 'Thiết kế',
    lead: 'Mọi thành phần của giao diện trong mọi trạng thái.',
    colours: 'Màu sắc',
    type: 'Chữ',
    space: 'Khoảng cách',
    controls: 'Nút và ô nhập',
    icons: 'Biểu tượng',
    pieces: 'Quân cờ',
    board: 'Các trạng thái của bàn cờ',
    sizes: 'Các bàn cờ',
    clocks: 'Đồng hồ',
    table: 'Quanh bàn cờ',
    notice: 'Một thông báo',
    badNotice: 'Một lời từ chối',
    dialog: 'Một câu hỏi',
  },

  fields: {
    missing: 'Vui lòng điền vào ô này.',
    tooShort: (n) => `Cần ít nhất ${n} ký tự.`,
    noAddress: 'Địa chỉ này không đúng.',
    wrong: 'Không đọc được nội dung này.',
    showPassword: 'Hiện mật khẩu',
  },

  embed: {
    of: {
      game: {
        help: 'Sao chép đoạn mã để hiện ván này trong trang khác',
        title: 'Nhúng ván này',
        lead: 'Dán đoạn mã này vào chỗ bạn muốn hiện ván cờ trên trang của mình. Bàn cờ theo ván đang chơi, và xem lại được từng nước.',
      },
      tournament: {
        help: 'Sao chép đoạn mã để hiện bảng xếp hạng này trong trang khác',
        title: 'Nhúng bảng xếp hạng này',
        lead: 'Dán đoạn mã này vào chỗ bạn muốn hiện bảng xếp hạng trên trang của mình. Bảng được cập nhật theo giải.',
      },
    },
    copy: 'Nhúng',
    open: 'Mở trên Komadai',
    html: 'Đoạn mã để sao chép',
    copyLines: 'Sao chép HTML',
  },
  because: (sentence, cause) => `${sentence} (${cause})`,

  page: {
    loading: 'Đang tải…',
    failed: 'Không tải được trang này',
    failedHelp: 'Hiện không kết nối được máy chủ, hoặc máy chủ đang quá tải.',
    again: 'Thử lại',
    notFound: 'Không tìm thấy trang',
    notFoundHelp: 'Có thể địa chỉ bị sai.',
    share: 'Chia sẻ',
    copied: 'Đã sao chép địa chỉ.',
    print: 'In',
  },
};

import type { TournamentWords } from '../en';

export const why: TournamentWords['why'] = {
  ask: 'Vì sao?',
  of: (a, b) => `Vì sao ${a} gặp ${b}?`,
  ofBye: (name) => `Vì sao ${name} được miễn đấu?`,
  plan: 'Thể thức này xếp cặp theo lịch định sẵn: bốc thăm, bảng vòng tròn hoặc nhánh đấu quyết định ai gặp ai.',
  ordered: 'Ban tổ chức đã chỉ định cặp này.',
  score: (name, points) => `Trước vòng này ${name} có ${points} điểm.`,
  same: (points) => `Trước vòng này cả hai cùng có ${points} điểm.`,
  different: (a, x, b, y) => `Trước vòng này ${a} có ${x} điểm, ${b} có ${y} điểm.`,
  against: 'Những quy tắc mà cặp này chưa thỏa',
  nothingAgainst: 'Cặp này thỏa mọi quy tắc xếp cặp.',
  ruledOut: 'Những người không thể gặp',
  kept: (name, others, why) => `${name}: ${others} (${why})`,
  keptBy: {
    forbidden: 'ban tổ chức cấm cặp',
    repeat: 'đã gặp nhau',
    colour_limit: 'lệch tiên hậu quá nhiều',
    colour_row: 'ba ván liền cùng một bên',
  },
  byeOrder: 'Có người bằng điểm mà thứ tự hạt giống thấp hơn.',
  costs: {
    forbidden: 'Ban tổ chức đã cấm cặp này, nhưng không còn cách xếp nào khác.',
    bye_again: 'Người này đã từng được điểm mà không đấu, hoặc đã bỏ ván.',
    repeat: 'Hai người đã gặp nhau, nhưng không còn cách xếp nào khác.',
    bye_high: 'Có người ít điểm hơn.',
    colour_limit: 'Số ván cầm tiên và cầm hậu lệch quá hai.',
    colour_row: 'Có người cầm cùng một bên ba ván liền.',
    score: 'Hai người không bằng điểm.',
    level: 'Chênh lệch điểm nằm trên nhóm điểm thấp nhất.',
    club: 'Hai người cùng câu lạc bộ.',
    float: 'Gần đây có người đã gặp đối thủ khác nhóm điểm.',
    colour: 'Có người không được cầm bên lẽ ra đến lượt mình.',
    order: 'Khoảng cách trình độ không đúng nửa nhóm điểm.',
  },
  rules: {
    forbidden: 'cặp bị cấm',
    bye_again: 'miễn đấu lần hai',
    repeat: 'gặp lại đối thủ cũ',
    bye_high: 'miễn đấu phải dành cho người thấp điểm nhất',
    colour_limit: 'cân bằng tiên hậu',
    colour_row: 'cùng bên nhiều ván liền',
    score: 'bằng điểm',
    level: 'chênh lệch nên ở nhóm thấp',
    club: 'cùng câu lạc bộ',
    float: 'gặp khác nhóm điểm liên tiếp',
    colour: 'bên đến lượt cầm',
    order: 'thứ tự trình độ',
  },
  otherwise: 'Nếu không có cặp này, vòng đấu sẽ là',
  byeFor: (name) => `${name} miễn đấu`,
  worse: (rule) => `Xét chung thì kém hơn ở quy tắc: ${rule}.`,
  how: 'Cả vòng được xếp cùng một lúc sao cho, xét lần lượt từng quy tắc, số cặp chưa thỏa là ít nhất.',
};

export const repair: TournamentWords['repair'] = {
  warned: (what) => `Lưu ý: ${what}`,
  help: 'Chọn hai người sẽ gặp nhau. Ván đang đấu của họ bị hủy; hai người mất đối thủ sẽ gặp nhau.',
  pairs: 'Khi đó các cặp là:',
  alone: (name) => `${name} không có ván nào`,
};

export const orders: TournamentWords['orders'] = {
  title: 'Chỉ định cho các vòng sau',
  kinds: { pair: 'Hai người này gặp nhau', forbid: 'Hai người này không gặp nhau', bye: 'Miễn đấu cho' },
  pair: (round, a, b) => `Vòng ${round}: ▲ ${a} – △ ${b}`,
  forbid: (a, b) => `Không gặp nhau: ${a} – ${b}`,
  bye: (round, name) => `Vòng ${round}: ${name} miễn đấu`,
};

export const preview: TournamentWords['preview'] = {
  good: 'Không cặp nào có điểm trở ngại lớn.',
  warned: (n) => `${n} cặp có điểm trở ngại lớn.`,
  change: 'Muốn đổi, hãy ấn định hoặc cấm cặp đấu ở dưới; các cặp khác được xếp lại.',
};

export const grid: TournamentWords['grid'] = {
  title: (round) => `Kết quả vòng ${round}`,
  help: 'Bấm vào người thắng, hoặc dùng phím: 1 Tiên thắng, 0 Hậu thắng, = hòa; ↑ và ↓ để đổi bàn.',
  wins: (winner, loser) => `${winner} thắng ${loser}`,
  draw: (a, b) => `${a} và ${b} hòa`,
  correct: (a, b) => `Sửa kết quả ván ${a} – ${b}`,
};

export const paper: TournamentWords['paper'] = {
  title: 'Bản in cho phòng đấu',
  sheets: {
    boards: 'Cặp đấu theo bàn',
    names: 'Cặp đấu theo tên',
    chart: 'Bảng treo tường',
    slips: 'Phiếu kết quả',
    cards: 'Thẻ tên',
  },
  opponent: 'Đối thủ',
  signatures: 'Chữ ký:',
};

export const hall: TournamentWords['hall'] = {
  said: (by, time) => `– ${by}, ${time}`,
  earlier: (n) => `${n} thông báo trước`,
  report: 'Kết quả ván của bạn',
  iWon: 'Tôi thắng',
  iLost: 'Tôi thua',
  reports: (name, outcome) => `${name} báo: ${outcome}.`,
  waitsForOther: 'Kết quả được tính khi đối thủ hoặc trọng tài xác nhận.',
  call: 'Gọi trọng tài',
  why: 'Về việc gì? (không bắt buộc)',
  called: 'Bạn đã gọi trọng tài.',
  takeBack: 'Không cần nữa',
  calls: 'Có người gọi trọng tài',
  answered: 'Xong',
  announce: 'Thông báo cho mọi người',
  announcement: 'Thông báo',
  announceHelp: 'Hiện ở đầu trang này. Kỳ thủ không có mặt được nhắc là có thông báo.',
  tell: 'Gửi thông báo',
};

export const bringIn: TournamentWords['bringIn'] = {
  list: 'Thêm cả danh sách',
  members: (club) => `Thêm hội viên ${club}`,
  listHelp:
    'Chép các dòng từ bảng tính, hoặc chọn tệp CSV. Nếu dòng đầu là tên cột (họ tên, đẳng cấp, Elo, CLB, đội, họ, tên gọi, quốc tịch, tài khoản), thứ tự cột tùy ý; nếu không: họ tên, đẳng cấp, Elo, CLB.',
  paste: 'Mỗi dòng một kỳ thủ',
  file: 'Chọn tệp CSV',
  found: (n) => `Có thể thêm ${n} kỳ thủ`,
  enter: (n) => `Thêm ${n} kỳ thủ`,
  done: (n) => `Đã thêm hoặc mời ${n} kỳ thủ`,
  tooMany: (n) => `Mỗi lần thêm nhiều nhất ${n} kỳ thủ.`,
  membersHelp: 'Hội viên có tài khoản sẽ được mời và vào giải khi nhận lời; những người khác được thêm ngay.',
  allThere: 'Mọi hội viên đều đã vào giải.',
  wrong: {
    nobody: () => 'thiếu tên',
    long: (it) => `“${it}” dài quá 60 ký tự`,
    grade: (it) => `“${it}” không phải đẳng cấp; hãy viết như 5k hoặc 1d`,
    number: (it) => `“${it}” không phải số nguyên`,
    nationality: (it) => `“${it}” không phải mã quốc tịch; hãy dùng hai chữ, như VN`,
    entered: () => 'đã vào giải',
    twice: () => 'có hai lần trong danh sách',
  },
};

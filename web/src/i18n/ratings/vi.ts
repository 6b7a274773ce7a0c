import type { RatingWords } from './en';

const DIGITS = ['', 'nhất', 'nhị', 'tam', 'tứ', 'ngũ', 'lục', 'thất', 'bát', 'cửu'];

/** As grades are counted: 15 is thập ngũ, 21 is nhị thập nhất. */
function ordinal(n: number): string {
  const tens = Math.floor(n / 10);
  const words = [tens > 1 ? DIGITS[tens] : '', tens > 0 ? 'thập' : '', DIGITS[n % 10]];
  const said = words.filter(Boolean).join(' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export const ratings: RatingWords = {
  // §6 Never "Nhất đẳng".
  grade: (n, dan) => (dan ? `${n === 1 ? 'Sơ' : ordinal(n)} đẳng` : `${ordinal(n)} cấp`),
  noGrade: 'Chưa có đẳng cấp',
  rating: 'Elo',
  provisional: 'tạm thời',
  unrated: 'chưa có Elo',
  declared: (grade) => `tự khai ${grade}`,
  declaredLabel: 'Trình độ của bạn?',
  declaredHelp: 'Chỉ để đặt Elo ban đầu. Đẳng cấp phải giành được qua các ván đấu.',
  declaredNone: 'Tôi mới chơi, hoặc chưa rõ',
  rated: 'Tính Elo',
  notRated: 'Không tính Elo',
  ratedGame: 'Ván tính Elo',
  ratedHelp: 'Kết quả làm thay đổi Elo của cả hai bên; không được rút lại nước đi.',
  ratedNeedsAccount: 'Hãy đăng ký để chơi ván tính Elo.',
  ratedNotSo:
    'Ván bắt đầu từ thế cờ tự chọn, thời gian hai bên khác nhau hoặc chấp nhiều hơn 6 quân thì không tính Elo.',
  changed: (change) => `Elo ${change}`,
  awarded: (grade) => `Bạn đã đạt ${grade}!`,
  suggested: 'Chấp theo chênh lệch đẳng cấp',
  wants: 'Đối thủ',
  ratingMin: 'Elo từ',
  ratingMax: 'Elo đến',
  gradeMin: 'Đẳng cấp từ',
  gradeMax: 'Đẳng cấp đến',
  anyGrade: 'không hạn chế',
  wanted: (text) => `dành cho ${text}`,
  speeds: { bullet: 'Siêu chớp', blitz: 'Cờ chớp', rapid: 'Cờ nhanh', classical: 'Cờ chậm' },
};

import type { VariantPageWords } from './en';

export const vi: Record<string, VariantPageWords> = {
  standard: {
    origin: [
      'Shogi bắt nguồn từ cờ Ấn Độ và đã có ở Nhật Bản từ thế kỷ XI. Khi có luật thả quân bị bắt, khoảng năm trăm năm trước, nó mang hình dạng ngày nay.',
    ],
    rules: [
      'Chiếu hết Vua đối phương. Quân bắt được là của mình: thay vì đi, có thể thả nó xuống một ô trống.',
      'Quân đi vào, đi ra hoặc đi trong ba hàng cuối thì được phong cấp: lật mặt.',
      'Không thả Tốt thứ hai trên cùng một cột, không thả Tốt chiếu hết, không thả quân vào chỗ không bao giờ đi được.',
      'Một thế cờ lặp lại lần thứ tư thì ván dừng; bên chiếu suốt sẽ thua.',
    ],
  },
  annan: {
    origin: ['Một biến thể lâu đời và quen thuộc ở Nhật, dùng đúng bàn, quân và đồng hồ của shogi.'],
    rules: [
      'Quân có quân mình đứng ngay sau lưng thì đi, ăn và chiếu như quân ấy, không còn như chính nó. Quân địch đứng sau không có tác dụng.',
      'Chỉ tính quân đứng sau là quân gì, không tính nước nó đang mượn. Vua cũng cho mượn và được mượn: Vua đứng trước Xe thì đi như Xe.',
      'Ăn mất quân đứng sau làm quân đứng trước đổi cách đi: có thể thành chiếu hoặc giải chiếu.',
      'Phong cấp tính theo chính quân đó và không bao giờ bắt buộc. Quân được đứng ở chỗ tự nó không đi được.',
      'Luật Hai Tốt chỉ cấm khi thả. Không thả Tốt ngay trước Vua nếu làm đối phương hết nước đi.',
      'Tốt trước Tượng và Xe xuất phát cao hơn một hàng. Còn lại như shogi.',
    ],
  },
  check: {
    origin: ['Shogi thêm một cách thắng. Trên mạng đã có giải riêng; nó dạy ta nhìn ra mọi nước chiếu.'],
    rules: [
      'Mọi thứ như shogi, nhưng ai chiếu trước là thắng: bằng nước đi, nước thả, phong cấp hay chiếu mở, dù quân chiếu có thể bị ăn.',
      'Nước chiếu phải hợp lệ: không được để Vua mình bị chiếu.',
      'Thả Tốt chiếu là thắng, chiếu hết hay không cũng vậy. Hai Tốt trên một cột vẫn bị cấm.',
    ],
  },
  sho: {
    origin: [
      'Sho shogi, “shogi nhỏ”, được chơi trước khi có luật thả quân. Túy tượng đứng trước Vua cho tới thế kỷ XVI, khi một vị thiên hoàng được cho là đã bỏ nó khỏi bàn.',
    ],
    rules: [
      'Quân bị bắt ra khỏi ván: không thả quân.',
      'Túy tượng phong thành Thái tử, một vị Vua thứ hai. Bên nào bị chiếu hết hoặc mất Vua hay Thái tử cuối cùng thì thua.',
      'Bên chỉ còn lại Vua thì thua. Vùng phong cấp là ba hàng cuối.',
    ],
  },
  cannon: {
    origin: ['Biến thể hiện đại đưa pháo của cờ tướng vào shogi, thành bốn loại, làm ra để chơi trên mạng.'],
    rules: [
      'Mỗi bên có bốn Pháo. Pháo nhảy qua đúng một quân, của bên nào và là quân gì cũng được; quân bị nhảy qua không bị ăn.',
      'Pháo vàng đi như Xe, Pháo đồng đi như Tượng, nhưng cả hai chỉ ăn khi nhảy qua một quân. Pháo bạc và Pháo sắt cả khi đi cũng phải nhảy.',
      'Pháo đã phong cấp thì bay: có thêm nước ngắn theo các hướng còn lại.',
      'Tốt đi một ô tới trước hoặc sang ngang. Được có hai Tốt trên một cột, thả Tốt chiếu hết cũng được.',
      'Vua bị Pháo chiếu khi giữa hai quân có đúng một quân. Chèn thêm một quân hoặc rút quân ấy đi thì hết bị chiếu.',
    ],
  },
  heian_dai: {
    origin: [
      'Được nhắc tới trong một cuốn sách đầu thế kỷ XII, đại shogi thời Heian thuộc những loại shogi xưa nhất được biết. Luật được dựng lại từ đoạn văn ngắn ấy.',
    ],
    rules: [
      'Mười ba cột và hàng, mỗi bên 34 quân. Quân bị bắt không trở lại.',
      'Vào ba hàng cuối thì phong cấp; phần lớn thành Vàng, Phi long thành Long mã.',
      'Chiếu hết là thắng. Bên chỉ còn lại Vua cũng thua.',
    ],
  },
  chu: {
    origin: [
      'Chu shogi (trung tướng kỳ) là loại cờ hàng đầu trong cung đình và chùa chiền từ thế kỷ XIV tới XVI, và chưa bao giờ mất hẳn. Ngày nay có một liên đoàn ở Nhật gìn giữ.',
    ],
    rules: [
      'Mười hai cột và hàng, mỗi bên 46 quân thuộc 21 loại, không thả quân: quân bị bắt là mất.',
      'Sư tử được đi hai bước trong một nước: sang ô kề, ăn quân ở đó rồi đi tiếp; nhờ vậy nó ăn hai quân, ăn rồi quay về chỗ cũ (igui), hoặc đứng yên (jitto). Nó cũng nhảy thẳng tới mọi ô cách hai ô.',
      'Giác ưng có sức mạnh này theo hướng thẳng tới, Phi thứu theo hai đường chéo tới.',
      'Sư tử được ăn Sư tử ở ô kề. Ở cách hai ô, chỉ được ăn khi Sư tử ấy không được bảo vệ, hoặc khi cùng nước đó ăn thêm trên đường một quân không phải Bộ binh hay Trọng nhân.',
      'Khi một quân không phải Sư tử vừa ăn Sư tử, nước đáp lại không được dùng quân không phải Sư tử để ăn Sư tử ở chỗ khác.',
      'Được phong cấp khi đi vào bốn hàng cuối, hoặc khi ăn quân bằng nước bắt đầu hay kết thúc trong đó. Bộ binh và Hương xa còn được phong ở hàng cuối cùng. Không bao giờ bắt buộc.',
      'Vua và Thái tử là quân chủ: bên mất quân chủ cuối cùng thì thua. Không có luật cấm để Vua bị tấn công.',
      'Bên chỉ còn Vua trơ trọi thì thua nếu đối phương còn nhiều hơn Vua và Tốt. Lặp lại bốn lần: bên tấn công suốt sẽ thua. Được đề nghị hòa.',
    ],
  },
  minishogi: {
    origin: ['Được tìm lại, hay phát minh, khoảng năm 1970 ở Osaka. Ngắn, sắc, và có đủ mọi thứ của shogi.'],
    rules: [
      'Mỗi bên có Vua, Xe, Tượng, Vàng, Bạc và một Tốt. Chỉ hàng cuối là vùng phong cấp.',
      'Thả quân như shogi. Lặp lại lần thứ tư thì bên đi trước thua, trừ khi bên kia chiếu suốt.',
    ],
  },
  kyoto: {
    origin: ['Do Tamiya Katsuya nghĩ ra năm 1976. Năm phút một ván, và không ai thuộc hết được.'],
    rules: [
      'Trừ Vua, quân nào cũng có hai mặt và cứ đi là lật: Tokin và Thương, Bạc và Tượng, Vàng và Mã, Tốt và Xe.',
      'Quân đi theo mặt đang ngửa trước nước đi, và tấn công theo mặt ngửa sau nước đi.',
      'Quân bắt được thả xuống với mặt nào cũng được. Tốt được đứng ở mọi cột, thả Tốt chiếu hết cũng được.',
      'Quân không đi được thì đứng yên tại chỗ. Một thế cờ lặp lại lần thứ ba là hòa.',
    ],
  },
  tori: {
    origin: [
      'Tori shogi, shogi của loài chim, tương truyền do Toyota Genryū hoặc thầy ông là Ōhashi Sōei làm ra khoảng năm 1799. Đây là một trong ít biến thể cổ có thả quân.',
    ],
    rules: [
      'Bằng (phượng hoàng) là Vua. Các chim Én đứng đối mặt ngay từ đầu, mỗi bên có một con đã tiến lên.',
      'Chỉ Ưng và Én phong cấp, ở hai hàng cuối, và ở đó bắt buộc.',
      'Hai con Cút khác nhau: trái và phải đối xứng như trong gương. Chữ 左 và 右 trên quân cho biết con nào.',
      'Mỗi cột được có nhiều nhất hai Én của mình. Không thả Én ở hàng cuối, không thả Én chiếu hết.',
      'Thế cờ lặp lại lần thứ tư thì bên vừa đi nước lặp thua, trừ khi bên kia chiếu suốt.',
    ],
  },
  gorogoro_plus: {
    origin: [
      'Hiệp hội kỳ thủ nữ Nhật Bản làm cho trẻ em, nằm giữa cờ thú và shogi; đây là bản thứ hai, có thêm hai quân.',
    ],
    rules: [
      'Năm cột, sáu hàng. Mỗi bên có Vua, hai Vàng, hai Bạc, ba Tốt, và cầm sẵn một Mã, một Thương trên tay.',
      'Hai hàng cuối là vùng phong cấp. Tốt, Thương, Mã phải phong ở chỗ không đi tiếp được.',
      'Thả quân như shogi: không có Tốt thứ hai trên một cột, không thả Tốt chiếu hết.',
    ],
  },
  dobutsu: {
    origin: ['Nữ kỳ thủ Kitao Madoka thiết kế năm 2008, tranh của Fujita Maiko. Trẻ em học trong một phút.'],
    rules: [
      'Bắt sư tử, hoặc đưa sư tử của mình tới hàng cuối mà không bị bắt lại.',
      'Dấu trên quân cho biết nó đi đâu. Gà con tới hàng cuối thì thành gà mái.',
      'Thú bị bắt đổi phe và được đặt xuống ô trống bất kỳ. Một thế cờ lặp lại lần thứ ba là hòa.',
    ],
  },
};

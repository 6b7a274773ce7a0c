import type { CourseWords } from './en';

export const vi: CourseWords = {
  chapters: {
    pieces: 'Các quân cờ',
    rules: 'Luật chơi',
    castles: 'Xây thành',
    table: 'Bên bàn cờ',
    heian: 'Heian dai shogi',
    variants: 'Các loại shogi khác',
  },
  lessons: {
    board: {
      title: 'Bàn cờ',
      text: [
        'Bàn cờ có 9 × 9 ô. Quân của hai bên cùng màu và cùng hình dạng: phân biệt bằng hướng mũi nhọn. Quân của bạn hướng lên trên, về phía đối phương.',
        'Mỗi bên có 20 quân: hàng trước là 9 Tốt; hàng giữa có Tượng bên trái và Xe bên phải; hàng cuối có Vua ở chính giữa, hai bên là Vàng, Bạc, Mã và Thương.',
        'Cột được đánh số từ 1 đến 9 từ phải sang trái, hàng từ 1 đến 9 từ trên xuống: ô 76 nằm ở cột 7, hàng 6. Trong phần cài đặt, bạn có thể chọn quân cờ có chữ cái, hoặc có mũi tên chỉ cách đi.',
      ],
      tasks: [
        'Những quân hướng xuống dưới là của ai?',
        'Quân nào đứng chính giữa hàng cuối của bạn?',
        'Quân nào của bạn đứng ở ô 28?',
      ],
      options: [
        ['Của tôi', 'Của đối phương', 'Của người mạnh hơn'],
        ['Vàng', 'Xe', 'Vua'],
        ['Xe', 'Tượng', 'Tốt'],
      ],
    },
    king: {
      title: 'Vua',
      text: [
        'Vua (王, 玉) đi và ăn quân 1 ô theo mọi hướng.',
        'Ai không cứu được Vua nữa thì thua. Mọi quân khác đều có thể thí.',
      ],
      tasks: ['Đưa Vua đi qua mọi ô được đánh dấu.'],
    },
    rook: {
      title: 'Xe',
      text: [
        'Xe (飛) đi ngang hoặc dọc bao nhiêu ô tùy ý, miễn là không bị chặn.',
        'Muốn ăn quân, hãy đi vào ô mà quân đối phương đang đứng. Quân bắt được sẽ nằm trên tay bạn để dùng về sau.',
      ],
      tasks: ['Đến cả hai ô được đánh dấu trong hai nước.', 'Bắt cả hai Tốt trong hai nước.'],
    },
    bishop: {
      title: 'Tượng',
      text: ['Tượng (角) đi theo bốn đường chéo bao nhiêu ô tùy ý, miễn là không bị chặn.'],
      tasks: ['Đến cả hai ô được đánh dấu trong hai nước.', 'Bắt Tốt và Bạc trong ba nước.'],
    },
    gold: {
      title: 'Vàng',
      text: [
        'Tướng vàng (金) đi 1 ô về mọi hướng, trừ hai nước chéo về sau: tổng cộng 6 cách đi.',
        'Vàng giữ Vua tốt nhất và không bao giờ phong cấp.',
      ],
      tasks: ['Đến cả hai ô được đánh dấu trong ba nước.'],
    },
    silver: {
      title: 'Bạc',
      text: [
        'Tướng bạc (銀) đi 1 ô theo bốn đường chéo và 1 ô thẳng về phía trước: tổng cộng 5 cách đi.',
        'Bạc không đi ngang và không lùi thẳng. Bạc tấn công giỏi vì dễ rút về.',
      ],
      tasks: ['Đến mọi ô được đánh dấu trong ba nước.'],
    },
    knight: {
      title: 'Mã',
      text: [
        'Mã (桂) đi hình chữ L như Mã trong cờ vua, nhưng chỉ tiến lên phía trước: 2 cách đi.',
        'Mã là quân duy nhất nhảy qua được đầu quân khác.',
      ],
      tasks: ['Nhảy qua các Tốt đến cả hai ô được đánh dấu.'],
    },
    lance: {
      title: 'Thương',
      text: ['Thương (香) tiến thẳng bao nhiêu ô tùy ý và không bao giờ lùi.'],
      tasks: ['Bắt quân Tốt.'],
    },
    pawn: {
      title: 'Tốt',
      text: ['Tốt (歩) tiến thẳng 1 ô và cũng ăn thẳng, không ăn chéo như trong cờ vua.'],
      tasks: ['Tiến lên và bắt quân Tốt.'],
    },
    promotion: {
      title: 'Phong cấp',
      text: [
        'Ba hàng xa nhất, tức trại của đối phương, là vùng phong cấp. Quân đi vào, đi ra hoặc đi bên trong vùng này được phong cấp, tức là lật mặt.',
        'Bạc (全), Mã (圭), Thương (杏) và Tốt (と, tokin) khi đã phong cấp thì đi như Vàng. Xe thành Xe rồng (竜), Tượng thành Tượng rồng (馬): giữ cách đi cũ và đi thêm được như Vua.',
        'Tốt và Thương đến hàng xa nhất, Mã đến một trong hai hàng xa nhất thì bắt buộc phong cấp. Quân bị bắt trở lại mặt chưa phong cấp.',
      ],
      tasks: [
        'Đưa Tốt vào vùng phong cấp và phong cấp.',
        'Đưa Xe đến các ô được đánh dấu: phong cấp trên đường đi, rồi dùng nước đi mới của nó.',
        'Quân nào không bao giờ phong cấp?',
      ],
      options: [['Vua và Vàng', 'Tốt và Thương', 'Xe và Tượng']],
    },
    drops: {
      title: 'Thả quân',
      text: [
        'Quân bắt được là của bạn: nó nằm trên tay bạn, ở dạng chưa phong cấp.',
        'Đến lượt, thay vì đi quân, bạn có thể thả một quân trên tay vào bất kỳ ô trống nào. Nước thả không ăn quân và không được phong cấp ngay.',
      ],
      tasks: ['Thả Mã để bắt đôi Xe và Tượng.', 'Thả Vàng chiếu hết Vua.'],
    },
    forbidden: {
      title: 'Những nước thả bị cấm',
      text: [
        'Hai Tốt (nifu): không thả Tốt vào cột đã có một Tốt chưa phong cấp của mình.',
        'Thả Tốt chiếu hết (uchifuzume): không được thả Tốt để chiếu hết ngay. Thả Tốt để chiếu thì được, chiếu hết bằng Tốt đã có sẵn trên bàn cờ cũng được.',
        'Không thả quân vào nơi nó không bao giờ đi được nữa.',
      ],
      tasks: ['Thả Tốt để dọa bắt một trong hai quân.', 'Chiếu hết Vua.', 'Không được thả Mã ở đâu?'],
      options: [['Chỉ ở hàng xa nhất', 'Ở hai hàng xa nhất', 'Ở mọi ô trong vùng phong cấp']],
    },
    check: {
      title: 'Chiếu',
      text: [
        'Nước dọa bắt Vua gọi là chiếu (王手). Bên bị chiếu phải cứu Vua ngay: bắt quân đang chiếu, chạy Vua, hoặc chặn đường chiếu.',
        'Mã chiếu thì không chặn được.',
      ],
      tasks: ['Bạn đang bị chiếu. Hãy tìm cách thoát.', 'Mã đang chiếu. Hãy cứu Vua.'],
    },
    mate: {
      title: 'Chiếu hết',
      text: ['Vua bị chiếu mà không có cách nào cứu là bị chiếu hết (詰み), ván cờ kết thúc.'],
      tasks: ['Chiếu hết trong một nước.', 'Chiếu hết trong một nước.', 'Chiếu hết trong một nước.'],
    },
    mino: {
      title: 'Thành Mino',
      text: [
        'Trước khi giao chiến, hãy đưa Vua vào nơi an toàn. Thành Mino (美濃囲い) đi với khai cuộc Chấn Phi Xa (đưa Xe sang cánh trái): xây nhanh và vững ở mặt bên.',
      ],
      tasks: ['Hãy xây thành: Xe đến 68, Vua đến 28, Bạc đến 38, hai Vàng ở 49 và 58.'],
    },
    yagura: {
      title: 'Thành Yagura',
      text: [
        'Thành Yagura (矢倉囲い) vững ở mặt trước: Vua, hai Vàng và một Bạc đứng như một tháp canh. Ở đây hai bên đã đổi Tượng.',
      ],
      tasks: ['Hãy xây thành: Vua đến 88, hai Vàng đến 78 và 67, Bạc đến 77.'],
    },
    anaguma: {
      title: 'Thành Anaguma',
      text: [
        'Anaguma (穴熊), “gấu trong hang”, giấu Vua vào góc bàn cờ. Xây lâu nhưng rất chắc. Ở đây hai bên đã đổi Tượng.',
      ],
      tasks: ['Hãy xây thành: Thương đến 98, Vua đến 99, Bạc đến 88, hai Vàng đến 79 và 78.'],
    },
    etiquette: {
      title: 'Nghi thức',
      text: [
        'Trước ván, hai bên cúi chào: onegaishimasu (お願いします). Bên thua nói makemashita (負けました), nghĩa là “Tôi xin thua”. Sau ván, hai bên cảm ơn nhau: arigatō gozaimashita (ありがとうございました).',
        'Không được giấu hay che quân trên tay. Không bắt buộc phải hô “chiếu”.',
      ],
      tasks: ['Bạn thấy mình sắp bị chiếu hết. Cư xử thế nào cho đẹp?', 'Quân bắt được đặt ở đâu?'],
      options: [
        ['Ngồi chờ hết giờ', 'Đề nghị hòa', 'Lịch sự xin thua'],
        ['Trên komadai ở bên phải, ai cũng thấy', 'Nắm kín trong tay', 'Cất vào hộp'],
      ],
    },
    handicaps: {
      title: 'Cờ chấp',
      text: [
        'Người mạnh hơn (bên chấp, uwate) bỏ bớt quân của mình: Thương, Tượng, Xe, rồi 2, 4, 6 quân hoặc nhiều hơn.',
        'Bên chấp đi trước. Ở ván không chấp, hai bên tung quân cờ (furigoma): tung năm Tốt để chọn bên.',
      ],
      tasks: ['Trong ván cờ chấp, ai đi trước?'],
      options: [['Bên nhận chấp', 'Bên chấp', 'Tung quân cờ để chọn']],
    },
    byoyomi: {
      title: 'Byoyomi',
      text: [
        'Khi hết thời gian chính, mỗi nước có một số giây riêng và được đếm thành tiếng: byoyomi (秒読み). Số giây còn thừa không được giữ lại.',
        'Hết số giây ấy mà chưa đi là thua.',
      ],
      tasks: ['Byoyomi là 30 giây và bạn đã đi sau 10 giây. Nước tiếp theo có bao nhiêu giây?'],
      options: [['20 giây', '50 giây', '30 giây']],
    },
    endings: {
      title: 'Ván cờ kết thúc thế nào',
      text: [
        'Bằng chiếu hết, xin thua hoặc hết thời gian; nước đi phạm luật có thể bị xử thua ngay, tùy luật của ván. Bên hết nước đi hợp lệ cũng thua.',
        'Cùng một thế cờ xuất hiện lần thứ tư là lặp lại nước đi (sennichite): hòa hoặc đấu lại. Nếu một bên chiếu liên tục thì bên đó thua.',
        'Khi cả hai Vua đã vào vùng phong cấp thì tính điểm (thế cờ bế tắc, jishōgi). Trong shogi không được đề nghị hòa.',
      ],
      tasks: [
        'Một bên chiếu liên tục cho đến khi thế cờ xuất hiện lần thứ tư. Kết quả là gì?',
        'Bạn có được đề nghị hòa không?',
      ],
      options: [
        ['Hòa', 'Bên chiếu lặp bị xử thua', 'Ván cờ tiếp tục'],
        ['Không', 'Được, bất cứ lúc nào', 'Được, sau 40 nước'],
      ],
    },
    heian_pieces: {
      title: 'Bàn cờ lớn',
      text: [
        'Heian dai shogi được chơi từ khoảng 900 năm trước, trên bàn 13 × 13, mỗi bên 34 quân.',
        'Phi long (飛龍) đi như Tượng. Hoành hành (横行) tiến 1 ô hoặc đi ngang bao nhiêu ô tùy ý. Bôn xa (奔車) tiến hoặc lùi bao nhiêu ô tùy ý.',
      ],
      tasks: [
        'Dùng Phi long đến cả hai ô được đánh dấu.',
        'Dùng Hoành hành đến cả hai ô được đánh dấu.',
        'Dùng Bôn xa bắt cả hai Bộ binh.',
      ],
    },
    heian_rules: {
      title: 'Luật riêng',
      text: [
        'Không có thả quân: quân bị bắt là mất hẳn.',
        'Phần lớn các quân phong cấp thành Kim tướng ở ba hàng xa nhất; Phi long thành Long mã.',
        'Chiếu hết là thắng; bắt được quân cuối cùng, khiến đối phương chỉ còn lại Vua, cũng thắng.',
      ],
      tasks: ['Quân bị bắt sẽ ra sao?', 'Đối phương chỉ còn lại Vua. Kết quả là gì?'],
      options: [
        ['Được thả lại sau', 'Mất hẳn', 'Trở về chỗ cũ'],
        ['Hòa', 'Chơi tiếp đến khi chiếu hết', 'Bạn thắng'],
      ],
    },
    annan_lending: {
      title: 'Annan shogi: mượn nước đi',
      text: [
        'Quân có quân mình đứng ngay sau lưng thì đi như quân ấy, không còn như chính nó.',
        'Tốt đứng trước Xe đi dài như Xe; Vua đứng trước Mã nhảy như Mã. Chỉ tính quân đứng sau là quân gì.',
      ],
      tasks: [
        'Xe cho Tốt mượn nước đi. Đưa Tốt tới ô được đánh dấu.',
        'Mã đứng sau Tốt. Nhảy tới ô được đánh dấu.',
        'Sau Vàng của bạn là Xe địch. Vàng đi thế nào?',
      ],
      options: [['Như Vàng', 'Như Xe', 'Cả hai']],
    },
    check_first: {
      title: 'Check shogi: chiếu trước là thắng',
      text: [
        'Mọi thứ như shogi, nhưng ai chiếu trước là thắng.',
        'Quân chiếu đứng ở chỗ bị ăn cũng được. Không được để Vua mình bị chiếu.',
      ],
      tasks: [
        'Chiếu bằng Xe trên tay.',
        'Nước chiếu của bạn có thể bị giải bằng cách ăn quân chiếu. Chuyện gì xảy ra?',
      ],
      options: [['Quân chiếu bị ăn', 'Hòa', 'Bạn đã thắng rồi']],
    },
    cannon_hops: {
      title: 'Cannon shogi: nhảy qua một quân',
      text: [
        'Pháo vàng (砲) đi như Xe nhưng chỉ ăn khi nhảy qua đúng một quân. Pháo đồng (銅) làm như vậy theo đường chéo.',
        'Pháo bạc (炮) và Pháo sắt (鉄) khi đi cũng phải nhảy. Quân bị nhảy qua vẫn ở nguyên.',
      ],
      tasks: [
        'Nhảy qua Tốt mình để ăn Tốt địch.',
        'Dùng Pháo bạc nhảy tới ô được đánh dấu.',
        'Dùng Pháo đồng ăn Tốt.',
        'Pháo vàng địch đứng cùng cột với Vua bạn, ở giữa không có quân nào. Vua có bị chiếu không?',
      ],
      options: [['Có', 'Không, phải có một quân ở giữa', 'Chỉ khi đứng kề']],
    },
    kyoto_turning: {
      title: 'Kyoto shogi: quân lật mặt',
      text: [
        'Trừ Vua, quân nào đi xong cũng lật mặt: Tokin và Thương, Bạc và Tượng, Vàng và Mã, Tốt và Xe.',
        'Quân trên tay thả xuống với mặt nào cũng được.',
      ],
      tasks: [
        'Tiến Tokin một bước rồi dùng mặt mới của nó.',
        'Đi Bạc rồi dùng mặt mới của nó.',
        'Tốt trên tay cũng là Xe. Thả nó để chiếu hết.',
      ],
    },
    tori_birds: {
      title: 'Tori shogi: các loài chim',
      text: [
        'Cút trái (quân có chữ 左) đi bao xa cũng được tới trước và chéo sau bên phải, một ô chéo sau bên trái. Cút phải thì ngược lại.',
        'Trĩ (雉) nhảy hai ô tới trước, hoặc lùi chéo một ô. Én (燕) tiến một ô và thành Nhạn (雁) ở hai hàng cuối.',
      ],
      tasks: [
        'Đưa Cút trái tới cả hai ô.',
        'Nhảy qua Én, rồi lùi tới ô còn lại.',
        'Đưa Én vào vùng phong cấp rồi dùng nước nhảy của Nhạn.',
        'Trên một cột bạn đã có hai Én. Được thả con thứ ba ở đó không?',
      ],
      options: [['Được', 'Không, nhiều nhất là hai', 'Chỉ trong vùng phong cấp']],
    },
    gorogoro_hand: {
      title: 'Goro-goro shogi: quân trên tay',
      text: [
        'Mỗi bên bắt đầu với một Mã và một Thương trên tay. Hãy thả lúc có lợi nhất.',
        'Hai hàng cuối là vùng phong cấp.',
      ],
      tasks: [
        'Thả Mã để tấn công cả hai Bạc.',
        'Phong cấp cho Tốt rồi tới ô còn lại.',
        'Không được thả Mã ở đâu?',
      ],
      options: [['Hai hàng cuối', 'Chỉ hàng cuối cùng', 'Cạnh Vua']],
    },
    chu_lion: {
      title: 'Chu shogi: Sư tử',
      text: [
        'Sư tử (獅) đi một ô mọi hướng, hoặc nhảy tới mọi ô cách hai ô.',
        'Nó còn được ăn quân kề bên rồi đi tiếp trong cùng nước: ăn thêm quân nữa, đi chỗ khác, hoặc quay về chỗ cũ. Trên bàn: bấm Sư tử, bấm quân đầu tiên, rồi bấm ô đi tiếp.',
      ],
      tasks: [
        'Nhảy tới cả hai ô được đánh dấu.',
        'Ăn cả hai Bộ binh trong một nước.',
        'Ăn Bộ binh rồi quay về trong cùng một nước (igui).',
        'Sư tử địch cách hai ô đang được bảo vệ. Sư tử của bạn được ăn nó không?',
      ],
      options: [
        [
          'Luôn được',
          'Không, trừ khi trên đường ăn thêm quân khác, không phải Bộ binh hay Trọng nhân',
          'Không bao giờ',
        ],
      ],
    },
    chu_pieces: {
      title: 'Chu shogi: vài quân khác',
      text: [
        'Kỳ lân (麒) đi một ô chéo hoặc nhảy thẳng hai ô; phong thành Sư tử. Giác ưng (鷹) có sức mạnh của Sư tử theo hướng thẳng tới.',
        'Không có thả quân. Quân được phong cấp khi vào bốn hàng cuối, hoặc khi ăn quân ở đó.',
      ],
      tasks: [
        'Đưa Kỳ lân tới cả hai ô.',
        'Dùng Giác ưng ăn cả hai Bộ binh trong một nước.',
        'Túy tượng (象) phong thành gì?',
        'Một quân chưa phong đứng trong vùng và đi một nước không ăn quân ở đó. Nó có được phong không?',
      ],
      options: [
        ['Vàng', 'Sư tử', 'Thái tử, vị Vua thứ hai'],
        ['Không', 'Có', 'Chỉ ở hàng cuối'],
      ],
    },
  },
};

import type { Phase } from './rules.ts'

const localize = (ko: string, en: string, cn: string) => ({ ko, en, cn })

/** Section with a heading and paragraphs. */
const section = (title: string, ...paragraphs: string[]) =>
  `<h2>${title}</h2>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`
const list = (title: string, ...points: string[]) =>
  `<h2>${title}</h2><ul>${points.map((text) => `<li>${text}</li>`).join('')}</ul>`

const mail = '<a href="mailto:match@daecheong.example">match@daecheong.example</a>'

const directions = localize(
  section(
    '오시는 길',
    '서울역에서 택시로 15분 안팎이 걸립니다. 인천국제공항에서는 공항철도 직통열차로 서울역까지 약 45분입니다. 무역센터 정문에서 마루홀까지 안내 표지가 있고, 휠체어는 동쪽 승강기를 이용해 주세요.',
  ),
  section(
    'Getting there',
    'About 15 minutes by taxi from Seoul Station. The airport express from Incheon takes some 45 minutes to Seoul Station. Signs lead from the main entrance to Maru Hall; the lift for wheelchairs is on the east side.',
  ),
  section(
    '交通',
    '从首尔站乘出租车约15分钟；仁川国际机场乘机场铁路直达列车至首尔站约45分钟。正门至Maru馆沿途设有指引，轮椅请使用东侧电梯。',
  ),
)

const contact = localize(
  section('문의', `행사 운영 사무국 ${mail} · 02-000-1200. 평일 09:00–18:00에 답변합니다.`),
  section('Contact', `Fair office, ${mail}, +82-2-000-1200. Weekdays 9:00 to 18:00, Seoul time.`),
  section('联系', `展会办公室：${mail}，+82-2-000-1200。工作日9:00–18:00（首尔时间）答复。`),
)

/** Joins sections in each language and appends those common to every fair. */
const guide = (...sections: ReturnType<typeof localize>[]) => {
  const all = [...sections, directions, contact]
  return localize(all.map(({ ko }) => ko).join(''), all.map(({ en }) => en).join(''), all.map(({ cn }) => cn).join(''))
}

const open = guide(
  localize(
    section(
      '참가 방법',
      '셀러는 어워드·루키 명단에 있는 기업으로, 회사 소개와 제품을 등록한 뒤 신청합니다. 바이어는 회사 정보와 관심 분야를 입력해 신청하고 운영자 심사를 거칩니다.',
      '승인된 바이어는 참가 가능한 시간을 먼저 입력해 주세요. 상담은 바이어의 요청으로 시작되며, 확정되면 두 회사에 달력 초대장을 발송합니다.',
    ),
    section(
      'How to take part',
      'Sellers are companies on the award or rookie list; they enter their profile and products and then apply. Buyers give their company details and interests, and each application is reviewed.',
      'Once approved, buyers enter the times they are free. A meeting begins with a buyer’s request; when it is confirmed, both companies receive a calendar invitation.',
    ),
    section(
      '参加方式',
      '卖家须为大奖或新锐项目名单上的企业，登记企业介绍与产品后提出申请。买家填写公司信息与关注品类后申请，由运营方审核。',
      '通过审核的买家请先填写可用时间。洽谈由买家发起，确认后双方均会收到日历邀请。',
    ),
  ),
  localize(
    list(
      '제공 사항',
      '영어·중국어·일본어 통역: 상담 5일 전까지 신청하면 배정합니다. 그 밖의 언어는 사무국에 문의해 주세요.',
      '셀러별 견본 탁자(120 × 60cm)와 콘센트 하나, 진열 조명을 제공합니다. 불을 사용하는 시연은 할 수 없습니다.',
      '온라인 상담실은 시작 10분 전에 열리며 별도 설치가 필요하지 않습니다.',
      '견본 보관실은 개막 전날 14:00부터 이용할 수 있습니다.',
    ),
    list(
      'What is provided',
      'Interpreting in English, Chinese and Japanese, when booked five days before the meeting. Ask the office about other languages.',
      'A sample table of 120 × 60 cm for each seller, with one socket and display lighting. Demonstrations with open flame are not possible.',
      'Online rooms open ten minutes before the meeting; nothing needs to be installed.',
      'Samples can be stored from 14:00 on the day before the opening.',
    ),
    list(
      '提供内容',
      '英语、中文、日语口译：请在洽谈5天前预约。其他语种请咨询办公室。',
      '每家卖家一张样品桌（120×60厘米），配一个插座与陈列照明。不可进行明火演示。',
      '线上会议室提前10分钟开放，无需安装软件。',
      '开幕前一日14:00起可使用样品寄存室。',
    ),
  ),
)

const running = guide(
  localize(
    section(
      '오늘 참가하시는 분께',
      '현장 상담은 입구에서 QR 참가증을 확인한 뒤 배정된 테이블로 이동합니다. 상담 시작 10분 전까지 도착해 주세요.',
      '바이어는 행사 기간에도 신청할 수 있습니다. 승인되면 남은 시간 가운데 선택해 셀러에게 상담을 요청합니다.',
    ),
    section(
      'During the fair',
      'For meetings in the hall, show the QR badge at the entrance and go to the table assigned. Please arrive ten minutes early.',
      'Buyers may still apply while the fair is on. After approval, they request meetings in the times that are left.',
    ),
    section(
      '展会期间',
      '线下洽谈请在入口出示二维码参展证，前往分配的桌位，并提前10分钟到场。',
      '展会期间买家仍可申请，通过后可在剩余时段向卖家发起洽谈。',
    ),
  ),
  localize(
    list(
      '현장 안내',
      '통역 데스크는 마루홀 입구 오른쪽에 있습니다. 당일 요청은 배정 가능한 통역사가 있을 때 진행합니다.',
      '견본 탁자는 테이블 번호와 같은 번호의 진열대입니다. 견본 반출은 마지막 상담이 끝난 뒤에 해 주세요.',
      '온라인 상담이 연결되지 않으면 상담 페이지의 안내에 따라 다시 입장하고, 계속되면 사무국에 전화해 주세요.',
    ),
    list(
      'In the hall',
      'The interpreting desk is to the right of the entrance to Maru Hall. Same-day requests depend on who is available.',
      'Each sample table has the number of its meeting table. Please take samples away only after the last meeting.',
      'If an online meeting does not connect, join again from the meeting page; if that fails, call the office.',
    ),
    list(
      '现场须知',
      '口译服务台位于Maru馆入口右侧，当日预约视口译人员安排情况受理。',
      '样品桌编号与洽谈桌号一致，请在最后一场洽谈结束后撤离样品。',
      '线上洽谈无法接通时，请从洽谈页面重新进入；仍无法解决请致电办公室。',
    ),
  ),
)

const ended = guide(
  localize(
    section(
      '행사 종료 안내',
      '신청과 상담이 모두 종료되었습니다. 참가한 기업은 내 상담에서 합의 내용과 후속 업무를 계속 확인할 수 있으며, 평가는 상담 후에 입력합니다.',
      '다음 행사 일정은 공지에서 안내합니다.',
    ),
    section(
      'After the fair',
      'Applications and meetings have closed. Companies that took part still find their agreements and tasks under their meetings, and can enter a rating there.',
      'Dates of the next fair are announced in the notices.',
    ),
    section(
      '展会结束说明',
      '申请与洽谈均已结束。参展企业可在我的洽谈中继续查看约定内容与后续事项，并填写评价。',
      '下一届日期将在公告中通知。',
    ),
  ),
  localize(
    list(
      '당시 제공 사항',
      '영어·중국어·일본어 통역과 셀러별 견본 탁자를 제공했습니다.',
      '보관 중인 분실물은 종료 후 90일까지 사무국에서 찾을 수 있습니다.',
    ),
    list(
      'What was provided',
      'Interpreting in English, Chinese and Japanese, and a sample table for each seller.',
      'Lost property is kept at the office for 90 days after the closing day.',
    ),
    list(
      '当届提供内容',
      '提供英语、中文、日语口译，并为每家卖家配备样品桌。',
      '遗失物品在闭幕后90天内由办公室保管，可前来领取。',
    ),
  ),
)

/** Guides of the demonstration fairs by phase, shown on the programme page. */
export const fairGuides: Record<Exclude<Phase, 'draft'>, ReturnType<typeof localize>> = {
  recruiting: open,
  applying: open,
  ongoing: running,
  expired: ended,
}

/** Summaries of the demonstration fairs that have meetings, by phase. */
export const fairSummaries = {
  expired: localize(
    '생활 공예와 식품, 뷰티 셀러 8개사가 3일간 상담한 행사입니다.',
    'Eight makers of craft, food and beauty met buyers over three days.',
    '八家工艺、食品、美妆卖家进行了为期三天的洽谈。',
  ),
  ongoing: localize(
    '생활 공예와 식품, 뷰티 셀러를 온라인과 마루홀에서 만나는 상담회입니다.',
    'Meet makers of craft, food and beauty online or in Maru Hall.',
    '在线上或Maru馆与工艺、食品、美妆卖家洽谈。',
  ),
  recruiting: localize(
    '봄 신제품을 소개할 셀러와 바이어를 함께 모집합니다.',
    'Open for sellers with spring products, and for their buyers.',
    '正在招募推出春季新品的卖家及买家。',
  ),
}

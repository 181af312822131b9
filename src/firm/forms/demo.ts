import type { z } from 'zod'
import type { FormState } from './rules.ts'
import { FormKindInput } from './submission/contract-fields.ts'

const region = (value: string, ko: string, en: string, cn: string) => ({ value, label: { ko, en, cn } })

/** Consultation form; also seeded without demo data, so that a new installation can take requests. */
export const consultForm: FormKindInput = FormKindInput.parse({
  key: 'consult',
  title: { ko: '상담 신청', en: 'Request a consultation', cn: '预约咨询' },
  privacyVersion: '2026-03-01',
  keptDays: 365,
  fields: [
    {
      name: 'name',
      kind: 'line',
      group: 'person',
      label: { ko: '이름', en: 'Name', cn: '姓名' },
      required: true,
      width: 'half',
      max: 60,
    },
    {
      name: 'phone',
      kind: 'phone',
      group: 'person',
      label: { ko: '연락처', en: 'Phone', cn: '联系电话' },
      hint: { ko: '이메일만 입력하셔도 됩니다', en: 'an email alone is enough', cn: '也可以只填电子邮箱' },
      width: 'half',
      max: 20,
    },
    {
      name: 'email',
      kind: 'email',
      group: 'person',
      label: { ko: '이메일', en: 'Email', cn: '电子邮箱' },
      hint: {
        ko: '접수 확인과 답변을 받을 이메일',
        en: 'For confirmation and our reply',
        cn: '用于接收受理确认与回复',
      },
      max: 200,
    },
    {
      name: 'practice',
      kind: 'practice',
      group: 'matter',
      label: { ko: '분야', en: 'Practice area', cn: '业务领域' },
      max: 40,
    },
    {
      name: 'building',
      kind: 'line',
      group: 'matter',
      label: { ko: '건물명', en: 'Building', cn: '小区或楼宇名称' },
      width: 'half',
      max: 100,
    },
    {
      name: 'region',
      kind: 'choice',
      group: 'matter',
      label: { ko: '지역', en: 'Region', cn: '地区' },
      width: 'quarter',
      max: 40,
      options: [
        region('seoul', '서울', 'Seoul', '首尔'),
        region('incheon', '인천', 'Incheon', '仁川'),
        region('gyeonggi', '경기', 'Gyeonggi', '京畿'),
        region('gangwon', '강원', 'Gangwon', '江原'),
        region('daejeon', '대전', 'Daejeon', '大田'),
        region('sejong', '세종', 'Sejong', '世宗'),
        region('chungbuk', '충북', 'North Chungcheong', '忠北'),
        region('chungnam', '충남', 'South Chungcheong', '忠南'),
        region('gwangju', '광주', 'Gwangju', '光州'),
        region('jeonbuk', '전북', 'North Jeolla', '全北'),
        region('jeonnam', '전남', 'South Jeolla', '全南'),
        region('daegu', '대구', 'Daegu', '大邱'),
        region('gyeongbuk', '경북', 'North Gyeongsang', '庆北'),
        region('busan', '부산', 'Busan', '釜山'),
        region('ulsan', '울산', 'Ulsan', '蔚山'),
        region('gyeongnam', '경남', 'South Gyeongsang', '庆南'),
        region('jeju', '제주', 'Jeju', '济州'),
      ],
    },
    {
      name: 'households',
      kind: 'figures',
      group: 'matter',
      label: { ko: '세대수', en: 'Households', cn: '户数' },
      width: 'quarter',
      max: 6,
    },
    {
      name: 'inspected',
      kind: 'date',
      group: 'matter',
      label: { ko: '사용검사일', en: 'Use inspection date', cn: '竣工验收日' },
      hint: {
        ko: '남은 담보책임기간을 확인해 드립니다',
        en: 'we check what is left of the liability period',
        cn: '用于确认剩余保修期',
      },
      width: 'half',
      max: 10,
    },
    {
      name: 'message',
      kind: 'text',
      group: 'matter',
      label: { ko: '내용', en: 'Message', cn: '咨询内容' },
      max: 2000,
    },
    {
      name: 'office',
      kind: 'office',
      group: 'matter',
      label: { ko: '희망 사무소', en: 'Preferred office', cn: '希望受理的办公室' },
      width: 'half',
      max: 40,
    },
    {
      name: 'lawyer',
      kind: 'lawyer',
      group: 'matter',
      label: { ko: '희망 변호사', en: 'Preferred lawyer', cn: '希望咨询的律师' },
      width: 'half',
      max: 60,
    },
    {
      name: 'files',
      kind: 'files',
      group: 'files',
      label: { ko: '사진과 서류', en: 'Photos and documents', cn: '照片与文件' },
      max: 10,
    },
  ],
} satisfies z.input<typeof FormKindInput>)

/** Messages by practice; `{b}` is replaced by the building. */
const matters: Record<string, readonly string[]> = {
  building: [
    '거실 쪽 천장에 물 얼룩이 번집니다. 재작년 여름부터 장마 때마다 커졌고 관리사무소에 네 번 접수했습니다. 내년 8월이면 사용검사 5년이 됩니다.',
    '외벽 세로 균열이 101동과 104동에서 눈에 띄게 늘었습니다. 시공사는 도장만 다시 하겠다고 합니다. 어떤 자료부터 갖춰야 하나요?',
    '지하 2층 주차장 기둥 둘레로 물이 뱁니다. 보수를 세 번 받았지만 같은 자리가 다시 샙니다. {b} 입주자대표회의 총무입니다.',
    '욕실 타일이 들떠 여러 세대가 떨어졌습니다. 세대 점검표를 모아 두었는데 전유부분도 함께 청구할 수 있는지 궁금합니다.',
    '시공사가 담보책임 종료확인서에 날인을 요구합니다. 3년 차, 5년 차 항목이 남았는데 서명해도 될까요?',
  ],
  maintenance: [
    '장기수선계획 조정을 앞두고 있습니다. 승강기 교체를 2년 당겨도 되는지, 의결을 어떻게 남겨야 하는지 문의드립니다.',
    '외벽 도장 공사를 마쳤는데 반년 만에 벗겨집니다. 업체는 하자가 아니라고 합니다. 계약서와 준공 사진을 보냅니다.',
    '입찰에서 떨어진 업체가 절차를 문제 삼고 있습니다. {b} 관리사무소장입니다. 회의록부터 확인을 부탁드립니다.',
    '전임 관리업체가 서류를 넘겨주지 않습니다. 인수인계를 요구할 방법이 있을까요?',
    '장기수선충당금으로 방범 장비를 교체해도 되는지 입주민 의견이 나뉩니다.',
  ],
  renovation: [
    '조합설립 동의서 양식이 바뀌었다고 들었습니다. 이미 받은 동의서를 다시 받아야 하는지 궁금합니다.',
    '관리처분계획 통지서를 받았습니다. 종전자산 평가액이 옆 동과 크게 다릅니다. 다툴 수 있는 기간을 알려 주세요.',
    '현금청산 대상이 되었습니다. 협의 통지를 받은 지 두 달이 지났고 다음에 무엇을 해야 할지 모르겠습니다.',
    '조합 임원 해임 총회를 열려고 합니다. 발의 요건과 통지 기간을 확인받고 싶습니다.',
    '이전고시 뒤 등기가 늦어지고 있습니다. {b} 조합원 40명이 같은 처지입니다.',
  ],
  council: [
    '사전방문이 다음 달입니다. 협의회가 점검 업체와 함께 들어갈 수 있나요? 시공사가 막으면 어떻게 해야 하나요?',
    '입주예정자협의회 규약을 만들고 있습니다. 대표를 뽑는 방법과 회비를 걷는 근거를 봐 주세요.',
    '견본주택과 마감재가 다릅니다. 계약서에는 비슷한 수준의 다른 제품으로 바꿀 수 있다고 되어 있습니다.',
    '입주가 석 달 늦어진다는 통지를 받았습니다. 지체상금과 중도금 이자에 대해 상담받고 싶습니다.',
    '사용검사 전에 층간소음 측정을 요구할 수 있나요? {b} 협의회입니다.',
  ],
  engineering: [
    '인접 대지에서 흙막이 공사를 시작한 뒤 담장이 기울었습니다. 계측과 공사중지 가처분 중 무엇을 먼저 해야 하나요?',
    '설계 도면과 준공 도면의 철근 간격이 다릅니다. 어떤 시험으로 확인할 수 있는지 알고 싶습니다.',
    '감리 보고서에 누락된 날이 있습니다. 소송에서 쓸 수 있게 정리해 주실 수 있는지요.',
    '옥상 방수 공법을 두고 시공사와 의견이 다릅니다. 시방서를 같이 보냅니다.',
    '지하 구조물의 부력 검토가 빠졌다는 말을 들었습니다. {b} 시설팀장입니다.',
  ],
  construction: [
    '추가 공사 대금 2억 원을 받지 못했습니다. 지시는 현장에서 말로 받았고 사진과 작업일보가 있습니다.',
    '발주처가 공기 연장을 인정하지 않습니다. 태풍과 설계변경이 겹친 41일을 어떻게 증명할까요.',
    '하도급대금을 원사업자가 지급하지 않아 직접 지급을 요청하려 합니다. 서류를 봐 주세요.',
    '유치권을 주장하는 업체가 현장을 막고 있습니다. {b} 공사가 두 달째 멈췄습니다.',
    '물가 변동으로 계약 금액을 조정해 달라는 공문을 받았습니다. 어디까지 인정되나요?',
  ],
}

const answersTo: Record<string, string> = {
  building:
    '보내 주신 내용과 사진을 확인했습니다.\n\n먼저 사용검사 확인증, 하자보수를 요청한 공문과 시공사의 회신, 동별 하자 목록을 모아 주시기 바랍니다. 공종마다 담보책임기간이 다르므로 남은 기간부터 표로 정리해 드리겠습니다.\n\n다음 주에 현장을 확인하고 진행 절차를 협의드리고자 합니다. 가능한 날짜를 2~3개 알려 주시기 바랍니다.',
  maintenance:
    '말씀하신 공사의 계약서와 입찰 공고, 의결한 회의록을 먼저 살펴보겠습니다.\n\n누락된 문서가 있는지 먼저 확인하겠습니다. 자료를 보내 주시면 3영업일 이내에 검토 의견을 드리겠습니다.',
  renovation:
    '통지서를 받으신 날부터 기간이 진행되므로 수령일을 먼저 확인하겠습니다.\n\n통지서 앞뒤 면과 봉투의 소인을 사진으로 보내 주세요. 확인 후 가능한 불복 방법을 안내해 드리겠습니다.',
  council:
    '협의회에서 준비하실 서류는 다음과 같습니다.\n\n1. 분양계약서와 부속 합의서\n2. 입주자모집공고\n3. 협의회 명부와 회의록\n\n자료를 보내 주시면 사전방문 전에 점검할 항목을 함께 정리하겠습니다.',
  engineering:
    '원인을 판단하기 전에 먼저 측정이 필요합니다.\n\n균열 위치별로 날짜와 폭을 기록하고 같은 거리에서 촬영해 주세요. 엔지니어링팀이 도면과 대조해 어떤 시험이 필요한지 알려 드리겠습니다.',
  construction:
    '구두 지시라도 작업일보, 사진, 문자 메시지로 증명할 수 있습니다.\n\n계약서, 내역서, 공문을 날짜순으로 보내 주시면 청구 가능한 항목을 정리해 드리겠습니다.',
}

const notes = [
  '같은 단지에서 지난달 전화가 한 번 있었습니다. 그때 도면은 받지 못했습니다.',
  '오후 4시 이후 통화 예정입니다.',
  '엔지니어링팀에 사진 공유. 현장 확인이 필요하다는 의견입니다.',
  '이해충돌 확인 완료. 상대방을 대리한 사실이 없습니다.',
  '입주민 단체 대화방이 있어 연락 창구가 될 대표 한 분을 정해 달라고 요청했습니다.',
]

const photographs = ['거실 천장.webp', '현장 사진 1.webp', '지하 2층 기둥.webp', 'KakaoTalk_사진.webp']

const families = '김이박최정강조윤장임한오서신권황안송류홍전고문양손배백허유남심노하곽성차주우구민'
const given = ['세진', '도현', '나윤', '태경', '하늘', '준서', '은결', '서령', '민채', '이든', '가온', '보라']
const estates = [
  '새솔마루',
  '한빛나루',
  '너른뜰',
  '윤슬마을',
  '햇살가람',
  '미르결',
  '온새미',
  '푸른여울',
  '솔내뜰',
  '가온누리',
]
const regions = [
  'seoul',
  'incheon',
  'gyeonggi',
  'gwangju',
  'seoul',
  'gyeonggi',
  'incheon',
  'jeonnam',
  'chungnam',
  'seoul',
]
const officeOf: Record<string, string> = { incheon: 'incheon', gwangju: 'gwangju', jeonnam: 'gwangju' }

/** Demo request with its handling. Hours are relative to seeding. */
export interface DemoRequest {
  answers: Record<string, string>
  office: string | null
  state: FormState
  hoursAgo: number
  /** Index of the assignee among the staff. */
  assignee: number | null
  note: string | null
  answer: { subject: string; text: string } | null
  /** Illustrations in place of photographs, with their file names. */
  pictures: { asset: string; name: string }[]
}

const practices = Object.keys(matters)
const pick = <T>(list: ArrayLike<T>, index: number): T => list[index % list.length] as T

/** Nine new, twelve assigned, twenty-four answered and fifteen closed requests, newest first. */
const stateOf = (index: number): FormState =>
  index < 9 ? 'received' : index < 21 ? 'assigned' : index < 45 ? 'answered' : 'closed'

/** Returns sixty requests in all states, newest first. People, estates and numbers are fictional. */
export const demoRequests = (): DemoRequest[] =>
  Array.from({ length: 60 }, (_, index) => {
    const practice = pick(practices, index * 5 + Math.floor(index / 6))
    const estate = `${pick(estates, index * 3)} ${1 + ((index * 7) % 5)}단지`
    const place = pick(regions, index)
    const name = pick(families, index * 7) + pick(given, index * 5)
    const state = stateOf(index)
    const answered = state === 'answered' || (state === 'closed' && index % 3 > 0)
    const hasMail = answered || index % 4 > 0
    return {
      answers: {
        name,
        phone: `010-0000-${String(1000 + index * 137).slice(-4)}`,
        email: hasMail ? `resident${index + 1}@estate.example` : '',
        practice,
        building: estate,
        region: place,
        households: String(180 + ((index * 97) % 1400)),
        message: pick(matters[practice] ?? [], Math.floor(index / 6) + index).replaceAll('{b}', estate),
        office: officeOf[place] ?? '',
        lawyer: '',
      },
      office: officeOf[place] ?? null,
      state,
      hoursAgo: index < 9 ? 0.3 + index * 3.4 : 30 + (index - 9) * 29,
      assignee: state === 'received' ? null : index,
      pictures: index % 4 === 0 ? [{ asset: `business/${practice}`, name: pick(photographs, index) }] : [],
      note: index % 3 === 1 ? pick(notes, index) : null,
      answer: answered
        ? { subject: '상담 신청에 대한 답변입니다', text: `${name} 님께\n\n${answersTo[practice] ?? ''}` }
        : null,
    }
  })

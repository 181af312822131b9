import type { Locale } from '#kit/contract.ts'
import type { Filling } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { loadComments } from './factory.ts'

interface DemoRemark {
  /** Username of an account of the demonstration; none for an account that was removed. */
  by?: string
  /** Hours after the post, or after the comment it answers. */
  after: number
  body: string
  lang?: Locale
  /** Why staff hid it. */
  hidden?: string
}

export interface DemoComment extends DemoRemark {
  /** Slug of a story. */
  story: string
  replies?: DemoRemark[]
}

const leak = 'basement-leak-three-questions'
const crack = 'below-0-3-millimetres'
const briefing = 'incheon-warranty-briefing'

/** What members and staff said beneath three stories, the oldest first. */
export const demoComments: DemoComment[] = [
  {
    story: crack,
    by: 'member',
    after: 9,
    body: '같은 자리를 여름과 겨울에 두 번 잰다는 대목이 눈에 들어옵니다.\n표식은 관리사무소에서 붙여도 괜찮을까요, 아니면 조사하는 곳에 맡겨야 할까요?',
    replies: [
      {
        by: 'editor',
        after: 15,
        body: '누가 붙였는지와 붙인 날짜, 그날 찍은 사진이 함께 남으면 관리사무소에서 붙이셔도 됩니다. 잰 사람의 이름을 빠뜨리지 마세요.',
      },
      { by: 'member', after: 20, body: '사진에 날짜가 보이게 찍어 두겠습니다. 고맙습니다.' },
    ],
  },
  {
    story: crack,
    after: 52,
    body: '폭보다 깊이를 먼저 보아야 한다는 것을 처음 알았습니다. 코어를 몇 개나 뽑는지도 다음에 다뤄 주세요.',
  },
  {
    story: briefing,
    by: 'member',
    after: 5,
    body: '회의가 늦게 끝나 7시 반쯤 도착할 것 같습니다. 중간에 들어가도 되는지요?',
    replies: [
      {
        by: 'counsel',
        after: 14,
        body: '네, 뒷문이 열려 있습니다. 앞부분은 자료집 첫 장에 그대로 있으니 먼저 펴 보시면 됩니다.',
      },
    ],
  },
  {
    story: briefing,
    by: 'viewer',
    after: 31,
    lang: 'en',
    body: 'The English summary helped our residents a lot last time. Will there be one again?',
    replies: [
      { by: 'counsel', after: 6, lang: 'en', body: 'Yes, in English and in Chinese. Please take one at the door.' },
    ],
  },
  {
    story: briefing,
    after: 40,
    body: '누수 탐지 싸게 해 드립니다. 프로필 보고 연락 주세요.',
    hidden: '광고나 도배',
  },
  {
    story: leak,
    by: 'member',
    after: 3,
    body: '새벽에 계량기를 보는 방법은 생각하지 못했습니다. 오늘 밤부터 사흘 적어 보겠습니다.',
  },
  {
    story: leak,
    by: 'manager',
    after: 27,
    body: '접수 대장 서식이 필요하신 분은 글 아래 첨부 파일을 쓰시면 됩니다. 기둥 번호 칸을 새로 넣었습니다.',
    replies: [{ by: 'member', after: 2, body: '내려받아 썼습니다. 칸이 넉넉해서 좋습니다.' }],
  },
]

/** Records of an empty database (`Module.fill`). */
export const fill = async (context: Context, { isDemo, accounts }: Filling): Promise<void> => {
  if (isDemo) await loadComments(context, demoComments, new Map(accounts.map(({ username, id }) => [username, id])))
}

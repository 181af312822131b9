import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { type DemoComment, loadComments } from './factory.ts'

const leak = 'basement-leak-three-questions'
const crack = 'below-0-3-millimetres'
const briefing = 'incheon-warranty-briefing'

/** Demo comments of members and staff on three stories, oldest first. */
export const demoComments: DemoComment[] = [
  {
    story: crack,
    by: 'member',
    after: 9,
    body: '같은 곳을 여름과 겨울에 두 번 측정한다면\n표식은 관리사무소에서 붙여도 괜찮을까요, 아니면 조사 기관에 맡겨야 할까요?',
    replies: [
      {
        by: 'editor',
        after: 15,
        body: '부착한 사람과 날짜, 당일 사진을 남기시면 관리사무소에서 붙이셔도 됩니다. 측정한 사람의 이름도 적어 주세요.',
      },
      { by: 'member', after: 20, body: '네, 사진에 날짜가 보이게 찍어 두겠습니다.' },
    ],
  },
  {
    story: crack,
    after: 52,
    body: '폭보다 깊이를 먼저 확인한다면 코어는 몇 개나 채취하나요?',
  },
  {
    story: briefing,
    by: 'member',
    after: 5,
    body: '회의가 늦게 끝나 7시 반쯤 도착할 것 같습니다. 중간에 들어가도 될까요?',
    replies: [
      {
        by: 'counsel',
        after: 14,
        body: '네, 뒷문으로 들어오시면 됩니다. 앞부분 내용은 자료집 첫 장에 있습니다.',
      },
    ],
  },
  {
    story: briefing,
    by: 'viewer',
    after: 31,
    lang: 'en',
    body: 'Will there be a summary in English for our residents?',
    replies: [
      { by: 'counsel', after: 6, lang: 'en', body: 'Yes, in English and in Chinese. Please take one at the door.' },
    ],
  },
  {
    story: briefing,
    after: 40,
    body: '누수 탐지 싸게 해 드립니다. 프로필 보고 연락 주세요.',
    hidden: '광고·도배',
  },
  {
    story: leak,
    by: 'member',
    after: 3,
    body: '계량기는 새벽 몇 시쯤 확인하면 되나요? 오늘 밤부터 사흘간 기록해 보려고 합니다.',
  },
  {
    story: leak,
    by: 'manager',
    after: 27,
    body: '접수 대장 서식이 필요하신 분은 글 아래 첨부 파일을 사용하시면 됩니다. 기둥 번호 칸을 추가했습니다.',
    replies: [{ by: 'member', after: 2, body: '지하주차장은 기둥 번호만 적으면 되나요?' }],
  },
]

/** Seeds an empty database (`Module.fill`). */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (isDemo) await loadComments(context, demoComments, new Map(accounts.map(({ username, id }) => [username, id])))
}

import { eq } from 'drizzle-orm'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { users } from '#people/users/table.ts'
import { buildQuestion } from './factory.ts'
import { questionTemplates } from './table.ts'

const hour = 3_600_000

const templates = [
  {
    title: '문의 접수 안내',
    text: '안녕하세요. 문의해 주셔서 감사합니다.\n\n보내 주신 내용은 담당자가 확인하고 있으며, 영업일 기준 하루 안에 답변드리겠습니다.',
  },
  {
    title: '자료 요청',
    text: '안녕하세요. 문의하신 내용을 확인하려면 아래 자료가 필요합니다.\n\n- \n\n이 문의에 첨부해 주시면 이어서 답변드리겠습니다.',
  },
  {
    title: '상담 신청 안내',
    text: '안녕하세요. 문의하신 내용은 개별 상담이 필요합니다.\n\n상담 신청 페이지에서 접수해 주시면 담당 변호사가 연락드리겠습니다.',
  },
]

/** Seeds questions of the demo member and answer templates. */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const now = context.now()
  const stamps = { createdAt: now, updatedAt: now }
  await context.database
    .insert(questionTemplates)
    .values(templates.map((template) => ({ ...template, ...stamps, id: context.newId() })))
  const [member] = await context.database.select({ id: users.id }).from(users).where(eq(users.username, 'member'))
  const staff = accounts.find(({ level }) => level === 'manager')
  if (!member || !staff) return
  const at = (hours: number) => new Date(now.getTime() - hours * hour)
  await buildQuestion(context, {
    userId: member.id,
    type: 'inquiry',
    title: '상담 신청 후 자료를 추가로 보내고 싶습니다',
    createdAt: at(5),
    entries: [
      {
        author: 'member',
        text: '어제 상담을 신청했는데 하자 사진을 몇 장 더 보내고 싶습니다. 어디에 첨부하면 되나요?',
      },
    ],
  })
  await buildQuestion(context, {
    userId: member.id,
    type: 'website',
    title: '이메일 주소를 변경하고 싶습니다',
    createdAt: at(72),
    entries: [
      { author: 'member', text: '가입할 때 사용한 이메일 주소를 더 이상 사용하지 않습니다. 변경할 수 있나요?' },
      {
        author: 'staff',
        actorId: staff.id,
        text: '안녕하세요. 내 정보의 프로필에서 새 이메일 주소를 입력하고, 그 주소로 보내 드리는 인증 번호를 확인하시면 변경됩니다.',
      },
    ],
  })
}

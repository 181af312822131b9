import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { MessageTemplateInput } from './sendings/contract.ts'
import { messageTemplates, sendings } from './table.ts'

const templates = [
  {
    title: '서비스 점검 안내',
    channel: 'mail',
    purpose: 'notice',
    subject: { ko: '[{사이트}] 서비스 점검 안내', en: '[{site}] Planned maintenance', cn: '[{网站}] 系统维护通知' },
    html: {
      ko: '<p>{이름} 님, 안녕하십니까.</p><p>12월 5일 토요일 02:00~04:00에 점검이 있어 로그인과 문의 등록을 이용하실 수 없습니다. 점검이 끝나면 별도 안내 없이 정상 이용하실 수 있습니다.</p>',
      en: '<p>Dear {name},</p><p>On Saturday 5 December, from 02:00 to 04:00 (Korea), signing in and sending questions are not available because of maintenance.</p>',
      cn: '<p>{姓名}您好，</p><p>12月5日（周六）02:00至04:00（韩国时间）进行系统维护，期间无法登录和提交咨询。</p>',
    },
  },
  {
    title: '하자 점검 설명회 초대',
    channel: 'mail',
    purpose: 'advertising',
    subject: { ko: '{이름} 님, 공용부분 하자 점검 설명회를 엽니다' },
    html: {
      ko: '<p>{이름} 님, 담보책임기간이 끝나기 전에 확인할 공용부분 하자를 설명해 드립니다.</p><p>일시: 12월 9일 수요일 14:00<br>장소: 서울 주사무소 3층<br>비용: 없음</p>',
    },
  },
  {
    title: '방문 상담 전날 안내',
    channel: 'sms',
    purpose: 'notice',
    text: {
      ko: '[{사이트}] {이름} 님, 내일 방문 상담이 예정되어 있습니다. 일정 변경은 대표전화로 연락해 주시기 바랍니다.',
      en: '[{site}] Dear {name}, your consultation is tomorrow. Please call us to change it.',
      cn: '[{网站}] {姓名}您好，您的来访咨询安排在明天。如需更改请致电。',
    },
  },
] as const

/** Seeds an empty database (`Module.fill`). */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (!isDemo) return
  await insertRecords(context, messageTemplates, MessageTemplateInput, templates)
  const [, invitation] = templates
  const now = context.now()
  await context.database.insert(sendings).values({
    id: context.newId(),
    channel: 'mail',
    purpose: 'advertising',
    subject: invitation.subject,
    html: invitation.html,
    text: {},
    audience: { by: 'filter', levels: [], kinds: [], consent: null, q: '', list: [] },
    authorId: accounts.find(({ level }) => level === 'manager')?.id ?? null,
    createdAt: now,
    updatedAt: now,
  })
}

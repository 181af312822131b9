import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/samples.ts'
import type { messages } from './contract.ts'
import { type NewMail, queueMail } from './service.ts'

/** A mail in the outbox, waiting to be delivered. */
export const buildMail = (context: Context, overrides: Partial<NewMail> = {}) =>
  queueMail(context, {
    to: 'resident@example.com',
    subject: '상담 신청을 받았습니다',
    html: '<p>곧 연락드리겠습니다.</p>',
    ...overrides,
  })

export const samples: Samples<typeof messages> = {
  test: () => ({ body: { to: 'staff@example.com', subject: '시험' } }),
}

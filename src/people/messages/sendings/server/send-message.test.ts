import { beforeAll, describe, expect, it } from 'vitest'
import { buildSender } from '#test/providers/build-sender.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import type { Actor } from '#test/server/test-api.ts'
import { messages as contract } from '../../contract.ts'

const api = prepareTestApi()
let staff: Actor
beforeAll(async () => {
  await buildSender(api)
  staff = await api.actor(['console', 'console:messages'])
})

describe('a single message of staff', () => {
  const send = (body: object, actor: Actor = staff) => api.client(contract, actor).sendMessage({ body: body as never })

  it('goes out by mail or SMS with the checks of a sending', async () => {
    const body = { to: 'resident@example.com', subject: '점검 안내', message: '내일 10시 <점검>입니다.' }
    const { sending } = await send(body)
    expect(sending).toMatchObject({ channel: 'mail', purpose: 'notice', subject: { ko: '점검 안내' } })
    expect(sending.html.ko).toContain('&#60;점검&#62;')
    api.services.sms ??= { send: async ({ id }) => id }
    const text = await send({ channel: 'sms', to: ['010-2345-6789'], message: '내일 뵙겠습니다.' })
    expect(text.sending).toMatchObject({ channel: 'sms', text: { ko: '내일 뵙겠습니다.' } })
  })

  it('is refused without a subject, a valid recipient and the right to send', async () => {
    await expectRefusal(send({ to: 'resident@example.com', message: '글' }), 400, 'subject')
    await expectRefusal(send({ to: 'resident', subject: '제목', message: '글' }), 400, 'to')
    await expectRefusal(send({ channel: 'sms', to: '000-0', message: '글' }), 400, 'to')
    await expectRefusal(send({ to: 'resident@example.com', subject: '제목', message: '' }), 400, 'message')
    const reader = await api.actor(['console', 'console:messages:read'])
    await expect(send({ to: 'a@example.com', subject: '제목', message: '글' }, reader)).rejects.toMatchObject({
      status: 403,
    })
  })
})

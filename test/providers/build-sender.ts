import { smtpPort } from '#kit/ports/mail.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import type { TestApi } from '../server/test-api.ts'

/** Configures the mail sender with a server that accepts no mail: queued mails remain. */
export const buildSender = async (api: TestApi, url = 'smtp://127.0.0.1:1'): Promise<void> => {
  api.services.mail = smtpPort(url)
  await buildSetting(api.context, {
    mail: { senderName: '법무법인 대청', senderAddress: 'office@daecheong.example' },
  })
}

import type { Handlers } from '#kit/server/context.ts'
import { verifyOwnPassword } from '#people/auth/server/check-password.ts'
import type { withdrawals as contract } from '../contract.ts'
import { createArchiveUrl } from './download-archive.ts'
import { previewWithdrawal } from './preview-withdrawal.ts'
import { withdrawAccount } from './withdraw-account.ts'

export const withdrawalHandlers: Handlers<typeof contract> = {
  async outlook(context) {
    return { withdrawal: await previewWithdrawal(context) }
  },

  async withdraw(context, { body }) {
    await verifyOwnPassword(context, body.password, 'password')
    await withdrawAccount(context, body.reason)
    return undefined
  },

  async archive(context) {
    return { url: createArchiveUrl(context) }
  },
}

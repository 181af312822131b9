import type { Handlers } from '#kit/server/context.ts'
import { takenBy } from '#people/users/service.ts'
import type { certify as contract } from './contract.ts'
import { confirmCode, offeredChannels, sendCode } from './service.ts'

export const certifyHandlers: Handlers<typeof contract> = {
  async offered(context) {
    return { channels: offeredChannels(context.services) }
  },

  async send(context, { body }) {
    return { certification: await sendCode(context, body.channel, body.contact) }
  },

  async confirm(context, { params, body }) {
    const proof = await confirmCode(context, params.id, body)
    const contact = proof.channel === 'EMAIL' ? { email: proof.contact } : { phone: proof.contact }
    return { proof: { ...proof, registered: (await takenBy(context, contact)) !== null } }
  },
}

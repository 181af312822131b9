import type { Handlers } from '#kit/server/context.ts'
import { takenBy } from '#people/users/server/find-account.ts'
import type { certify as contract } from '../contract.ts'
import { confirmCode, offeredChannels, sendCode } from './send-code.ts'
import { beginIdentity, endIdentity } from './verify-identity.ts'

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

  async identityWindow({ services: { identity } }) {
    if (!identity) return { window: null }
    const { script, frame, connect } = identity.sources
    return { window: { script: [...script], frame: [...frame], connect: [...connect] } }
  },

  async beginIdentity(context, { body }) {
    return { verification: await beginIdentity(context, body.purpose) }
  },

  async endIdentity(context, { params, body }) {
    const proof = await endIdentity(context, params.id, body.key)
    return { proof: { ...proof, registered: (await takenBy(context, { phone: proof.contact })) !== null } }
  },
}

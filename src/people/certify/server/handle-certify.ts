import type { Handlers } from '#kit/server/context.ts'
import { findTakenField } from '#people/users/server/find-account.ts'
import type { certify as contract } from '../contract.ts'
import { confirmCode } from './confirm-code.ts'
import { listAvailableChannels, sendCode } from './send-code.ts'
import { completeIdentityVerification, startIdentityVerification } from './verify-identity.ts'

export const certifyHandlers: Handlers<typeof contract> = {
  async offered(context) {
    return { channels: listAvailableChannels(context.services) }
  },

  async send(context, { body }) {
    return { certification: await sendCode(context, body.channel, body.contact) }
  },

  async confirm(context, { params, body }) {
    const proof = await confirmCode(context, params.id, body)
    const contact = proof.channel === 'EMAIL' ? { email: proof.contact } : { phone: proof.contact }
    return { proof: { ...proof, registered: (await findTakenField(context, contact)) !== null } }
  },

  async identityWindow({ services: { identity } }) {
    if (!identity) return { window: null }
    const { script, frame, connect } = identity.sources
    return { window: { script: [...script], frame: [...frame], connect: [...connect] } }
  },

  async beginIdentity(context, { body }) {
    return { verification: await startIdentityVerification(context, body.purpose) }
  },

  async endIdentity(context, { params, body }) {
    const proof = await completeIdentityVerification(context, params.id, body.key)
    return { proof: { ...proof, registered: (await findTakenField(context, { phone: proof.contact })) !== null } }
  },
}

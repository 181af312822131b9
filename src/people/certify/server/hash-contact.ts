import { createHmac } from 'node:crypto'
import type { Services } from '#kit/server/context.ts'

/** HMAC with the secret of this installation. */
export const hmacWithSecret = ({ secret }: Services, purpose: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\0${text}`).digest()

export const hashContact = (services: Services, contact: string) => hmacWithSecret(services, 'contact', contact)

export const hashCode = (services: Services, id: string, code: string) =>
  hmacWithSecret(services, 'contact code', `${id}\0${code}`)

export interface Sms {
  /** Stays the same over retries, so that a provider can tell a repeated delivery. */
  id: string
  /** E.164. */
  to: string
  text: string
}

/** Sends a text message; resolves with the provider's answer, throws when it was not taken. */
export interface SmsPort {
  send(sms: Sms): Promise<string>
}

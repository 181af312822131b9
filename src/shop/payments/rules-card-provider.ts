export const cardProviders = ['toss', 'portone'] as const
export type CardProviderName = (typeof cardProviders)[number]

/** Payment as reported by a provider. */
export interface CardPayment {
  /** `open`: undecided; `failed`: not paid, or fully refunded. */
  status: 'open' | 'paid' | 'failed'
  /** The provider's id; null if it uses only ours. */
  key: string | null
  /** Amount received less refunds, in won; 0 for any other currency. */
  amount: number
  /** Refunds of the payment; the reason identifies ours. */
  returned: readonly CardReturn[]
  refusal?: CardRefusal
}

export interface CardReturn {
  reason: string
  /** In won. */
  amount: number
  /** `pending`: the bank has not executed it yet and may still refuse. */
  state: 'done' | 'pending' | 'failed'
}

export interface CardRefusal {
  code: string
  text: string
}

/** Final refusal by the provider. */
export class CardRefused extends Error {
  readonly refusal: CardRefusal

  constructor(refusal: CardRefusal) {
    super(`${refusal.code}: ${refusal.text}`)
    this.name = 'CardRefused'
    this.refusal = refusal
  }
}

/** Reads an amount in won from a provider's answer; 0 if it is no safe integer. */
export const parseWon = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0)

export interface CardCancel {
  attempt: string
  key: string | null
  /** In won; null: the remaining amount, in any currency. */
  amount: number | null
  /** Refundable amount before this refund, in won. */
  left: number
  /** Idempotency key of the refund. */
  id: string
  reason: string
}

export interface CardWebhook {
  attempt: string
  key: string | null
}

/** Card payment provider. Every method throws `ProviderUnsure` if the outcome is unknown. */
export interface CardProvider {
  name: CardProviderName
  /** Parameters of the provider's window, none of them secret. */
  page: { script: string; client: string; channel: string }
  /** Content-Security-Policy sources of the page with the provider's window. */
  sources: { script: readonly string[]; frame: readonly string[]; connect: readonly string[] }
  /** Takes a payment that the customer agreed to, or reads one already taken; throws `CardRefused`. */
  complete(payment: { attempt: string; key: string | null; amount: number }): Promise<CardPayment>
  /** Returns null if the provider does not know the payment. */
  read(payment: { attempt: string; key: string | null }): Promise<CardPayment | null>
  /** Refunds a part or all; throws `CardRefused`. */
  cancel(cancel: CardCancel): Promise<void>
  /** True if webhooks are signed; unsigned ones are then rejected. */
  signs: boolean
  /** Returns the attempt that a webhook is about; null if the webhook is not authentic or not about a payment. */
  parseWebhook(headers: Readonly<Record<string, string | undefined>>, body: string, now: Date): CardWebhook | null
}

export const cardProviders = ['toss', 'portone'] as const
export type CardProviderName = (typeof cardProviders)[number]

/** What a provider says of a payment. */
export interface CardPayment {
  /** `open`: nothing is decided; `failed`: no money came, or all of it went back. */
  status: 'open' | 'paid' | 'failed'
  /** The provider's own name for it; null where it has none apart from ours. */
  key: string | null
  /** Whole won that came in, without what went back since; in any other currency nothing counts. */
  amount: number
  /** What goes back: its reason names the refund that it is. */
  returned: readonly CardReturn[]
  refusal?: CardRefusal
}

export interface CardReturn {
  reason: string
  /** Whole won. */
  amount: number
  /** `pending`: a bank has still to do it, and may not. */
  state: 'done' | 'pending' | 'failed'
}

export interface CardRefusal {
  code: string
  text: string
}

/** The provider refuses for good. */
export class CardRefused extends Error {
  readonly refusal: CardRefusal

  constructor(refusal: CardRefusal) {
    super(`${refusal.code}: ${refusal.text}`)
    this.name = 'CardRefused'
    this.refusal = refusal
  }
}

/** Whole won of a provider's answer. */
export const wonOf = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0)

export interface CardCancel {
  attempt: string
  key: string | null
  /** Whole won; null: all that is there, in whatever currency it is. */
  amount: number | null
  /** What can still go back of the payment before this. */
  left: number
  /** Of this giving back, by which the provider does it once. */
  id: string
  reason: string
}

export interface CardNews {
  attempt: string
  key: string | null
}

/** A provider of card payments. Each of its methods throws `ProviderUnsure` where nothing certain came back. */
export interface CardProvider {
  name: CardProviderName
  /** What the browser needs to open the provider's window; nothing of it is secret. */
  page: { script: string; client: string; channel: string }
  /** Sources that the page with that window may load from and show, as of a Content-Security-Policy. */
  sources: { script: readonly string[]; frame: readonly string[]; connect: readonly string[] }
  /** Lets a payment happen that its customer has agreed to, or reads one that has happened; throws `CardRefused`. */
  complete(payment: { attempt: string; key: string | null; amount: number }): Promise<CardPayment>
  /** Null where the provider knows of none. */
  read(payment: { attempt: string; key: string | null }): Promise<CardPayment | null>
  /** Gives a part or all back; throws `CardRefused`. */
  cancel(cancel: CardCancel): Promise<void>
  /** Whether its webhooks are signed: those that are not are refused. */
  signs: boolean
  /** Of which attempt a webhook tells; null where it is not the provider's, or of no payment. */
  news(headers: Readonly<Record<string, string | undefined>>, body: string, now: Date): CardNews | null
}

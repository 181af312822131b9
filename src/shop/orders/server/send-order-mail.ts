import { asc, eq } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import { type Locale, regionTag } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { codeText } from '#kit/text/typed-code.ts'
import { spellDay, spellTime } from '#kit/time/spell-time.ts'
import { m } from '#messages/messages.js'
import { queueMail } from '#people/messages/server/queue-messages.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import { endOfTerm, formatOrderNumber } from '../rules.ts'
import { trackingPage } from '../shipping/rules-carriers.ts'
import { type OrderRow, shopOrderLines } from '../table.ts'

const mailTexts = {
  ordered: [m.orders_mail_ordered_subject, m.orders_mail_ordered_text],
  paid: [m.orders_mail_paid_subject, m.orders_mail_paid_text],
  paidByCard: [m.orders_mail_paid_by_card_subject, m.orders_mail_paid_by_card_text],
  paidPickup: [m.orders_mail_paid_subject, m.orders_mail_paid_pickup_text],
  paidByCardPickup: [m.orders_mail_paid_by_card_subject, m.orders_mail_paid_pickup_text],
  preparing: [m.orders_mail_preparing_subject, m.orders_mail_preparing_text],
  shipped: [m.orders_mail_shipped_subject, m.orders_mail_shipped_text],
  ready: [m.orders_mail_ready_subject, m.orders_mail_ready_text],
  handed: [m.orders_mail_handed_subject, m.orders_mail_handed_text],
  delivered: [m.orders_mail_delivered_subject, m.orders_mail_delivered_text],
  confirmed: [m.orders_mail_confirmed_subject, m.orders_mail_confirmed_text],
  cancelled: [m.orders_mail_cancelled_subject, m.orders_mail_cancelled_text],
  cancelledByStaff: [m.orders_mail_cancelled_by_staff_subject, m.orders_mail_cancelled_by_staff_text],
  overdue: [m.orders_mail_overdue_subject, m.orders_mail_overdue_text],
  returnAsked: [m.orders_mail_return_asked_subject, m.orders_mail_return_asked_text],
  returnWithdrawn: [m.orders_mail_return_withdrawn_subject, m.orders_mail_return_withdrawn_text],
  returnCollected: [m.orders_mail_return_collected_subject, m.orders_mail_return_collected_text],
  refunded: [m.orders_mail_refunded_subject, m.orders_mail_refunded_text],
  refundSent: [m.orders_mail_refund_sent_subject, m.orders_mail_refund_sent_text],
  refused: [m.orders_mail_refused_subject, m.orders_mail_refused_text],
  exchangeAsked: [m.orders_mail_exchange_asked_subject, m.orders_mail_exchange_asked_text],
  exchangeAskedDue: [m.orders_mail_exchange_asked_due_subject, m.orders_mail_exchange_asked_due_text],
  exchangePaid: [m.orders_mail_exchange_paid_subject, m.orders_mail_exchange_paid_text],
  exchangeCollected: [m.orders_mail_exchange_collected_subject, m.orders_mail_exchange_collected_text],
  exchangeShipped: [m.orders_mail_exchange_shipped_subject, m.orders_mail_exchange_shipped_text],
  exchangeDone: [m.orders_mail_exchange_done_subject, m.orders_mail_exchange_done_text],
  exchangeRefused: [m.orders_mail_exchange_refused_subject, m.orders_mail_exchange_refused_text],
  exchangeWithdrawn: [m.orders_mail_exchange_withdrawn_subject, m.orders_mail_exchange_withdrawn_text],
  exchangeAskedPickup: [m.orders_mail_exchange_asked_subject, m.orders_mail_exchange_asked_pickup_text],
  exchangeAskedDuePickup: [m.orders_mail_exchange_asked_due_subject, m.orders_mail_exchange_asked_due_pickup_text],
  exchangeCollectedPickup: [m.orders_mail_exchange_collected_subject, m.orders_mail_exchange_collected_pickup_text],
  exchangeDonePickup: [m.orders_mail_exchange_done_subject, m.orders_mail_exchange_done_pickup_text],
  invoiced: [m.orders_mail_invoiced_subject, m.orders_mail_invoiced_text],
  invoiceCorrected: [m.orders_mail_invoice_corrected_subject, m.orders_mail_invoice_corrected_text],
  cardReturned: [m.orders_mail_card_returned_subject, m.orders_mail_card_returned_text],
} as const

/** Mails of pickup orders that differ because no carrier is involved. */
const pickupMailKinds: Partial<Record<keyof typeof mailTexts, keyof typeof mailTexts>> = {
  paid: 'paidPickup',
  paidByCard: 'paidByCardPickup',
  exchangeAsked: 'exchangeAskedPickup',
  exchangeAskedDue: 'exchangeAskedDuePickup',
  exchangeCollected: 'exchangeCollectedPickup',
  exchangeDone: 'exchangeDonePickup',
}

/** Returns carrier and tracking number, and below them the tracking page of a known carrier. */
export const formatParcel = (locale: Locale, { carrier, tracking }: { carrier: string; tracking: string }): string => {
  const page = trackingPage(carrier, tracking)
  return [`${carrier} ${tracking}`, ...(page ? [m.orders_mail_parcel({ page }, { locale })] : [])].join('\n')
}

/** Sends a mail about an order to its customer, in the order's language. */
export const sendOrderMail = async (
  within: Context,
  order: OrderRow,
  kind: keyof typeof mailTexts,
  { note = '', amount = order.total }: { note?: string; amount?: number } = {},
): Promise<void> => {
  const { locale } = order
  const conditions = await readConditions(within)
  const lines = await within.database
    .select()
    .from(shopOrderLines)
    .where(eq(shopOrderLines.orderId, order.id))
    .orderBy(asc(shopOrderLines.position))
  const path = order.userId ? `/orders/${order.id}` : `/orders/${formatOrderNumber(order)}`
  const facts = {
    name: order.name,
    number: formatOrderNumber(order),
    goods: lines.map(({ title, quantity }) => `${textIn(locale, title)} × ${quantity}`).join('\n'),
    amount: amount.toLocaleString(regionTag[locale]),
    until: spellTime(locale, order.payUntil),
    bank: conditions.bank,
    account: conditions.account,
    holder: conditions.holder,
    parcel: formatParcel(locale, order),
    place: textIn(locale, order.pickup?.place),
    hours: order.pickup ? `${order.pickup.from}–${order.pickup.to}` : '',
    kept: order.pickup && order.readyAt ? spellDay(locale, endOfTerm(order.readyAt, order.pickup.days)) : '',
    code: order.code ? codeText(order.code) : '',
    note,
    link: `${within.services.settings.publicUrl ?? ''}${locale === 'ko' ? '' : `/${locale}`}${path}`,
  }
  const [subject, text] = mailTexts[(order.way === 'pickup' && pickupMailKinds[kind]) || kind]
  await queueMail(within, {
    to: order.email,
    about: order.userId,
    subject: subject(facts, { locale }),
    html: htmlOf(text(facts, { locale })),
  })
}

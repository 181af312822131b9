import type { Locale } from '#kit/locale.ts'
import { m } from '#messages/messages.js'

/** Texts of documents in the requester's language, shared by several products. */

const getSharedLabels = (locale: Locale) => {
  const options = { locale }
  return {
    number: m.papers_number({}, options),
    made: m.papers_made({}, options),
    total: m.papers_total({}, options),
    vat: m.papers_vat({}, options),
    state: m.papers_state({}, options),
    contact: m.papers_contact({}, options),
  }
}

/** Invoice and settlement of the auction. */
export const getSaleLabels = (locale: Locale) => {
  const options = { locale }
  return {
    ...getSharedLabels(locale),
    invoice: m.papers_invoice({}, options),
    settlement: m.papers_settlement({}, options),
    buyer: m.papers_buyer({}, options),
    program: m.papers_program({}, options),
    lot: m.papers_lot({}, options),
    work: m.papers_work({}, options),
    author: m.papers_author({}, options),
    sum: m.papers_sum({}, options),
    hammer: m.papers_hammer({}, options),
    premium: m.papers_premium({}, options),
    premiumHow: (sum: string) => m.papers_premium_how({ sum }, options),
    vatHow: m.papers_vat_how({}, options),
    toPay: m.papers_to_pay({}, options),
    payUntil: m.papers_pay_until({}, options),
    paidAt: m.papers_paid_at({}, options),
    payTo: m.papers_pay_to({}, options),
    howToPay: m.papers_how_to_pay({}, options),
    askHowToPay: m.papers_ask_how_to_pay({}, options),
    received: m.papers_received({}, options),
    house: m.papers_house({}, options),
    consignor: m.papers_consignor({}, options),
    consignorText: m.papers_consignor_text({}, options),
    states: {
      offered: m.papers_sale_offered({}, options),
      awaiting: m.papers_sale_awaiting({}, options),
      paid: m.papers_sale_paid({}, options),
      collected: m.papers_sale_collected({}, options),
      void: m.papers_sale_void({}, options),
    },
  }
}

/** Receipt and statement of the shop. */
export const getOrderLabels = (locale: Locale) => {
  const options = { locale }
  return {
    ...getSharedLabels(locale),
    receipt: m.papers_receipt({}, options),
    statement: m.papers_statement({}, options),
    orderer: m.papers_orderer({}, options),
    to: m.papers_to({}, options),
    ordered: m.papers_ordered({}, options),
    paidAt: m.papers_paid_at({}, options),
    goods: m.papers_goods({}, options),
    item: m.papers_item({}, options),
    price: m.papers_price({}, options),
    quantity: m.papers_quantity({}, options),
    linePaid: m.papers_line_paid({}, options),
    supply: m.papers_supply({}, options),
    productDiscount: m.papers_product_discount({}, options),
    levelDiscount: m.papers_level_discount({}, options),
    couponDiscount: m.papers_coupon_discount({}, options),
    points: m.papers_points({}, options),
    delivery: m.papers_delivery({}, options),
    deposit: m.papers_deposit({}, options),
    card: m.papers_card({}, options),
    exchanged: m.papers_exchanged({}, options),
    refunded: m.papers_refunded({}, options),
    left: m.papers_left({}, options),
    receiptText: m.papers_receipt_text({}, options),
    notPaid: m.papers_not_paid({}, options),
    cancelled: m.papers_cancelled({}, options),
  }
}

/** Badges of a fair. */
export const getBadgeLabels = (locale: Locale) => {
  const options = { locale }
  return {
    badges: m.papers_badges({}, options),
    none: m.papers_badges_none({}, options),
    back: m.papers_badge_back({}, options),
    house: m.papers_badge_house({}, options),
    agendaNone: m.papers_badge_agenda_none({}, options),
    more: (count: number) => m.papers_badge_more({ count }, options),
    online: m.papers_badge_online({}, options),
    seoul: m.papers_badge_seoul({}, options),
    roles: { seller: m.papers_seller({}, options), buyer: m.papers_buying({}, options) },
  }
}

/** Table plan of a fair. */
export const getTableLabels = (locale: Locale) => {
  const options = { locale }
  return {
    plan: m.papers_plan({}, options),
    time: m.papers_time({}, options),
    place: m.papers_place({}, options),
    places: {
      offline: (number: number) => m.papers_table({ number }, options),
      online: (number: number) => m.papers_room({ number }, options),
    },
    seller: m.papers_seller({}, options),
    buyer: m.papers_buying({}, options),
    none: m.papers_plan_none({}, options),
    free: m.papers_plan_free({}, options),
    version: (time: string) => m.papers_plan_version({ time }, options),
    asOf: (time: string) => m.papers_plan_as_of({ time }, options),
    meetings: (count: number) => m.papers_meetings({ count }, options),
  }
}

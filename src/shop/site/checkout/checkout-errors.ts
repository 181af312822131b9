import { fieldMessage } from '#kit/issue-messages.ts'
import { parsePhone } from '#kit/phone/parse-phone.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { readReceiptNumber, receiptNumberPattern } from '#shop/orders/rules.ts'
import {
  emptyInvoice,
  type InvoiceField,
  type InvoiceRecipient,
  isMail,
  validateInvoice,
} from '../parts/invoice-recipient.ts'
import type { Draft, FieldName } from './checkout-draft.ts'

const fieldLabels: Partial<Record<string, () => string>> = {
  'buyer.name': m.shop_field_name,
  'buyer.phone': m.shop_field_phone,
  'buyer.email': m.shop_field_email,
  'to.name': m.shop_field_to_name,
  'to.phone': m.shop_field_to_phone,
  'to.postcode': m.shop_field_postcode,
  'to.address': m.shop_field_address,
  'to.detail': m.shop_field_detail,
  memo: m.shop_field_memo,
  depositor: m.shop_field_depositor,
  'receipt.number': m.shop_receipt,
  receipt: m.shop_proof,
  taxInvoice: m.shop_invoice,
  'taxInvoice.businessNumber': m.shop_invoice_number,
  'taxInvoice.company': m.shop_invoice_company,
  'taxInvoice.ceo': m.shop_invoice_ceo,
  'taxInvoice.address': m.shop_invoice_address,
  'taxInvoice.email': m.shop_invoice_mail,
  way: m.shop_way,
  payment: m.shop_checkout_payment,
  points: m.shop_points,
  coupon: m.shop_coupon,
  agreed: m.shop_checkout_consent,
  total: m.shop_slip_total,
}

/** Returns the label of a field in the error summary. */
export const fieldLabel = (name: string): string => (fieldLabels[name] ?? m.shop_products)()

interface CheckoutInput {
  draft: Draft
  isAgreed: boolean
  points: number
  minPoints: number
}

const requiredFields: readonly FieldName[] = ['buyer.name', 'buyer.phone', 'buyer.email']
const requiredForParcel: readonly FieldName[] = ['to.postcode', 'to.address']

const validateInvoiceDraft = (draft: Draft): Record<string, string> => {
  const typed = Object.fromEntries(
    Object.keys(emptyInvoice).map((name) => [name, draft[`taxInvoice.${name as InvoiceField}`]]),
  ) as InvoiceRecipient
  return Object.fromEntries(
    Object.entries(validateInvoice(typed)).map(([name, fault]) => [`taxInvoice.${name}`, fault]),
  )
}

/** Validates on the client: missing fields and malformed addresses and numbers. */
export const validateCheckout = ({ draft, isAgreed, points, minPoints }: CheckoutInput): Record<string, string> => {
  const faults: Record<string, string> = {}
  const isBank = draft.payment === 'bank'
  const isParcel = draft.way === 'parcel'
  for (const name of [
    ...requiredFields,
    ...(isParcel ? requiredForParcel : []),
    ...(isBank ? (['depositor'] as const) : []),
  ])
    if (!draft[name].trim()) faults[name] = m.shop_fault_needed()
  if (draft['buyer.email'] && !isMail(draft['buyer.email'])) faults['buyer.email'] = m.shop_fault_email()
  for (const name of ['buyer.phone', 'to.phone'] as const) {
    const { fault } = parsePhone(draft[name])
    if ((isParcel || name === 'buyer.phone') && draft[name].trim() && fault)
      faults[name] = fieldMessage(fault, getLocale())
  }
  if (isParcel && draft['to.postcode'] && !/^\d{5}$/.test(draft['to.postcode'].trim()))
    faults['to.postcode'] = m.shop_fault_postcode()
  if (isBank && draft.receipt === 'tax') Object.assign(faults, validateInvoiceDraft(draft))
  else if (isBank && draft.receipt !== 'none' && !receiptNumberPattern.test(readReceiptNumber(draft['receipt.number'])))
    faults['receipt.number'] = m.shop_fault_receipt()
  if (points > 0 && points < minPoints) faults.points = m.shop_fault_points({ least: groupDigits(minPoints) })
  if (!isAgreed) faults.agreed = m.shop_fault_agree()
  return faults
}

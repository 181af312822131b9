import { findBusinessNumberError } from '#kit/text/business-number.ts'
import { m } from '#messages/messages.js'

/** Empty recipient of a tax invoice. */
export const emptyInvoice = {
  businessNumber: '',
  company: '',
  ceo: '',
  address: '',
  businessType: '',
  businessItem: '',
  email: '',
}
export type InvoiceRecipient = typeof emptyInvoice
export type InvoiceField = keyof InvoiceRecipient

/** Validates on the client; returns errors by field, none if complete. */
export const validateInvoice = (invoice: InvoiceRecipient): Partial<Record<InvoiceField, string>> => {
  const faults: Partial<Record<InvoiceField, string>> = {}
  const fault = findBusinessNumberError(invoice.businessNumber)
  if (fault) faults.businessNumber = fault === 'length' ? m.shop_fault_business_length() : m.shop_fault_business_check()
  for (const name of ['company', 'ceo', 'address', 'email'] as const)
    if (!invoice[name].trim()) faults[name] = m.shop_fault_needed()
  if (invoice.email && !isMail(invoice.email)) faults.email = m.shop_fault_email()
  return faults
}

export const isMail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text)

import { z } from 'zod'
import { headerLine, Instant } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { BusinessNumber } from '#people/companies/contract.ts'

fieldMessages({
  order_proof: m.orders_field_proof,
  order_proof_card: m.orders_field_proof_card,
  order_invoice: m.orders_field_invoice,
  order_invoice_changed: m.orders_field_invoice_changed,
  order_invoice_final: m.orders_field_invoice_final,
  order_approval: m.orders_field_approval,
  order_approval_used: m.orders_field_approval_used,
})

/** Recipient of a tax invoice: a business. */
export const TaxInvoiceInput = z.strictObject({
  businessNumber: BusinessNumber,
  company: headerLine(100).min(1),
  ceo: headerLine(60).min(1),
  address: headerLine(200).min(1),
  businessType: headerLine(60).default('').describe('업태'),
  businessItem: headerLine(60).default('').describe('종목'),
  email: z.email().max(200).describe('E-mail address to which the invoice is sent'),
})
export type TaxInvoiceInput = z.output<typeof TaxInvoiceInput>

/** Tax invoice of an order, issued or not. */
export const TaxInvoice = z
  .object({
    ...TaxInvoiceInput.shape,
    businessNumber: z.string().describe('Ten digits'),
    email: z.string(),
    approval: z.string().describe('Approval number of the tax office; empty until it is issued'),
    issuedAt: Instant.nullable(),
  })
  .meta({ id: 'ShopTaxInvoice' })
export type TaxInvoice = z.infer<typeof TaxInvoice>

/** Approval number: 24 characters, the first eight a date; hyphens and spaces are ignored. */
export const InvoiceApproval = z
  .string()
  .max(40)
  .transform((text) => text.normalize('NFKC').replace(/[\s-]/g, ''))
  .refine((approval) => /^\d{8}[0-9A-Za-z]{16}$/.test(approval), { error: 'order_approval' })

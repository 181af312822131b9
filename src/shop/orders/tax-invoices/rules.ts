/** Filter of tax invoices: to be issued, or issued. */
export const invoiceStates = ['due', 'issued'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** Formats an approval number as the National Tax Service writes it: `20261127-41000000-0a1b2c3d`. */
export const formatApproval = (approval: string): string =>
  [approval.slice(0, 8), approval.slice(8, 16), approval.slice(16)].filter(Boolean).join('-')

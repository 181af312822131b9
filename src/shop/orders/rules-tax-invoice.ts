/** Which tax invoices a list has: those that are to be issued, or that were. */
export const invoiceStates = ['due', 'issued'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** `20261127-41000000-0a1b2c3d`, as the tax office writes it. */
export const formatApproval = (approval: string): string =>
  [approval.slice(0, 8), approval.slice(8, 16), approval.slice(16)].filter(Boolean).join('-')

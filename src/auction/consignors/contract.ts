import { z } from 'zod'
import { BankAccount, MaskedBankAccount } from '#kit/bank-account.ts'
import { ById, crud, headerLine, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { Phone } from '#kit/phone/phone-field.ts'
import { m } from '#messages/messages.js'

fieldMessages({ consignor_used: m.consignors_field_used })

/** Hundredths of a percent of the hammer price. */
export const Commission = z.number().int().min(0).max(5000)

export const ConsignorInput = z.strictObject({
  name: headerLine(60).min(1),
  email: z.email().max(200).nullable().default(null),
  phone: Phone.nullable().default(null),
  commission: Commission.default(1000),
  note: z.string().trim().max(1000).default(''),
})

export const Consignor = z
  .object({
    ...recordFields,
    ...ConsignorInput.shape,
    phone: z.string().nullable(),
    account: MaskedBankAccount.nullable(),
    works: z.number().int().describe('Number of consigned works'),
  })
  .meta({ id: 'AuctionConsignor' })
export type Consignor = z.infer<typeof Consignor>

const consolePath = '/api/console/auction/consignors'
const one = z.object({ consignor: Consignor })

/** Consignors: contact, commission of the house, and bank account for the payout. */
export const consignors = {
  ...crud(consolePath, { one: 'consignor', many: 'consignors' }, Consignor, ConsignorInput, {
    access: 'console:auction',
    sort: ['updatedAt', 'createdAt', 'name'],
    filters: {},
  }),
  account: route({
    method: 'POST',
    path: `${consolePath}/{id}/account/open`,
    access: 'console:auction',
    summary: 'Returns the full account number of a consignor. The access and its reason are logged.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    answer: z.object({ account: BankAccount }),
    status: 200,
  }),
  setAccount: route({
    method: 'PUT',
    path: `${consolePath}/{id}/account`,
    access: 'console:auction',
    summary: 'Sets the bank account of a consignor; it is stored encrypted. `null` removes it.',
    params: ById,
    body: z.strictObject({ account: BankAccount.nullable() }),
    answer: one,
  }),
}

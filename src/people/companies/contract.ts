import { z } from 'zod'
import { headerLine, Instant, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { findBusinessNumberError, stripBusinessNumber } from '#kit/text/business-number.ts'
import { m } from '#messages/messages.js'
import { MemberFile, Ticket } from '#people/users/contract.ts'

fieldMessages({
  business_length: m.companies_field_length,
  business_check: m.companies_field_check,
})

export const BusinessNumber = z
  .string()
  .max(20)
  .transform(stripBusinessNumber)
  .superRefine((digits, context) => {
    const error = findBusinessNumberError(digits)
    if (error) context.addIssue({ code: 'custom', message: error === 'length' ? 'business_length' : 'business_check' })
  })

const facts = {
  name: headerLine(100).min(1),
  ceo: headerLine(60).min(1),
  category: headerLine(60).min(1),
  address: headerLine(200).min(1),
}

/** Upload tickets; null removes a file. The certificate can be replaced, not removed. */
const papers = {
  logo: Ticket.nullable().optional(),
  photo: Ticket.nullable().optional(),
  introduction: Ticket.nullable().optional(),
}

/** Input of a company that joins. */
export const CompanyInput = z.strictObject({
  ...facts,
  businessNumber: BusinessNumber,
  businessRegistration: Ticket,
  ...papers,
})
export type CompanyInput = z.output<typeof CompanyInput>

/** A company as its own member sees it. */
export const Company = z
  .object({
    ...recordFields,
    ...facts,
    businessNumber: z.string(),
    businessRegistration: MemberFile.nullable(),
    logo: MemberFile.nullable(),
    photo: MemberFile.nullable(),
    introduction: MemberFile.nullable(),
  })
  .meta({ id: 'Company' })
export type Company = z.infer<typeof Company>

export const companies = {
  company: route({
    method: 'GET',
    path: '/api/v1/me/company',
    access: 'member',
    owned: true,
    summary: 'Company of the logged-in member; null for a person.',
    answer: z.object({ company: Company.nullable() }),
  }),
  updateCompany: route({
    method: 'PUT',
    path: '/api/v1/me/company',
    access: 'member',
    owned: true,
    summary: 'Change the caller’s company. Omitted fields stay as they are; the business number cannot be changed.',
    body: z.strictObject({
      name: facts.name.optional(),
      ceo: facts.ceo.optional(),
      category: facts.category.optional(),
      address: facts.address.optional(),
      businessRegistration: Ticket.optional(),
      ...papers,
      updatedAt: Instant.optional(),
    }),
    answer: z.object({ company: Company }),
  }),
}

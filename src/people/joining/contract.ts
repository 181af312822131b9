import { z } from 'zod'
import { Id, Locale, route } from '#kit/contract.ts'
import { NewPassword } from '#people/auth/contract.ts'
import { CompanyInput } from '#people/companies/contract.ts'
import { JoiningConsents } from '#people/consents/contract.ts'
import { MemberKind, PersonName, Ticket, Username } from '#people/users/contract.ts'

export const joining = {
  join: route({
    method: 'POST',
    path: '/api/v1/users',
    access: 'public',
    summary: 'Create an account for a person or a company, with a proven contact and the required consents.',
    body: z.strictObject({
      kind: MemberKind,
      username: Username,
      password: NewPassword,
      /** Replaced by the verified name if the proof is an identity verification. */
      name: PersonName,
      locale: Locale.optional(),
      /** Token from `certify/{id}` or `certify/identity/{id}`; spent by the join. */
      proof: z.string().max(2000),
      /** Must be true: the minimum age is 14. */
      over14: z.boolean(),
      consents: JoiningConsents,
      /** Upload ticket. */
      photo: Ticket.optional(),
      /** Required for the kind COMPANY. */
      company: CompanyInput.optional(),
    }),
    answer: z.object({
      user: z.object({ _id: Id, username: z.string(), name: z.string(), kind: MemberKind }).meta({ id: 'JoinedUser' }),
    }),
    status: 201,
    perMinute: 60,
  }),
}

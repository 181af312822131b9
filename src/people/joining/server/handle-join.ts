import { eq } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { admitHashing, hashPassword } from '#kit/auth/password.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { checkNewPassword } from '#people/auth/server/check-password.ts'
import { spendJoinProof } from '#people/certify/server/confirm-code.ts'
import { createCompany } from '#people/companies/server/create-company.ts'
import { checkJoinConsents, storeJoinConsents } from '#people/consents/server/join-consents.ts'
import { levels } from '#people/levels/table.ts'
import type { MemberKind } from '#people/users/contract.ts'
import { findTakenField } from '#people/users/server/find-account.ts'
import { claimFile } from '#people/users/server/store-member-file.ts'
import { users } from '#people/users/table.ts'
import type { joining as contract } from '../contract.ts'

/** Returns the default level of new members. */
const findJoiningLevel = async (context: Context, kind: MemberKind): Promise<string> => {
  const [level] = await context.database
    .select({ id: levels.id })
    .from(levels)
    .where(eq(kind === 'COMPANY' ? levels.forCompanies : levels.forPersons, true))
  if (!level) throw new Error(`No level is assigned to new accounts of the kind ${kind}`)
  return level.id
}

export const joiningHandlers: Handlers<typeof contract> = {
  async join(context, { body }) {
    const { kind, username, company } = body
    if (!body.over14) throw new AppError('invalid', { fields: { over14: 'under_14' } })
    if ((kind === 'COMPANY') !== (company !== undefined))
      throw new AppError('invalid', { fields: { company: kind === 'COMPANY' ? 'required' : 'invalid' } })
    checkNewPassword(body.password, username, false, 'password')
    const decisions = await checkJoinConsents(context, body.consents)
    const passwordHash = await admitHashing(() => hashPassword(body.password))
    return context.transaction(async (within) => {
      const { name = body.name, ...contact } = await spendJoinProof(within, body.proof)
      const now = within.now()
      const id = within.newId()
      const inserted = await within.database
        .insert(users)
        .values({
          id,
          kind,
          username,
          name,
          ...contact,
          locale: body.locale ?? within.locale,
          levelId: await findJoiningLevel(within, kind),
          passwordHash,
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoNothing()
        .returning({ id: users.id })
      if (inserted.length === 0) {
        const takenField = await findTakenField(within, { username, ...contact })
        if (takenField === 'username') throw new AppError('taken', { fields: { username: 'taken' } })
        throw new AppError('taken', { fields: { proof: 'taken' } })
      }
      await storeJoinConsents(within, id, decisions)
      if (body.photo !== undefined) {
        const photoClaim = { ticket: body.photo, field: 'photo', purpose: 'photo', path: 'photo' } as const
        const photo = await claimFile(within, id, photoClaim)
        await within.database.update(users).set({ photo }).where(eq(users.id, id))
      }
      if (company) await createCompany(within, id, company)
      await writeAudit(within, { action: 'join', entity: 'users', entityId: id, summary: kind, ofMember: true })
      return { user: { _id: id, username, name, kind } }
    })
  },
}

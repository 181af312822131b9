import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { DemoText, parseDemo } from '#kit/module/demo-records.ts'
import type { Context } from '#kit/server/context.ts'
import { buildProfile } from '#match/participants/factory.ts'
import { categories } from '#match/participants/rules.ts'
import type { ProfileRow } from '#match/participants/table.ts'
import { createBusinessNumber } from '#people/companies/factory.ts'
import { companies } from '#people/companies/table.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import records from './demo-companies.json' with { type: 'json' }

/** Fictional companies of the demonstration. */
export const { sellers, buyers } = parseDemo(
  z.strictObject({
    sellers: z.array(
      z.strictObject({ name: DemoText, category: z.enum(categories), product: DemoText, price: z.number() }),
    ),
    buyers: z.array(
      z.strictObject({
        name: DemoText,
        country: z.string(),
        timeZone: z.string(),
        city: z.string(),
        buyerType: z.enum(['online', 'offline']),
        interests: z.array(z.enum(categories)),
      }),
    ),
  }),
  records,
)

/** Creates a company with its account and profile. An account without a password hash cannot log in. */
export const createCompany = async (
  context: Context,
  username: string,
  name: DemoText,
  profile: Partial<ProfileRow> & { role: 'seller' | 'buyer' },
  passwordHash = 'none',
): Promise<ProfileRow> => {
  const [existing] = await context.database.select().from(users).where(eq(users.username, username))
  const [level] = await context.database.select({ id: levels.id }).from(levels).where(eq(levels.key, 'member'))
  if (!level) throw new Error('There is no level member')
  const now = context.now()
  const userId = existing?.id ?? context.newId()
  if (!existing)
    await context.database.insert(users).values({
      id: userId,
      username,
      name: name.ko,
      email: `${username}@match.example`,
      levelId: level.id,
      passwordHash,
      kind: 'COMPANY',
      createdAt: now,
      updatedAt: now,
    })
  const [record] = await context.database.select().from(companies).where(eq(companies.userId, userId))
  const facts = {
    userId,
    ...(record && { companyId: record.id }),
    names: { en: name.en, cn: name.cn },
    contactEmail: `${username}@match.example`,
    ...profile,
  }
  return buildProfile(context, {
    ...facts,
    company: {
      name: name.ko,
      ceo: '한결',
      businessNumber: createBusinessNumber(),
      category: '생활용품',
      address: '주소 00',
    },
  })
}

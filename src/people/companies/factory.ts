import { randomInt } from 'node:crypto'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/samples.ts'
import { buildTicket } from '#people/users/factory.ts'
import type { companies as contract } from './contract.ts'
import { businessNumberFault } from './rules.ts'
import { findCompany } from './service.ts'
import { type CompanyRow, companies } from './table.ts'

/** A business number whose check digit fits, most likely nobody's. */
export const newBusinessNumber = (): string => {
  const digits = String(randomInt(1_000_000_000)).padStart(9, '0')
  const last = [...'0123456789'].find((digit) => businessNumberFault(digits + digit) === null)
  return `${digits}${last}`
}

/** The company of an account, without papers. */
export const buildCompany = async (
  context: Context,
  overrides: Partial<CompanyRow> & Pick<CompanyRow, 'userId'>,
): Promise<CompanyRow> => {
  const row: CompanyRow = {
    id: context.newId(),
    name: '(주)구운결',
    ceo: '서가온',
    businessNumber: newBusinessNumber(),
    category: '생활 도자',
    address: '서울특별시 종로구 가온길 1',
    businessRegistration: null,
    logo: null,
    photo: null,
    introduction: null,
    createdAt: context.now(),
    updatedAt: context.now(),
    ...overrides,
  }
  await context.database.insert(companies).values(row)
  return row
}

export const samples: Samples<typeof contract> = {
  updateCompany: async (context) => {
    const { userId } = context.principal
    const { updatedAt } = (await findCompany(context, userId)) ?? (await buildCompany(context, { userId }))
    return {
      body: {
        name: '누리상회',
        ceo: '차누리',
        category: '도자',
        address: '서울특별시 성북구 누리길 1',
        businessRegistration: await buildTicket(context, 'uploadRegistration'),
        logo: await buildTicket(context, 'uploadLogo'),
        photo: null,
        introduction: null,
        updatedAt: updatedAt.toISOString(),
      },
    }
  },
}

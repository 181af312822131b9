import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { hashPassword } from '#kit/auth/password.ts'
import type { Context } from '#kit/server/context.ts'
import { users } from '#people/users/table.ts'
import { depositDueDays } from './rules.ts'
import { encryptRefundAccount } from './server/present-deposit.ts'
import { type AuctionRow, auctionRegistrations, type RegistrationRow } from './table.ts'

/** Fictional bidders. `bank`: where a deposit has to be refunded to. */
const bidders: readonly (Pick<RegistrationRow, 'state' | 'deposit'> & {
  name: string
  registeredHoursAgo: number
  reason?: string
  bank?: string
})[] = [
  { name: '남새롬', registeredHoursAgo: 3, state: 'waiting', deposit: 'due' },
  { name: '탁이든', registeredHoursAgo: 90, state: 'approved', deposit: 'due' },
  { name: '길다온', registeredHoursAgo: 60, state: 'approved', deposit: 'received', bank: '가람은행' },
  { name: '편슬아', registeredHoursAgo: 52, state: 'approved', deposit: 'received' },
  { name: '마루한', registeredHoursAgo: 120, state: 'approved', deposit: 'returned' },
  {
    name: '구슬찬',
    registeredHoursAgo: 130,
    state: 'approved',
    deposit: 'refused',
    reason: '보낸 사람 이름을 확인할 수 없습니다.',
  },
]

/** Creates registrations for an auction with a deposit, each with its deposit in another state. */
export const seedDeposits = async (context: Context, program: AuctionRow, levelId: string): Promise<void> => {
  const { deposit: terms } = program
  if (!terms) throw new Error('The auction requires no deposit')
  const now = context.now().getTime()
  const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000)
  // Random, unusable password.
  const passwordHash = await hashPassword(randomUUID())
  for (const [index, { name, state, deposit, bank, ...bidder }] of bidders.entries()) {
    const at = hoursAgo(bidder.registeredHoursAgo)
    const stamps = { createdAt: at, updatedAt: at }
    const userId = context.newId()
    const username = `auction-bidder-${index + 1}`
    const email = `${username}@daecheong.example`
    await context.database.insert(users).values({ ...stamps, id: userId, username, name, email, levelId, passwordHash })
    const id = context.newId()
    const hasCome = deposit === 'received' || deposit === 'returned'
    await context.database.insert(auctionRegistrations).values({
      ...stamps,
      id,
      programId: program.id,
      userId,
      state,
      termsVersion: program.termsVersion,
      acceptedAt: at,
      deposit,
      depositAmount: terms.amount,
      depositNumber: sql`nextval('auction_deposit_numbers')`,
      depositDue: new Date(at.getTime() + depositDueDays * 86_400_000),
      depositReason: bidder.reason ?? '',
      receivedAt: hasCome ? hoursAgo(bidder.registeredHoursAgo - 20) : null,
      returnedAt: deposit === 'returned' ? hoursAgo(bidder.registeredHoursAgo - 70) : null,
      sealed: bank
        ? encryptRefundAccount(context, id, { bank, number: `000-00-00020${index + 1}`, holder: name })
        : null,
    })
  }
}

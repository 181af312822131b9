import type { PublicAuction } from '../../auctions/contract.ts'
import type { PublicWork, PublicWorkLine } from '../../works/contract.ts'

/** The fields of an auction that bidding needs. */
const rulesOf = ({
  _id,
  title,
  lang,
  premium,
  windowSeconds,
  terms,
  termsVersion,
  entry,
  deposit,
  stopReason,
  lots,
  increments,
}: PublicAuction) => ({
  _id,
  title,
  lang,
  premium,
  windowSeconds,
  terms,
  termsVersion,
  entry,
  deposit,
  stopReason,
  lots,
  increments,
})
export type AuctionRules = ReturnType<typeof rulesOf>

/** A work with the bidding rules of its auction. */
export type WorkView = Omit<PublicWork, 'program'> & { program: AuctionRules }

export const createWorkView = (work: PublicWork, program: PublicAuction): WorkView => ({
  ...work,
  program: rulesOf(program),
})

/** Name of a work within a sentence: 한도겸, 물결 04. */
export const formatWorkName = ({ author, title }: Pick<PublicWorkLine, 'author' | 'title'>): string =>
  author ? `${author.name}, ${title}` : title

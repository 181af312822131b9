import type { PublicProgram } from '../../programs/contract.ts'
import type { PublicWork, PublicWorkLine } from '../../works/contract.ts'

/** What bidding needs of a programme. */
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
}: PublicProgram) => ({
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
export type ProgramRules = ReturnType<typeof rulesOf>

/** A work with the rules under which it is bid for. */
export type WorkView = Omit<PublicWork, 'program'> & { program: ProgramRules }

export const workView = (work: PublicWork, program: PublicProgram): WorkView => ({ ...work, program: rulesOf(program) })

/** 한도겸, 물결 04: as a work is named in a sentence. */
export const workName = ({ author, title }: Pick<PublicWorkLine, 'author' | 'title'>): string =>
  author ? `${author.name}, ${title}` : title

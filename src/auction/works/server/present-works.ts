import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import { pickFields } from '#kit/input-fields.ts'
import type { Context } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { type PublicWorkLine, publicColumns, publicTexts } from '../contract.ts'
import type { WorkRow } from '../table.ts'
import type { FoundWork } from './find-works.ts'

const namesOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[]

/** Formats works for public lists. */
export const presentWorks = async (context: Context, found: readonly FoundWork[]): Promise<PublicWorkLine[]> => {
  const pictures = await findFiles(
    context,
    found.map(({ work }) => work.pictures[0]),
  )
  return found.map(({ work, program, author }) => ({
    _id: work.id,
    lot: work.lot,
    program: { _id: program.id, title: textIn(context.locale, program.title) },
    author: author?.visible ? { _id: author.id, name: textIn(context.locale, author.name) } : null,
    picture: pictureOf(pictures, work.pictures[0]),
    dueAt: (work.dueAt ?? program.firstEnd).toISOString(),
    ...localize(context.locale, pickFields(work, namesOf(publicTexts))),
    ...pickFields(work, namesOf(publicColumns)),
  }))
}

/** Columns of a work that its line in lists of staff needs. */
export type WorkLineRow = Pick<
  WorkRow,
  | 'id'
  | 'createdAt'
  | 'updatedAt'
  | 'program'
  | 'title'
  | 'lot'
  | 'pictures'
  | 'estimateLow'
  | 'estimateHigh'
  | 'startPrice'
  | 'price'
  | 'bids'
  | 'state'
  | 'endsAt'
>

/** Formats a work for lists of staff. */
export const presentWorkLine = (
  { locale }: Context,
  { pictures: ids, ...work }: WorkLineRow,
  {
    program,
    author,
    pictures,
  }: {
    program: Pick<FoundWork['program'], 'title'> | undefined
    author: Pick<NonNullable<FoundWork['author']>, 'id' | 'name'> | null | undefined
    pictures: Awaited<ReturnType<typeof findFiles>>
  },
) => ({
  ...toRecord(work),
  program: { _id: work.program, title: textIn(locale, program?.title) },
  author: author ? { _id: author.id, name: textIn(locale, author.name) } : null,
  picture: pictureOf(pictures, ids[0]),
  locked: work.bids > 0,
})

import type { Picture } from '#kit/contract.ts'
import { requirePicture, toPicture } from '#kit/files/media-library.ts'
import type { FileRow } from '#kit/files/table.ts'
import type { Context } from '#kit/server/context.ts'
import { cleanHtml, cleanInline, cleanLocalized } from '#kit/text/html.ts'
import type { Block } from '../contract.ts'

/** Returns the path and file id of each picture of a block. */
const listPicturePaths = (block: Block): [path: string, id: string | null][] => {
  if (block.kind === 'picture') return [['picture', block.picture]]
  if (block.kind === 'gallery') return block.items.map(({ picture }, index) => [`items.${index}.picture`, picture])
  return []
}

/** Returns the ids of all pictures in the blocks, so that one query can load them for a whole response. */
export const listBlockPictureIds = (blocks: readonly Block[]): (string | null)[] =>
  blocks.flatMap(listPicturePaths).map(([, id]) => id)

/** Returns the pictures of these blocks among the loaded files, for display in a form. */
export const findBlockPictures = (blocks: readonly Block[], files: Map<string, FileRow>): Picture[] =>
  [...new Set(listBlockPictureIds(blocks))].flatMap((id) => {
    const row = id ? files.get(id) : undefined
    return row?.kind === 'picture' ? [toPicture(row)] : []
  })

const sanitizeBlock = (block: Block): Block => {
  if (block.kind === 'text') return { ...block, text: cleanLocalized(block.text, cleanHtml) }
  if (block.kind === 'questions')
    return { ...block, items: block.items.map((item) => ({ ...item, text: cleanLocalized(item.text, cleanInline) })) }
  return block
}

/**
 * Sanitizes the HTML of blocks before they are stored. Throws `invalid` for a picture that is not stored, with its path
 * below `path` in `fields`.
 */
export const validateBlocks = async (context: Context, blocks: readonly Block[], path: string): Promise<Block[]> => {
  for (const [index, block] of blocks.entries())
    for (const [place, id] of listPicturePaths(block)) await requirePicture(context, id, `${path}.${index}.${place}`)
  return blocks.map(sanitizeBlock)
}

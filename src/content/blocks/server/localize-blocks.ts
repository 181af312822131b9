import type { Locale, Localized } from '#kit/contract.ts'
import { pictureOf } from '#kit/files/media-library.ts'
import type { FileRow } from '#kit/files/table.ts'
import { localize } from '#kit/server/records/localize.ts'
import type { Block, PublicBlock } from '../contract.ts'

const localizeBlock = (block: Block, locale: Locale, files: Map<string, FileRow>): PublicBlock => {
  const localizeTexts = <Texts extends Record<string, Localized>>(texts: Texts) => localize(locale, texts)
  const { anchor, title, label, lead } = block
  const headTexts = { title, label, lead }
  const head = { anchor, ...localizeTexts(headTexts) }
  switch (block.kind) {
    case 'text':
      return { kind: block.kind, anchor, ...localizeTexts({ ...headTexts, text: block.text }) }
    case 'picture':
      return { kind: block.kind, ...head, picture: pictureOf(files, block.picture) }
    case 'list':
      return { kind: block.kind, ...head, items: block.items.map(localizeTexts) }
    case 'steps':
      return { kind: block.kind, ...head, items: block.items.map(localizeTexts) }
    case 'today':
      return {
        kind: block.kind,
        anchor,
        ...localizeTexts({ ...headTexts, act: block.act }),
        items: block.items.map(localizeTexts),
      }
    case 'gains':
      return { kind: block.kind, ...head, items: block.items.map(localizeTexts) }
    case 'years':
      return {
        kind: block.kind,
        anchor,
        ...localizeTexts({ ...headTexts, note: block.note }),
        items: block.items.map(({ years, ...texts }) => ({ years, ...localizeTexts(texts) })),
      }
    case 'figures':
      return { kind: block.kind, ...head, items: block.items.map(localizeTexts) }
    case 'timeline':
      return { kind: block.kind, ...head, items: block.items.map(localizeTexts) }
    case 'questions':
      return { kind: block.kind, ...head, items: block.items.map(localizeTexts) }
    case 'gallery':
      return {
        kind: block.kind,
        ...head,
        items: block.items.map(({ picture, text }) => ({
          picture: pictureOf(files, picture),
          ...localizeTexts({ text }),
        })),
      }
    case 'people':
    case 'projects':
      return { kind: block.kind, ...head, practice: block.practice, most: block.most }
    case 'call':
      return { kind: block.kind, anchor, ...localizeTexts({ ...headTexts, act: block.act }), link: block.link }
  }
}

/** Returns blocks in one language. Each head and each item falls back to Korean separately. */
export const localizeBlocks = (blocks: readonly Block[], locale: Locale, files: Map<string, FileRow>): PublicBlock[] =>
  blocks.map((block) => localizeBlock(block, locale, files))

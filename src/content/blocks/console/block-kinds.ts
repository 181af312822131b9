import { m } from '#messages/messages.js'
import type { Block, BlockKind } from '../contract.ts'

/** Names of the block kinds, in the order of the menu. */
export const blockKindLabels: Record<BlockKind, () => string> = {
  text: m.practice_kind_text,
  list: m.practice_kind_list,
  today: m.practice_kind_today,
  steps: m.practice_kind_steps,
  gains: m.practice_kind_gains,
  years: m.practice_kind_years,
  questions: m.practice_kind_questions,
  figures: m.practice_kind_figures,
  timeline: m.practice_kind_timeline,
  picture: m.practice_kind_picture,
  gallery: m.practice_kind_gallery,
  people: m.practice_kind_people,
  projects: m.practice_kind_projects,
  call: m.practice_kind_call,
}

const createAnchor = (kind: BlockKind, usedAnchors: readonly string[]): string => {
  let anchor: string = kind
  for (let number = 2; usedAnchors.includes(anchor); number += 1) anchor = `${kind}-${number}`
  return anchor
}

/** Returns an empty block. */
export const createBlankBlock = (kind: BlockKind, usedAnchors: readonly string[]): Block => {
  const head = { anchor: createAnchor(kind, usedAnchors), title: { ko: '' }, label: {}, lead: {} }
  switch (kind) {
    case 'text':
      return { kind, ...head, text: {} }
    case 'picture':
      return { kind, ...head, picture: null }
    case 'list':
      return { kind, ...head, items: [{ text: { ko: '' } }] }
    case 'steps':
      return { kind, ...head, items: [{ title: { ko: '' }, time: {}, text: {}, papers: {} }] }
    case 'today':
      return { kind, ...head, items: [{ title: { ko: '' }, text: {} }], act: {} }
    case 'gains':
      return { kind, ...head, items: [{ title: { ko: '' }, text: {} }] }
    case 'years':
      return { kind, ...head, note: {}, items: [{ years: 2, title: { ko: '' }, text: {} }] }
    case 'figures':
      return { kind, ...head, items: [{ value: { ko: '' }, title: { ko: '' }, text: {} }] }
    case 'timeline':
      return { kind, ...head, items: [{ time: { ko: '' }, title: { ko: '' }, text: {} }] }
    case 'questions':
      return { kind, ...head, items: [{ title: { ko: '' }, text: { ko: '' } }] }
    case 'gallery':
      return { kind, ...head, items: [{ picture: null, text: {} }] }
    case 'people':
      return { kind, ...head, practice: null, most: 4 }
    case 'projects':
      return { kind, ...head, practice: null, most: 3 }
    case 'call':
      return { kind, ...head, link: '/consult', act: { ko: '' } }
  }
}

/** Returns an empty item of a block; undefined for kinds without items. */
export const createBlankItem = (kind: BlockKind): unknown => {
  const block = createBlankBlock(kind, [])
  return 'items' in block ? block.items[0] : undefined
}

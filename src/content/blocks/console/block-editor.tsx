import { NumberControl, TextControl } from '#console/kit/form/fields/basic-controls.tsx'
import { LocalizedControl } from '#console/kit/form/fields/localized-control.tsx'
import { PictureControl } from '#console/kit/form/fields/media-controls.tsx'
import { RichControl } from '#console/kit/form/fields/rich-text-control.tsx'
import { RowField, RowList } from '#console/kit/form/fields/row-list.tsx'
import { fieldId } from '#console/kit/form/form-context.ts'
import { m } from '#messages/messages.js'
import type { BlockKind } from '../contract.ts'
import { createBlankItem } from './block-kinds.ts'

/** Field of a block or of one of its items; `name` is relative to the path. */
type Part =
  | { name: string; label: () => string; max: number; lines?: number }
  | { name: string; label: () => string; as: 'line' | 'article' | 'picture' }
  | { name: string; label: () => string; as: 'number'; min: number; max: number }
  | { name: string; label: () => string; as: 'text'; placeholder: string; nullable: boolean }

const titleField = (max = 80): Part => ({ name: 'title', label: m.practice_block_title, max })
const textField = (max = 400, lines = 2): Part => ({ name: 'text', label: m.practice_block_text, max, lines })
const maxField = (max: number): Part => ({ name: 'most', label: m.practice_block_most, as: 'number', min: 1, max })
const practiceField: Part = {
  name: 'practice',
  label: m.practice_block_practice,
  as: 'text',
  placeholder: 'building',
  nullable: true,
}

/** Item fields of the kinds that have items. */
const itemParts: Partial<Record<BlockKind, readonly Part[]>> = {
  list: [textField(300)],
  steps: [
    titleField(),
    { name: 'time', label: m.practice_block_time, max: 40 },
    textField(),
    { name: 'papers', label: m.common_papers, max: 300 },
  ],
  today: [titleField(), textField()],
  gains: [titleField(), textField()],
  years: [
    { name: 'years', label: m.practice_block_years, as: 'number', min: 1, max: 50 },
    { name: 'title', label: m.practice_block_work, max: 120 },
    textField(300),
  ],
  figures: [{ name: 'value', label: m.practice_block_value, max: 24 }, titleField(), textField(300)],
  timeline: [{ name: 'time', label: m.practice_block_when, max: 40 }, titleField(120), textField()],
  questions: [
    { name: 'title', label: m.practice_block_question, max: 200 },
    { name: 'text', label: m.practice_block_answer, as: 'line' },
  ],
  gallery: [
    { name: 'picture', label: m.common_picture, as: 'picture' },
    { name: 'text', label: m.practice_block_caption, max: 200 },
  ],
}

/** Fields of a block in addition to its title and lead. */
const blockParts: Partial<Record<BlockKind, readonly Part[]>> = {
  text: [{ name: 'text', label: m.practice_block_text, as: 'article' }],
  picture: [{ name: 'picture', label: m.common_picture, as: 'picture' }],
  today: [{ name: 'act', label: m.practice_block_act, max: 40 }],
  years: [{ name: 'note', label: m.practice_block_note, max: 300 }],
  people: [practiceField, maxField(40)],
  projects: [practiceField, maxField(12)],
  call: [
    { name: 'act', label: m.practice_block_act, max: 40 },
    { name: 'link', label: m.practice_block_link, as: 'text', placeholder: '/consult', nullable: false },
  ],
}

function PartField({ path, part }: { path: string; part: Part }) {
  const name = `${path}.${part.name}`
  const label = part.label()
  const renderControl = () => {
    if (!('as' in part)) return <LocalizedControl name={name} label={label} max={part.max} lines={part.lines} />
    switch (part.as) {
      case 'line':
      case 'article':
        return <RichControl name={name} label={label} kind={part.as} />
      case 'picture':
        return <PictureControl name={name} label={label} shape="4 / 3" />
      case 'number':
        return <NumberControl field={{ name, min: part.min, max: part.max }} />
      case 'text':
        return <TextControl name={name} room="half" placeholder={part.placeholder} nullable={part.nullable} />
    }
  }
  const single = 'as' in part && (part.as === 'number' || part.as === 'text')
  return (
    <RowField label={label} {...(single && { htmlFor: fieldId(name) })}>
      {renderControl()}
    </RowField>
  )
}

/** Edits one block: its position, header fields, kind-specific fields and items. */
export function BlockEditor({ path, kind }: { path: string; kind: BlockKind }) {
  const rows = itemParts[kind]
  return (
    <>
      <PartField path={path} part={titleField(120)} />
      <PartField path={path} part={{ name: 'lead', label: m.practice_block_lead, max: 600, lines: 2 }} />
      {blockParts[kind]?.map((part) => (
        <PartField key={part.name} path={path} part={part} />
      ))}
      {rows && (
        <RowList
          name={`${path}.items`}
          maxRows={40}
          blank={createBlankItem(kind)}
          add={m.practice_block_row_add()}
          title={(place) => m.practice_block_row({ place })}
        >
          {(row) => rows.map((part) => <PartField key={part.name} path={row} part={part} />)}
        </RowList>
      )}
      <PartField path={path} part={{ name: 'label', label: m.practice_block_label, max: 24 }} />
      <PartField
        path={path}
        part={{ name: 'anchor', label: m.practice_block_anchor, as: 'text', placeholder: 'warranty', nullable: false }}
      />
    </>
  )
}

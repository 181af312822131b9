import { z } from 'zod'
import { Id, Link, Locale, localized, localizedOptional, Picture } from '#kit/contract.ts'

/**
 * Content that staff compose without a developer. A record (a practice, a page) holds a list of blocks; each has a kind
 * from a closed list, a title in three languages and an anchor for links.
 */

/** Target of an anchor link: `#warranty`. */
const Anchor = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, { error: 'slug' })

const headerFields = {
  anchor: Anchor,
  title: localized(120),
  /** Name in the anchor navigation; the title if empty. */
  label: localizedOptional(24).default({}),
  lead: localizedOptional(600).default({}),
}

const createItemsSchema = <Item extends z.ZodObject>(item: Item) => z.array(item).min(1).max(40)

/** Rich text as HTML, sanitized on input. */
export const BlockText = z.strictObject({ kind: z.literal('text'), ...headerFields, text: localizedOptional(20_000) })

const PictureBlock = z.strictObject({
  kind: z.literal('picture'),
  ...headerFields,
  picture: Id.nullable().default(null),
})

/** Target audience: one sentence per item. */
const ListBlock = z.strictObject({
  kind: z.literal('list'),
  ...headerFields,
  items: createItemsSchema(z.strictObject({ text: localized(300) })),
})

const StepsBlock = z.strictObject({
  kind: z.literal('steps'),
  ...headerFields,
  items: createItemsSchema(
    z.strictObject({
      title: localized(80),
      /** Duration as text: '4~8주'. */
      time: localizedOptional(40).default({}),
      text: localizedOptional(400).default({}),
      papers: localizedOptional(300).default({}),
    }),
  ),
})

/** Urgent steps in order, shown before everything else on the page; `act` labels the page's only call to action. */
const TodayBlock = z.strictObject({
  kind: z.literal('today'),
  ...headerFields,
  items: createItemsSchema(z.strictObject({ title: localized(80), text: localizedOptional(400).default({}) })),
  act: localizedOptional(40).default({}),
})

/** Benefits for the client. */
const GainsBlock = z.strictObject({
  kind: z.literal('gains'),
  ...headerFields,
  items: createItemsSchema(z.strictObject({ title: localized(80), text: localizedOptional(400).default({}) })),
})

/** Years drawn as bars to scale. */
const YearsBlock = z.strictObject({
  kind: z.literal('years'),
  ...headerFields,
  items: createItemsSchema(
    z.strictObject({
      years: z.number().int().min(1).max(50),
      title: localized(120),
      text: localizedOptional(300).default({}),
    }),
  ),
  /** Source and date of the figures. */
  note: localizedOptional(300).default({}),
})

const FiguresBlock = z.strictObject({
  kind: z.literal('figures'),
  ...headerFields,
  items: createItemsSchema(
    z.strictObject({ value: localized(24), title: localized(80), text: localizedOptional(300).default({}) }),
  ),
})

const TimelineBlock = z.strictObject({
  kind: z.literal('timeline'),
  ...headerFields,
  items: createItemsSchema(
    z.strictObject({ time: localized(40), title: localized(120), text: localizedOptional(400).default({}) }),
  ),
})

const QuestionsBlock = z.strictObject({
  kind: z.literal('questions'),
  ...headerFields,
  /** The answer is one or two lines of HTML, sanitized on input. */
  items: createItemsSchema(z.strictObject({ title: localized(200), text: localized(2000) })),
})

const GalleryBlock = z.strictObject({
  kind: z.literal('gallery'),
  ...headerFields,
  items: createItemsSchema(
    z.strictObject({ picture: Id.nullable().default(null), text: localizedOptional(200).default({}) }),
  ),
})

/**
 * Lawyers of the practice with this key. If null: of the page's own practice, or the representatives on other pages.
 */
const PeopleBlock = z.strictObject({
  kind: z.literal('people'),
  ...headerFields,
  practice: z.string().max(40).nullable().default(null),
  most: z.number().int().min(1).max(40).default(4),
})

/** Projects of the practice with this key. If null: of the page's own practice, or the newest of all on other pages. */
const ProjectsBlock = z.strictObject({
  kind: z.literal('projects'),
  ...headerFields,
  practice: z.string().max(40).nullable().default(null),
  most: z.number().int().min(1).max(12).default(3),
})

/** Call to action: a link with a label. */
const CallBlock = z.strictObject({
  kind: z.literal('call'),
  ...headerFields,
  link: Link,
  act: localized(40),
})

const Block = z.discriminatedUnion('kind', [
  BlockText,
  PictureBlock,
  ListBlock,
  StepsBlock,
  TodayBlock,
  GainsBlock,
  YearsBlock,
  FiguresBlock,
  TimelineBlock,
  QuestionsBlock,
  GalleryBlock,
  PeopleBlock,
  ProjectsBlock,
  CallBlock,
])
export type Block = z.infer<typeof Block>
export type BlockKind = Block['kind']

/** Blocks of a record in order; anchors are unique within it. */
export const Blocks = z
  .array(Block)
  .max(30)
  .superRefine((blocks, context) => {
    const anchors = new Set<string>()
    for (const [index, { anchor }] of blocks.entries()) {
      if (anchors.has(anchor))
        context.addIssue({ code: 'custom', message: 'taken', path: [index, 'anchor'], input: anchor })
      anchors.add(anchor)
    }
  })

// ── As returned to visitors ──────────────────────────────────────────────────────────────────────────────────────

const text = z.string()

/** Language of the texts beside it: those of a block's head or of one item. */
const localeField = { lang: Locale }
const publicHead = { anchor: text, title: text, label: text, lead: text, ...localeField }

/** Block in one language. Text without a translation is Korean, and its `lang` is `ko`. */
export const PublicBlock = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), ...publicHead, text: text.describe('Sanitized HTML') }),
    z.object({ kind: z.literal('picture'), ...publicHead, picture: Picture.nullable() }),
    z.object({ kind: z.literal('list'), ...publicHead, items: z.array(z.object({ text, ...localeField })) }),
    z.object({
      kind: z.literal('steps'),
      ...publicHead,
      items: z.array(z.object({ title: text, time: text, text, papers: text, ...localeField })),
    }),
    z.object({
      kind: z.literal('today'),
      ...publicHead,
      items: z.array(z.object({ title: text, text, ...localeField })),
      act: text,
    }),
    z.object({
      kind: z.literal('gains'),
      ...publicHead,
      items: z.array(z.object({ title: text, text, ...localeField })),
    }),
    z.object({
      kind: z.literal('years'),
      ...publicHead,
      note: text,
      items: z.array(z.object({ years: z.number().int(), title: text, text, ...localeField })),
    }),
    z.object({
      kind: z.literal('figures'),
      ...publicHead,
      items: z.array(z.object({ value: text, title: text, text, ...localeField })),
    }),
    z.object({
      kind: z.literal('timeline'),
      ...publicHead,
      items: z.array(z.object({ time: text, title: text, text, ...localeField })),
    }),
    z.object({
      kind: z.literal('questions'),
      ...publicHead,
      items: z.array(z.object({ title: text, text: text.describe('Sanitized HTML'), ...localeField })),
    }),
    z.object({
      kind: z.literal('gallery'),
      ...publicHead,
      items: z.array(z.object({ picture: Picture.nullable(), text, ...localeField })),
    }),
    z.object({ kind: z.literal('people'), ...publicHead, practice: text.nullable(), most: z.number().int() }),
    z.object({ kind: z.literal('projects'), ...publicHead, practice: text.nullable(), most: z.number().int() }),
    z.object({ kind: z.literal('call'), ...publicHead, link: text, act: text }),
  ])
  .meta({ id: 'PublicBlock' })
export type PublicBlock = z.infer<typeof PublicBlock>

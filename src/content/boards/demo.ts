import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Locale, locales } from '#kit/contract.ts'
import { assetId, type PictureAsset, readAssets } from '#kit/files/assets.ts'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { Board, PostInput, PostState, PostText, ProjectFacts } from './contract.ts'
import records from './demo.json' with { type: 'json' }
import { writeTexts } from './server/write-post-texts.ts'
import { boards, posts } from './table.ts'

export type DemoBoard = Pick<Board, 'code' | 'title' | 'skin' | 'categories' | 'comments'>
type Post = z.infer<typeof PostInput>

/** The categories of projects are keys of practices: a practice page shows the projects of its category. */
export const demoBoards: DemoBoard[] = parseDemo(
  Board.pick({ code: true, title: true, skin: true, categories: true, comments: true }).array(),
  records,
)

const folder = join(import.meta.dirname, '../../../assets/content/boards')
const day = 24 * 3_600_000

/** Front matter of a content file. `publish` and `until` are Seoul times, or days relative to seeding (`+3`, `-30`). */
const Head = z.strictObject({
  subject: PostText.shape.subject,
  summary: PostText.shape.summary,
  state: PostState.default('published'),
  publish: z.string().optional(),
  until: z.string().optional(),
  category: z.string().optional(),
  thumb: z.string().optional(),
  /** Asset names of the attachments and gallery pictures. */
  files: z
    .string()
    .transform((names) => names.split(', '))
    .default([]),
  pictures: z
    .string()
    .transform((names) => names.split(', '))
    .default([]),
  pinned: z.stringbool().default(false),
  comments: z.stringbool().default(false),
  households: z.coerce.number().optional(),
  service: ProjectFacts.shape.service,
  region: ProjectFacts.shape.region,
  year: z.coerce.number().optional(),
  result: ProjectFacts.shape.result,
})
type Head = z.infer<typeof Head>

interface Content {
  slug: string
  locale: Locale
  head: Head
  body: string
}

/**
 * Reads a content file: `name: value` lines between two `---`, then the body as HTML. Its name is
 * `<slug>.<locale>.html`.
 */
const readContent = async (board: string, file: string): Promise<Content> => {
  const [slug = '', locale = ''] = file.split('.')
  const [, head = '', body = ''] = (await readFile(join(folder, board, file), 'utf8')).split(/^---\n/m)
  const fields = head
    .trim()
    .split('\n')
    .map((line) => line.split(/:\s*(.*)/s).slice(0, 2))
  return {
    slug,
    locale: z.enum(locales).parse(locale),
    head: Head.parse(Object.fromEntries(fields), { error: () => `${board}/${file}` }),
    body: body.trim(),
  }
}

/** Replaces `<img src="asset:news/news-09">` with the stored picture, its alternative text and size. */
const placePictures = (body: string, locale: Locale, pictures: Map<string, PictureAsset>): string =>
  body.replace(/<img src="asset:([^"]+)">/g, (_, name: string) => {
    const picture = pictures.get(name)
    if (!picture) throw new Error(`No picture ${name}`)
    const width = Math.max(...picture.widths.filter((each) => each <= 960))
    const height = Math.round((width * picture.height) / picture.width)
    return `<img src="/files/${picture._id}/${width}.webp" alt="${picture.alt[locale]}" width="${width}" height="${height}">`
  })

const isRelative = (moment: string) => /^[+-]\d+$/.test(moment)
const seoulTime = (moment: string) => new Date(`${moment.replace(' ', 'T')}:00+09:00`).getTime()

const instant = (moment: string | undefined, now: Date, shift: number): string | null => {
  if (!moment) return null
  const at = isRelative(moment) ? now.getTime() + Number(moment) * day : seoulTime(moment) - shift
  return new Date(at).toISOString()
}

/** Returns the whole weeks by which all dates move back, so that none lies after seeding unintentionally. */
const shiftFor = (contents: Content[], now: Date): number => {
  const fixed = contents.flatMap(({ head }) => (head.publish && !isRelative(head.publish) ? [head.publish] : []))
  const ahead = Math.max(...fixed.map(seoulTime)) - now.getTime()
  return ahead > 0 ? Math.ceil(ahead / (7 * day)) * 7 * day : 0
}

/** Returns projects and stories from `assets/content/boards`, one file per post and language, newest first. */
export const demoPosts = async (now: Date): Promise<Post[]> => {
  const boards = await readdir(folder)
  const read = await Promise.all(
    boards.map(async (board) => ({
      board,
      contents: await Promise.all((await readdir(join(folder, board))).map((file) => readContent(board, file))),
    })),
  )
  const pictures = new Map(
    (await readAssets()).flatMap((asset) => (asset.kind === 'picture' ? [[asset.name, asset] as const] : [])),
  )
  const shift = shiftFor(
    read.flatMap(({ contents }) => contents),
    now,
  )
  const text = ({ locale, head, body }: Content, korean: Head): z.input<typeof PostText> => {
    const { households, service, region, year, result } = head
    return {
      subject: head.subject,
      summary: head.summary,
      body: placePictures(body, locale, pictures),
      state: head.state,
      publishFrom: instant(head.publish ?? korean.publish, now, shift),
      publishTo: instant(head.until ?? korean.until, now, shift),
      facts: { households: households ?? korean.households, service, region, year: year ?? korean.year, result },
    }
  }
  const posts = read.flatMap(({ board, contents }) =>
    contents
      .filter(({ locale }) => locale === 'ko')
      .map((korean) => {
        const { head, slug } = korean
        const translations = contents.filter((each) => each.slug === slug)
        return PostInput.parse({
          code: board,
          category: head.category,
          slug,
          pinned: head.pinned,
          comments: head.comments,
          thumb: head.thumb && assetId(head.thumb),
          files: [...head.pictures, ...head.files].map(assetId),
          texts: Object.fromEntries(translations.map((each) => [each.locale, text(each, head)])),
        })
      }),
  )
  const shown = (post: Post) => post.texts.ko.publishFrom ?? now.toISOString()
  return posts.sort((one, other) => shown(other).localeCompare(shown(one)))
}

const loadPosts = async (context: Context, authors: readonly string[]): Promise<void> => {
  for (const [index, record] of (await demoPosts(context.now())).entries()) {
    const { texts, ...fields } = record
    const shown = texts.ko.publishFrom ? new Date(texts.ko.publishFrom) : context.now()
    const written = new Date(Math.min(shown.getTime(), context.now().getTime()))
    const id = context.newId()
    await context.database.insert(posts).values({
      ...fields,
      id,
      authorId: authors[index % authors.length] ?? null,
      createdAt: written,
      updatedAt: written,
    })
    await writeTexts(context, id, texts)
  }
}

/** Seeds an empty database (`Module.seed`). */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  const now = context.now()
  await context.database.insert(boards).values(
    demoBoards.map((board, index) => ({
      ...board,
      position: index + 1,
      id: context.newId(),
      createdAt: now,
      updatedAt: now,
    })),
  )
  if (!isDemo) return
  const staff = accounts.filter(({ level }) => level !== 'member')
  await loadPosts(
    context,
    staff.map(({ id }) => id),
  )
}

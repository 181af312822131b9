import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { demoPosts } from '#content/boards/demo.ts'
import { shownState } from '#content/boards/rules.ts'
import { readAssets } from '#kit/files/assets.ts'

const assets = await readAssets()
const now = new Date('2026-11-21T03:00:00Z')
const posts = await demoPosts(now)
const nameOf = new Map(assets.map(({ _id, name }) => [_id, name]))
const pictures = new Set(assets.flatMap(({ _id, kind }) => (kind === 'picture' ? [_id] : [])))

/** The newest first, with the drafts and the hidden: any of them may come to stand in a row. */
const covers = posts
  .filter(({ code }) => code === 'news')
  .map(({ slug, thumb }) => ({ slug, cover: thumb ? (nameOf.get(thumb) ?? thumb) : 'none' }))
const galleries = posts
  .filter(({ code }) => code === 'project')
  .map(({ slug, files }) => ({
    slug,
    names: files.filter((id) => pictures.has(id)).map((id) => nameOf.get(id) ?? id),
  }))

const drawing = /^news\/news-\d{2}$/

/** Renders, maquettes and drawings are never mixed in one row (identity.md); stories may meet in any row. */
describe('the line drawings of the demonstration', () => {
  it('are all that stands below their name', async () => {
    const scripts = await Promise.all(
      ['drawings.mjs', 'story-drawings.mjs'].map((script) =>
        readFile(join(import.meta.dirname, '../assets/scripts', script), 'utf8'),
      ),
    )
    const drawn = new Set(scripts.flatMap((script) => script.match(/news-\d{2}/g) ?? []).map((name) => `news/${name}`))
    const stored = [...nameOf.values()].filter((name) => name.startsWith('news/'))
    expect(stored.filter((name) => !drawn.has(name))).toEqual([])
    expect(stored).toHaveLength(drawn.size)
  })

  it('are the cover of every story', () => {
    expect(covers).toHaveLength(40)
    expect(covers.filter(({ cover }) => !drawing.test(cover))).toEqual([])
  })

  it('do not come again among the eight stories that follow, nor on more than three', () => {
    const again = covers.filter(({ cover }, at) =>
      covers.slice(at + 1, at + 9).some((following) => following.cover === cover),
    )
    expect(again).toEqual([])
    for (const name of new Set(covers.map(({ cover }) => cover)))
      expect(covers.filter(({ cover }) => cover === name).length, name).toBeLessThanOrEqual(3)
  })

  it('alternate between ink and paper: never three of one ground after each other', async () => {
    const shown = posts.filter(({ code, texts }) => code === 'news' && shownState(texts.ko, now) === 'published')
    const grounds = await Promise.all(
      shown.map(async ({ thumb, slug }) => {
        const smallest = assets.find(({ _id }) => _id === thumb)?.files.find(({ key }) => key.endsWith('.webp'))
        const { channels } = await sharp(smallest?.path).stats()
        return { slug, dark: (channels[0]?.mean ?? 0) < 128 }
      }),
    )
    const same = grounds.filter(({ dark }, at) => at > 1 && [1, 2].every((back) => grounds[at - back]?.dark === dark))
    expect(same).toEqual([])
    expect(grounds.length).toBeGreaterThan(30)
  })

  it('are five to nine different ones in the gallery of every project, and nothing else is', () => {
    expect(galleries).toHaveLength(15)
    for (const { slug, names } of galleries) {
      expect(
        names.filter((name) => !drawing.test(name)),
        `${slug}`,
      ).toEqual([])
      expect(new Set(names).size, `${slug}`).toBe(names.length)
      expect(names.length, `${slug}`).toBeGreaterThanOrEqual(5)
      expect(names.length, `${slug}`).toBeLessThanOrEqual(9)
    }
  })
})

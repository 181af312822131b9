import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { demoPosts } from '#content/boards/demo.ts'
import { readAssets } from '#kit/files/assets.ts'

const assets = await readAssets()
const now = new Date('2026-11-21T03:00:00Z')
const posts = await demoPosts(now)
const nameOf = new Map(assets.map(({ _id, name }) => [_id, name]))
const pictures = new Set(assets.flatMap(({ _id, kind }) => (kind === 'picture' ? [_id] : [])))

/** Newest first, including drafts and hidden posts: any of them may appear in a row. */
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

/** A row never mixes renders, models and drawings; stories may appear in any row. */
describe('the line drawings of the demonstration', () => {
  it('are the only files under their name', async () => {
    const scripts = await Promise.all(
      ['drawings.mjs', 'story-drawings.mjs'].map((script) =>
        readFile(join(import.meta.dirname, '../../assets/scripts', script), 'utf8'),
      ),
    )
    const drawn = new Set(scripts.flatMap((script) => script.match(/news-\d{2}/g) ?? []).map((name) => `news/${name}`))
    const stored = [...nameOf.values()].filter((name) => name.startsWith('news/'))
    expect(stored.filter((name) => !drawn.has(name))).toEqual([])
    expect(stored).toHaveLength(drawn.size)
  })

  it('are the cover of every story', () => {
    expect(covers.length).toBeGreaterThan(0)
    expect(covers.filter(({ cover }) => !drawing.test(cover))).toEqual([])
  })

  it('never repeat within a row of stories', () => {
    const again = covers.filter(({ cover }, at) =>
      covers.slice(at + 1, at + 3).some((following) => following.cover === cover),
    )
    expect(again).toEqual([])
  })

  it('fill the gallery of every project with distinct pictures', () => {
    expect(galleries.length).toBeGreaterThan(0)
    for (const { slug, names } of galleries) {
      expect(
        names.filter((name) => !drawing.test(name)),
        `${slug}`,
      ).toEqual([])
      expect(new Set(names).size, `${slug}`).toBe(names.length)
      expect(names.length, `${slug}`).toBeGreaterThan(1)
    }
  })
})

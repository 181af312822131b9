import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { startEmbedded } from '#kit/db/embedded.ts'
import { type Application, logIn, startApplication } from '../test/server/start-application.ts'
import { percentile } from './load/percentile.ts'

const edits = 50

interface EditedPost {
  _id: string
  updatedAt: string
  texts: { ko: { subject: string } & Record<string, unknown> }
}

/** Median, 95th percentile and maximum of durations in ms. */
const figures = (durations: number[]) => {
  const format = (share: number) => percentile(durations, share).toFixed(1)
  return { median: format(0.5), p95: format(0.95), longest: format(1) }
}

/** Polls without a pause; returns the milliseconds from `since` until the page contains the text. */
const shownAfter = async (url: string, text: string, since: number): Promise<number> => {
  for (;;) {
    const body = await (await fetch(url)).text()
    if (body.includes(text)) return performance.now() - since
    if (performance.now() - since > 5000) throw new Error(`${url} did not show the edit within 5 s`)
  }
}

/** Publishes a story, which becomes the first on the home page and in the list. */
const publishStory = async (app: Application, headers: Record<string, string>): Promise<EditedPost> => {
  const response = await fetch(`${app.url}/api/console/boards`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'news', texts: { ko: { subject: '처음 글', summary: '요약', state: 'published' } } }),
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { board: EditedPost }).board
}

/**
 * Edits a post 50 times over the console's API; measures how soon the home page and the public list of two processes
 * show each edit.
 */
export const measureEditVisibility = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-edits-'))
  const database = await startEmbedded({ dataDirectory: join(folder, 'database'), log: () => undefined })
  const apps: Application[] = []
  try {
    for (let number = 1; number <= 2; number += 1)
      apps.push(
        await startApplication({ dataDirectory: join(folder, 'data'), environment: { DATABASE_URL: database.url } }),
      )
    const [first] = apps
    if (!first) throw new Error('No process')
    const headers = await logIn(first, 'owner')
    let post = await publishStory(first, headers)
    const durations: Record<string, number[]> = {}
    for (let index = 1; index <= edits; index += 1) {
      const subject = `편집 ${index} ${crypto.randomUUID().slice(0, 8)}`
      const response = await fetch(`${first.url}/api/console/boards/${post._id}`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ texts: { ko: { ...post.texts.ko, subject } }, updatedAt: post.updatedAt }),
      })
      if (!response.ok) throw new Error(await response.text())
      // The answer is sent after the commit.
      const committed = performance.now()
      post = ((await response.json()) as { board: EditedPost }).board
      await Promise.all(
        apps.flatMap((app, number) =>
          ['/', '/api/v1/boards?code=news'].map(async (path) => {
            const name = `process ${number + 1}, ${path}`
            durations[name] = [...(durations[name] ?? []), await shownAfter(app.url + path, subject, committed)]
          }),
        ),
      )
    }
    console.log(`\nEdits: ms from the answer to the edit until it is shown, ${edits} edits`)
    console.table(Object.fromEntries(Object.entries(durations).map(([name, values]) => [name, figures(values)])))
  } finally {
    for (const app of apps) await app.stop()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { logIn } from '../../test/server/start-application.ts'
import type { Product } from './start-product.ts'

export interface Writers {
  /** Subjects of the posts whose creation was acknowledged. */
  acknowledged: string[]
  /** Unexpected answers with their count: anything but 201, 401, 409, 503 and a broken connection. */
  unexpected: Map<string, number>
  /** Waits until a write begun after `moment` (performance.now) is acknowledged. */
  acknowledgedAfter(moment: number): Promise<void>
  /** Tries one write once; returns its status, 0 for a broken connection. */
  attempt(): Promise<number>
  stop(): Promise<void>
}

/** Returns the passwords of the demonstration accounts from the product's data directory. */
export const readDemoPasswords = async (dataDirectory: string): Promise<Record<string, string>> => {
  const accounts = JSON.parse(await readFile(join(dataDirectory, 'demo-accounts.json'), 'utf8'))
  return Object.fromEntries(accounts.map(({ username, password }: Record<string, string>) => [username, password]))
}

/** Keeps a session: logs in again when it is refused, and retries until it works. */
const createLastingSession = (product: Product) => {
  let headers: Promise<{ authorization: string }> | undefined
  const logInUntilAccepted = async (): Promise<{ authorization: string }> => {
    for (;;) {
      try {
        return await logIn({ url: product.url, passwords: await readDemoPasswords(product.dataDirectory) }, 'owner')
      } catch {
        await wait(100)
      }
    }
  }
  return {
    headers: () => {
      headers ??= logInUntilAccepted()
      return headers
    },
    forget: () => {
      headers = undefined
    },
  }
}

/**
 * Creates posts over the console's API with `count` concurrent writers. Each write has an Idempotency-Key and is
 * retried with it until acknowledged.
 */
export const startWriters = (product: Product, count: number): Writers => {
  const session = createLastingSession(product)
  const acknowledged: string[] = []
  const unexpected = new Map<string, number>()
  let latest = 0
  let stopped = false

  const post = async (key: string): Promise<number> => {
    const headers = await session.headers()
    try {
      const response = await fetch(`${product.url}/api/console/boards`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ code: 'news', texts: { ko: { subject: key, summary: '', state: 'draft' } } }),
        signal: AbortSignal.timeout(10_000),
      })
      const text = await response.text()
      if (response.status === 401) session.forget()
      if (![201, 401, 409, 503].includes(response.status)) {
        const answerText = `${response.status} ${text.slice(0, 200)}`
        unexpected.set(answerText, (unexpected.get(answerText) ?? 0) + 1)
      }
      return response.status
    } catch {
      return 0
    }
  }

  const write = async (): Promise<void> => {
    const key = crypto.randomUUID()
    for (let startedAt = performance.now(); !stopped; startedAt = performance.now()) {
      if ((await post(key)) === 201) {
        acknowledged.push(key)
        latest = Math.max(latest, startedAt)
        return
      }
      await wait(30)
    }
  }
  const writing = Array.from({ length: count }, async () => {
    while (!stopped) await write()
  })

  return {
    acknowledged,
    unexpected,
    async acknowledgedAfter(moment) {
      for (const deadline = performance.now() + 60_000; latest <= moment; await wait(5))
        if (performance.now() > deadline) throw new Error('No write was acknowledged for a minute.')
    },
    attempt: () => post(crypto.randomUUID()),
    async stop() {
      stopped = true
      await Promise.all(writing)
    },
  }
}

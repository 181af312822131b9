import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Product, productPid, startProduct } from './product/start-product.ts'

/** Maximum resident memory in MB: when the product is ready, and after the requests. */
const goals = { start: 200, asked: 400 }

const encodings = ['br', 'gzip', 'identity'] as const
const scanned = 852
const atOnce = 4

/** Resident memory of a process in MB (VmRSS). */
const residentMemory = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
}

const ask = async (address: string, encoding: string): Promise<string> => {
  const response = await fetch(address, { headers: { 'accept-encoding': encoding }, redirect: 'manual' })
  return response.text()
}

const askAll = async (addresses: readonly string[], encoding: string): Promise<void> => {
  const remaining = addresses.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const address of remaining) await ask(address, encoding)
    }),
  )
}

/** Every address of the sitemap, in all three languages, on the host of this product. */
const siteMap = async ({ url }: Product): Promise<string[]> => {
  const text = await ask(`${url}/sitemap.xml`, 'identity')
  const links = [...text.matchAll(/(?:<loc>|href=")(http[^<"]+)/g)].map(([, address = '']) => new URL(address))
  return [...new Set(links.map(({ pathname, search }) => url + pathname + search))]
}

/** Addresses that vulnerability scanners request. None exists; half of them are below existing pages. */
const inventedAddresses = ({ url }: Product): string[] => {
  const roots = ['', '/en', '/cn', '/story', '/project', '/introduction/lawyer', '/business', '/auction-search']
  const names = ['wp-login.php', '.env', 'admin', 'backup.zip', 'index.php', 'config.json']
  return Array.from(
    { length: scanned },
    (_, number) => `${url}${roots[number % roots.length]}/${number}-${names[number % names.length]}`,
  )
}

/** Prints the memory of the product after each stage. */
export const measureMemory = async (): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-memory-'))
  const product = await startProduct({ dataDirectory: join(folder, 'data') })
  try {
    const pid = await productPid(product.dataDirectory)
    const stages: Record<string, { MB: number; 'goal MB': number }> = {}
    const recordMemory = async (stage: string, goal: number) => {
      // Compression continues after the answers; wait for it.
      await wait(2000)
      stages[stage] = { MB: await residentMemory(pid), 'goal MB': goal }
    }
    await recordMemory('ready', goals.start)
    const addresses = await siteMap(product)
    for (const encoding of encodings) {
      await askAll(addresses, encoding)
      await recordMemory(`${addresses.length} addresses, ${encoding}`, goals.asked)
    }
    await askAll(inventedAddresses(product), 'br')
    await recordMemory(`a scanner’s ${scanned}`, goals.asked)
    console.log('\nMemory of the process')
    console.table(stages)
    return Object.values(stages).every((stage) => stage.MB <= stage['goal MB'])
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

if (import.meta.main) await measureMemory()

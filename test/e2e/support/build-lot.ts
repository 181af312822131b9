import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { form, photograph } from '../../files/sample-files.ts'
import { type Application, logIn } from '../../server/start-application.ts'
import { apiAs } from './call-api-as.ts'

const pictures = new WeakMap<Application, Promise<string>>()

/** Id of one shared picture for all works: making its variants occupies a CPU core for a second. */
const pictureOf = (product: Application): Promise<string> => {
  const upload = async () => {
    const stored = await fetch(`${product.url}/api/console/media`, {
      method: 'POST',
      headers: await logIn(product, 'owner'),
      body: form('file', ['work.jpg', await photograph(800, 1000), 'image/jpeg']),
    })
    const { medium } = (await stored.json()) as { medium: { _id: string } }
    return medium._id
  }
  const picture = pictures.get(product) ?? upload()
  pictures.set(product, picture)
  return picture
}

/** Creates a sale with one work, whose lot ends in `seconds`; bids do not extend it (no soft close). */
export const createLot = async (product: Application, seconds: number, rules: object = {}, workFields: object = {}) => {
  const owner = await apiAs(product, 'owner')
  const now = Date.now()
  const { author } = await owner('POST', '/api/console/auction/authors', {
    key: `author-${now}`,
    name: { ko: '한도겸', en: 'Han Dogyeom', cn: '韩道谦' },
    born: 1971,
  })
  const { program } = await owner('POST', '/api/console/auction/programs', {
    title: { ko: '겨울의 결', en: 'The Grain of Winter', cn: '冬之纹理' },
    terms: { ko: '낙찰되면 7일 안에 결제합니다.', en: 'Payment within 7 days.', cn: '7日内付款。' },
    startsAt: new Date(now - 60_000).toISOString(),
    firstEnd: new Date(now + seconds * 1000).toISOString(),
    windowSeconds: 0,
    increments: [{ from: 0, step: 100_000 }],
    halls: [{ name: { ko: '매화실', en: 'Maehwa Room', cn: '梅花厅' } }],
    visible: true,
    ...rules,
  })
  const { work } = await owner('POST', '/api/console/auction/works', {
    program: program._id,
    hall: program.halls[0]._id,
    author: author._id,
    title: { ko: '물결 04', en: 'Swell 04', cn: '水纹 04' },
    medium: { ko: '캔버스에 유채', en: 'Oil on canvas', cn: '布面油画' },
    made: '2016',
    width: 1303,
    height: 1622,
    pictures: [await pictureOf(product)],
    startPrice: 1_000_000,
    estimateLow: 1_000_000,
    estimateHigh: 2_000_000,
    condition: { ko: '전체적으로 양호합니다.' },
    ...workFields,
  })
  return { owner, program, work, author, hall: program.halls[0] }
}

/** Returns the URL of the product's database: its embedded server unless DATABASE_URL is set. */
const databaseOf = async ({ dataDirectory }: Application): Promise<string> => {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL
  // The fifth line of postmaster.pid (PostgreSQL 18) is the folder of the socket.
  const socket = (await readFile(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8')).split('\n')[4] ?? ''
  return `postgres://daecheong@localhost/daecheong?host=${encodeURIComponent(socket)}`
}

/** Moves the end of a lot to now; the product does the rest. */
export const endLotNow = async (product: Application, work: string): Promise<void> => {
  const client = new pg.Client(await databaseOf(product))
  await client.connect()
  try {
    await client.query(
      `UPDATE auction_works SET due_at = moment, ends_at = moment
       FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS moment) AS now WHERE id = $1`,
      [work],
    )
  } finally {
    await client.end()
  }
}

/** Enters a member in the sale of a work; returns a function that bids an amount. */
export const enterBidder = async (
  product: Application,
  username: string,
  work: { _id: string; program: string | { _id: string } },
) => {
  const call = await apiAs(product, username)
  const program = typeof work.program === 'string' ? work.program : work.program._id
  await call('POST', `/api/v1/auction/programs/${program}/entry`, { termsVersion: 1 })
  return (amount: number) => call('POST', `/api/v1/auction/works/${work._id}/bids`, { kind: 'open', amount })
}

import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'drizzle-orm'
import { isUnreachable } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { expiringCache } from '../../expiring-cache.ts'
import type { Services } from '../context.ts'

/** Number of files and their bytes. */
export interface Load {
  files: number
  bytes: number
}

const hour = 3_600_000

/** Usage of one address, and the start of its hour. */
interface Usage extends Load {
  startedAt: number
}

/**
 * Returns the sender key of an address: an IPv4 address, or the first 64 bits of an IPv6 address, which are assigned to
 * one household (RFC 6177).
 */
export const senderNetwork = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const filled =
    tail === undefined ? before : [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
  return filled
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}

/**
 * Upload allowance per address and hour for clients without an account. Claimed before anything is received, and
 * corrected once the actual size is known. Counted by a conditional statement in the database, shared by all processes,
 * and in this process while the database is unavailable.
 */
export class UploadAllowance {
  readonly #services: Services
  readonly #usages = expiringCache<Usage>(20_000, hour)
  #sweptAt = 0

  constructor(services: Services) {
    this.#services = services
  }

  /** Claims an allowance; returns a function that corrects it to the actual usage. Throws `too_many`. */
  async claim(address: string, load: Load): Promise<(actual: Load) => Promise<void>> {
    const { secret } = this.#services
    const key = createHmac('sha256', secret)
      .update(`upload allowance\0${senderNetwork(address)}`)
      .digest('base64url')
    const returnLocally = this.#claimLocally(key, load)
    let began: Date | null
    try {
      began = await this.#claimShared(key, load)
    } catch (error) {
      returnLocally(load)
      throw error
    }
    return async (actual) => {
      const unused = { files: load.files - actual.files, bytes: load.bytes - actual.bytes }
      returnLocally(unused)
      if (!began || (unused.files === 0 && unused.bytes === 0)) return
      await this.#services.database
        .execute(
          sql`UPDATE upload_allowances SET files = greatest(0, files - ${unused.files}::int),
            bytes = greatest(0, bytes - ${unused.bytes}::bigint) WHERE key = ${key} AND began_at = ${began.toISOString()}::timestamptz`,
        )
        .catch((error) => this.#services.log.warn({ error: (error as Error).message }, 'an upload was not settled'))
    }
  }

  #claimLocally(key: string, load: Load): (unused: Load) => void {
    const { hourlyFiles, hourlyBytes } = this.#services.settings.limits.uploads
    const now = this.#services.clock.now().getTime()
    const current = this.#usages.get(key)
    const usage = current && now - current.startedAt < hour ? current : { files: 0, bytes: 0, startedAt: now }
    if (usage.files + load.files > hourlyFiles || usage.bytes + load.bytes > hourlyBytes)
      throw tooMany(usage.startedAt + hour - now)
    usage.files += load.files
    usage.bytes += load.bytes
    this.#usages.set(key, usage)
    return (unused) => {
      usage.files -= unused.files
      usage.bytes -= unused.bytes
    }
  }

  /** Returns the start of the hour; null while the database is unavailable. */
  async #claimShared(key: string, { files, bytes }: Load): Promise<Date | null> {
    const { hourlyFiles, hourlyBytes } = this.#services.settings.limits.uploads
    const { database, clock } = this.#services
    const now = clock.now()
    const moment = sql`${now.toISOString()}::timestamptz`
    const isOver = sql`known.began_at <= ${moment} - interval '1 hour'`
    const fits = sql`known.files + excluded.files <= ${hourlyFiles}::int AND known.bytes + excluded.bytes <= ${Math.floor(hourlyBytes)}::bigint`
    try {
      await this.#sweep(now)
      const { rows } = await database.execute<{ began_at: Date }>(sql`
        INSERT INTO upload_allowances AS known (key, files, bytes, began_at)
        VALUES (${key}, ${files}::int, ${bytes}::bigint, ${moment})
        ON CONFLICT (key) DO UPDATE SET
          files = CASE WHEN ${isOver} THEN excluded.files ELSE known.files + excluded.files END,
          bytes = CASE WHEN ${isOver} THEN excluded.bytes ELSE known.bytes + excluded.bytes END,
          began_at = CASE WHEN ${isOver} THEN excluded.began_at ELSE known.began_at END
        WHERE ${isOver} OR (${fits})
        RETURNING began_at`)
      if (rows[0]) return new Date(rows[0].began_at)
      const current = await database.execute<{ began_at: Date }>(
        sql`SELECT began_at FROM upload_allowances WHERE key = ${key}`,
      )
      throw tooMany(new Date(current.rows[0]?.began_at ?? now).getTime() + hour - now.getTime())
    } catch (error) {
      if (isUnreachable(error)) return null
      throw error
    }
  }

  /** Removes expired hours, once an hour. */
  async #sweep(now: Date): Promise<void> {
    if (now.getTime() - this.#sweptAt < hour) return
    this.#sweptAt = now.getTime()
    await this.#services.database.execute(
      sql`DELETE FROM upload_allowances WHERE began_at < ${now.toISOString()}::timestamptz - interval '1 hour'`,
    )
  }
}

const tooMany = (milliseconds: number) =>
  new AppError('too_many', { retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)) })

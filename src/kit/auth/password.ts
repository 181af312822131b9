import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../errors.ts'

/**
 * argon2id (the library's default) with the parameters of OWASP's password storage cheat sheet: 19 MiB, 2 passes, 1
 * lane.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Maximum number of hashes waiting for the single slot; further log-ins are refused with `busy`. */
const longestQueue = 64

let tail: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Runs one hash at a time per process, so that a flood of log-ins does not starve other requests of CPU. */
const inSlot = <T>(work: () => Promise<T>): Promise<T> => {
  if (waiting >= longestQueue) return Promise.reject(new AppError('busy', { retryAfter: 2 }))
  waiting += 1
  const turn = tail.then(work)
  tail = turn
    .catch(() => undefined)
    .finally(() => {
      waiting -= 1
    })
  return turn
}

let admitted = 0

/**
 * Runs `work`, which hashes a password, unless a full queue is already admitted; then throws `busy` before any read or
 * write. A refusal must cost almost nothing: with a database claim for each, a flood of log-ins made all other requests
 * wait for the disk.
 */
export const admitHashing = async <T>(work: () => Promise<T>): Promise<T> => {
  if (admitted >= longestQueue) throw new AppError('busy', { retryAfter: 2 })
  admitted += 1
  try {
    return await work()
  } finally {
    admitted -= 1
  }
}

/** Hashes a password into PHC format. Throws `busy` if the queue is full. */
export const hashPassword = (password: string): Promise<string> =>
  inSlot(() => hash(password.normalize('NFC'), parameters))

// Hash of a random password: an unknown account takes as long as a wrong password.
let decoy: Promise<string> | undefined

/**
 * True if the password matches. If `stored` is null or not a hash (the account has no password), does the same amount
 * of work and returns false. Throws `busy`.
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  // Created on the first call for known and unknown accounts alike, so that timing reveals nothing.
  decoy ??= hash(crypto.randomUUID(), parameters)
  const storedHash = stored?.startsWith('$argon2') ? stored : null
  const compared = storedHash ?? (await decoy)
  const fits = await inSlot(() => verify(compared, password.normalize('NFC')))
  return fits && storedHash !== null
}

/** True if the hash uses outdated parameters and should be recomputed at the next log-in. */
export const needsRehash = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`)

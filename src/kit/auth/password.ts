import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../errors.ts'

/** argon2id (the library's default) as OWASP's password storage cheat sheet advises: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How many may wait for the one slot before further log-ins are refused with `busy`. */
const longestQueue = 64

let tail: Promise<unknown> = Promise.resolve()
let waiting = 0

/** One hash at a time in this process: a flood of log-ins must not take the cores from everybody else. */
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
 * Runs `work`, which will hash, while fewer than a full queue of others do; else throws `busy` before anything was
 * read or written for it. A refusal must cost next to nothing: with a claim on the database for each, a flood of
 * log-ins made everybody else wait for the disk.
 */
export const admit = async <T>(work: () => Promise<T>): Promise<T> => {
  if (admitted >= longestQueue) throw new AppError('busy', { retryAfter: 2 })
  admitted += 1
  try {
    return await work()
  } finally {
    admitted -= 1
  }
}

/** Hash of a password in PHC form. Throws `busy` when too many wait. */
export const hashPassword = (password: string): Promise<string> =>
  inSlot(() => hash(password.normalize('NFC'), parameters))

// A hash that no password has: an unknown account takes the same time as a wrong password.
let decoy: Promise<string> | undefined

/**
 * True when the password fits; with `null`, or what is no hash because the account has no password, as much work is done
 * and the answer is false. Throws `busy`.
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  // Made at the first call of either kind, so that it tells nothing.
  decoy ??= hash(crypto.randomUUID(), parameters)
  const known = stored?.startsWith('$argon2') ? stored : null
  const compared = known ?? (await decoy)
  const fits = await inSlot(() => verify(compared, password.normalize('NFC')))
  return fits && known !== null
}

/** True when the hash was made with other parameters than today's and should be made again at the next log-in. */
export const needsRehash = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`)

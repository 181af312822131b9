import { randomBytes } from 'node:crypto'

/** Source of the current time and of new ids: a port, so that tests can control both. */
export interface Clock {
  now(): Date
  /** Returns a time-ordered UUID (version 7, RFC 9562). */
  newId(): string
}

const hex = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('hex')

let last = { milliseconds: -1, counter: 0 }

/**
 * Returns a 12-bit counter that increases within a millisecond. It starts in the lower half to leave room for
 * increments.
 */
const countWithin = (milliseconds: number, random: number): number => {
  const counter = milliseconds === last.milliseconds ? last.counter + 1 : random & 0x7ff
  last = { milliseconds, counter: counter & 0xfff }
  return last.counter
}

/**
 * Returns a version 7 UUID: 48 bits of milliseconds, a 12-bit counter so that ids from one process sort in creation
 * order even within a millisecond, then 62 random bits (RFC 9562, 5.7 and 6.2, method 1).
 */
export const uuidv7 = (milliseconds: number): string => {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(milliseconds, 0, 6)
  bytes.writeUInt16BE(0x7000 | countWithin(milliseconds, bytes.readUInt16BE(6)), 6)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return `${hex(bytes, 0, 4)}-${hex(bytes, 4, 6)}-${hex(bytes, 6, 8)}-${hex(bytes, 8, 10)}-${hex(bytes, 10, 16)}`
}

export const systemClock: Clock = {
  now: () => new Date(),
  newId: () => uuidv7(Date.now()),
}

import { randomBytes } from 'node:crypto'

/** Source of the present and of new ids: a port, so that a test can hold both. */
export interface Clock {
  now(): Date
  /** A time-ordered UUID (version 7, RFC 9562). */
  newId(): string
}

const hex = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('hex')

let last = { milliseconds: -1, counter: 0 }

/** 12 bits that rise within a millisecond; they begin in the lower half, so that there is room to rise. */
const countWithin = (milliseconds: number, random: number): number => {
  const counter = milliseconds === last.milliseconds ? last.counter + 1 : random & 0x7ff
  last = { milliseconds, counter: counter & 0xfff }
  return last.counter
}

/**
 * UUID version 7 of a moment: 48 bits of milliseconds, a counter of 12 bits, so that ids made one after the other by a
 * process sort in that order also within a millisecond, then 62 random bits (RFC 9562, 5.7 and 6.2, method 1).
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

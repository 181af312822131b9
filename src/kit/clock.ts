import { randomBytes } from 'node:crypto'

/** Source of the present and of new ids: a port, so that a test can hold both. */
export interface Clock {
  now(): Date
  /** A time-ordered UUID (version 7, RFC 9562). */
  newId(): string
}

const hex = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('hex')

/** UUID version 7 of a moment: 48 bits of milliseconds, then 74 random bits (RFC 9562, 5.7). */
export const uuidv7 = (milliseconds: number): string => {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(milliseconds, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return `${hex(bytes, 0, 4)}-${hex(bytes, 4, 6)}-${hex(bytes, 6, 8)}-${hex(bytes, 8, 10)}-${hex(bytes, 10, 16)}`
}

export const systemClock: Clock = {
  now: () => new Date(),
  newId: () => uuidv7(Date.now()),
}

import type { FastifyRequest } from 'fastify'
import type { Upload } from '../contract.ts'
import type { Services } from './context.ts'
import { type Load, UploadAllowance } from './upload-allowance.ts'
import { VolumeRoom } from './volume-room.ts'

/** An upload that was let in. */
export interface Admission {
  /** Gives back the room, and of the allowance what was not used. Never throws. */
  settle(actual: Load): Promise<void>
}

/** What every upload passes before its first byte is received. */
interface Gate {
  room: VolumeRoom
  allowance: UploadAllowance
}

const gates = new WeakMap<Services, Gate>()

const gateOf = (services: Services): Gate => {
  const known = gates.get(services)
  if (known) return known
  const { dataDirectory, limits } = services.settings
  const gate = {
    room: new VolumeRoom(dataDirectory, limits.uploads),
    allowance: new UploadAllowance(services),
  }
  gates.set(services, gate)
  return gate
}

/** A file is on the volume twice for a moment: as it was received, and as it is stored. */
const copies = 2

/** Most that can come: what is announced, or what the route takes where nothing is. */
const mostOf = (request: FastifyRequest, { maxBytes, maxFiles }: Upload): number => {
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  const most = maxBytes * maxFiles
  return Number.isFinite(announced) ? Math.min(announced, most) : most
}

/**
 * Lets an upload in. `address` is named for senders without an account. Throws `too_many` beyond what an address may
 * send within an hour, and `no_room` where the volume would become too full.
 */
export const admitUpload = async (
  services: Services,
  request: FastifyRequest,
  upload: Upload,
  address: string | null,
): Promise<Admission> => {
  const { room, allowance } = gateOf(services)
  const bytes = mostOf(request, upload)
  const giveBack = await room.reserve(copies * bytes)
  try {
    const correct = address === null ? null : await allowance.claim(address, { files: upload.maxFiles, bytes })
    return {
      async settle(actual) {
        giveBack()
        await correct?.(actual)
      },
    }
  } catch (error) {
    giveBack()
    throw error
  }
}

/** Holds room for a file that comes in pieces; answers what gives it back. Throws `no_room`. */
export const holdRoom = (services: Services, bytes: number): Promise<() => void> =>
  gateOf(services).room.reserve(copies * bytes)

/** Nothing came, or nothing of it was kept. */
export const nothing: Load = { files: 0, bytes: 0 }

export const loadOf = (files: readonly { bytes: number }[]): Load => ({
  files: files.length,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
})

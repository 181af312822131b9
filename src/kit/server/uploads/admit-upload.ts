import type { FastifyRequest } from 'fastify'
import type { Upload } from '../../contract.ts'
import type { Services } from '../context.ts'
import { type Load, UploadAllowance } from './upload-allowance.ts'
import { VolumeSpace } from './volume-space.ts'

export interface Admission {
  /** Releases the reserved space and the unused allowance. Never throws. */
  settle(actual: Load): Promise<void>
}

/** Checks that every upload passes before its first byte is received. */
interface Gate {
  room: VolumeSpace
  allowance: UploadAllowance
}

const gates = new WeakMap<Services, Gate>()

const gateOf = (services: Services): Gate => {
  const known = gates.get(services)
  if (known) return known
  const { dataDirectory, limits } = services.settings
  const gate = {
    room: new VolumeSpace(dataDirectory, limits.uploads),
    allowance: new UploadAllowance(services),
  }
  gates.set(services, gate)
  return gate
}

/** A file is briefly on the volume twice: as received and as stored. */
const copies = 2

/** Returns the maximum bytes to expect: the announced length, or the route's limit if none is announced. */
const mostOf = (request: FastifyRequest, { maxBytes, maxFiles }: Upload): number => {
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  const most = maxBytes * maxFiles
  return Number.isFinite(announced) ? Math.min(announced, most) : most
}

/**
 * Admits an upload. `address` is given for clients without an account. Throws `too_many` beyond an address's hourly
 * allowance, and `no_room` if the volume would become too full.
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

/** Reserves space for a chunked upload; returns the function that releases it. Throws `no_room`. */
export const reserveSpace = (services: Services, bytes: number): Promise<() => void> =>
  gateOf(services).room.reserve(copies * bytes)

/** Nothing was received, or nothing was stored. */
export const noLoad: Load = { files: 0, bytes: 0 }

export const loadOf = (files: readonly { bytes: number }[]): Load => ({
  files: files.length,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
})

import type { FastifyRequest } from 'fastify'
import type { Upload } from '../../contract.ts'
import type { Services } from '../context.ts'
import { type Load, UploadAllowance } from './upload-allowance.ts'
import { VolumeSpace } from './volume-space.ts'

export interface Admission {
  /** Releases the reserved space and the unused allowance. Never throws. */
  release(actual: Load): Promise<void>
}

/** Checks that every upload passes before its first byte is received. */
interface UploadGuard {
  volume: VolumeSpace
  allowance: UploadAllowance
}

const guards = new WeakMap<Services, UploadGuard>()

const guardOf = (services: Services): UploadGuard => {
  const existing = guards.get(services)
  if (existing) return existing
  const { dataDirectory, limits } = services.settings
  const guard = {
    volume: new VolumeSpace(dataDirectory, limits.uploads),
    allowance: new UploadAllowance(services),
  }
  guards.set(services, guard)
  return guard
}

/** A file is briefly on the volume twice: as received and as stored. */
const copies = 2

/** Returns the maximum bytes to expect: the announced length, or the route's limit if none is announced. */
const maxBytesOf = (request: FastifyRequest, { maxBytes, maxFiles }: Upload): number => {
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  const limit = maxBytes * maxFiles
  return Number.isFinite(announced) ? Math.min(announced, limit) : limit
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
  const { volume, allowance } = guardOf(services)
  const bytes = maxBytesOf(request, upload)
  const releaseSpace = await volume.reserve(copies * bytes)
  try {
    const correctClaim = address === null ? null : await allowance.claim(address, { files: upload.maxFiles, bytes })
    return {
      async release(actual) {
        releaseSpace()
        await correctClaim?.(actual)
      },
    }
  } catch (error) {
    releaseSpace()
    throw error
  }
}

/** Reserves space for a chunked upload; returns the function that releases it. Throws `no_room`. */
export const reserveSpace = (services: Services, bytes: number): Promise<() => void> =>
  guardOf(services).volume.reserve(copies * bytes)

/** Nothing was received, or nothing was stored. */
export const noLoad: Load = { files: 0, bytes: 0 }

export const loadOf = (files: readonly { bytes: number }[]): Load => ({
  files: files.length,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
})

import type { Refusal } from '#kit/contract.ts'

/**
 * Returns the API refusal that a loader error carries (`kit/web/rendering/create-renderer.ts`); null for other errors.
 */
export const readRefusal = (error: unknown): { status: number; refusal: Refusal } | null => {
  if (typeof error !== 'object' || error === null || !('data' in error) || !('init' in error)) return null
  const { data, init } = error as { data: Partial<Refusal> | null; init: ResponseInit | null }
  if (!init?.status || typeof data?.message !== 'string') return null
  return { status: init.status, refusal: data as Refusal }
}

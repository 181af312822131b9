import { CallRefused } from '#kit/client.ts'
import { clientOf } from '#session/session.ts'
import { goods, type PublicGoodLine } from '../../goods/contract.ts'

const client = clientOf(goods)

/** Reads the products that are still on sale, in the given order. */
export const readProducts = async (ids: readonly string[]): Promise<PublicGoodLine[]> => {
  const found = await Promise.all(
    ids.map((id) =>
      client.open({ params: { id } }).catch((failed: unknown) => {
        if (failed instanceof CallRefused && failed.status === 404) return null
        throw failed
      }),
    ),
  )
  return found.flatMap((answer) => answer?.product ?? [])
}

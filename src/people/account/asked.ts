import { consents } from '#people/consents/contract.ts'
import { clientOf } from '#session/session.ts'
import { here } from './frame.tsx'

/** The page on which new versions of terms are agreed to. */
const page = '/agree'

/**
 * Where a member goes first who is asked for terms again: the page that leads on to `next` afterwards. Null where nothing
 * is asked, or cannot be found out now: the next log-in asks again.
 */
export const askedFirst = async (next: string): Promise<string | null> => {
  try {
    const { consents: states } = await clientOf(consents).list()
    return states.some(({ asked }) => asked) ? `${here(page)}?next=${encodeURIComponent(next)}` : null
  } catch {
    return null
  }
}

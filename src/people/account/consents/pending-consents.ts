import { consents } from '#people/consents/contract.ts'
import { clientOf } from '#session/session.ts'
import { currentLocalePath } from '../layout/account-page-frame.tsx'

/** Page on which members agree to new versions of terms. */
const page = '/agree'

/**
 * Returns the address of the consent page, which continues to `next`, if the member has terms to agree to. Null if
 * there are none or the request fails; the next log-in checks again.
 */
export const findPendingConsentPath = async (next: string): Promise<string | null> => {
  try {
    const { consents: states } = await clientOf(consents).list()
    return states.some(({ asked }) => asked) ? `${currentLocalePath(page)}?next=${encodeURIComponent(next)}` : null
  } catch {
    return null
  }
}

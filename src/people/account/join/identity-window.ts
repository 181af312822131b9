import { loadScript } from '#kit/web/hydration/load-script.ts'
import type { IdentityVerification } from './join-draft.ts'

interface IdentityRequest {
  storeId: string
  channelKey: string
  identityVerificationId: string
  redirectUrl: string
  bypass: {
    danal: { CPTITLE: string }
    inicisUnified: { flgFixedUser: 'N'; FRGNDInfo: 'N' }
  }
}

declare global {
  /** PortOne browser SDK v2. */
  interface PortOneSdk {
    requestIdentityVerification(request: IdentityRequest): Promise<{ code?: string } | undefined>
  }
  interface Window {
    PortOne?: PortOneSdk
  }
}

/**
 * Opens the provider's window. Returns true once it has closed within this page, whatever the outcome; false if the
 * browser leaves for the provider and comes back by redirect. Throws if the provider's script fails to load.
 */
export const openIdentityWindow = async (
  { _id, script, store, channel }: IdentityVerification,
  back: string,
): Promise<boolean> => {
  await loadScript(script)
  if (!window.PortOne) throw new Error('script')
  return window.PortOne.requestIdentityVerification({
    storeId: store,
    channelKey: channel,
    identityVerificationId: _id,
    redirectUrl: back,
    bypass: {
      danal: { CPTITLE: window.location.host },
      // Inicis requires whether fields are prefilled; otherwise it asks for sex and nationality.
      inicisUnified: { flgFixedUser: 'N', FRGNDInfo: 'N' },
    },
  }).then(
    (answer) => answer !== undefined,
    // The server determines the outcome.
    () => true,
  )
}

/** Returns the id of the verification that the provider redirected back with; null if the page was opened directly. */
export const readReturnedId = (search: string): string | null =>
  new URLSearchParams(search).get('identityVerificationId')

import { loadScript } from '#kit/web/load-script.ts'
import type { Verification } from './draft.ts'

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
  /** PortOne, browser SDK v2. */
  interface PortOneSdk {
    requestIdentityVerification(request: IdentityRequest): Promise<{ code?: string } | undefined>
  }
  interface Window {
    PortOne?: PortOneSdk
  }
}

/**
 * Opens the provider's window. True once it has ended in this page, well or not; false where the browser left for it and
 * will be sent back. Throws where the provider's script does not come.
 */
export const openIdentityWindow = async (
  { _id, script, store, channel }: Verification,
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
      // Inicis asks whether fields are filled in beforehand, and otherwise for sex and nationality.
      inicisUnified: { flgFixedUser: 'N', FRGNDInfo: 'N' },
    },
  }).then(
    (answer) => answer !== undefined,
    // How it ended is the server's to find out.
    () => true,
  )
}

/** The verification that the provider sends the browser back with; null where the page was opened by itself. */
export const returnedWith = (search: string): string | null => new URLSearchParams(search).get('identityVerificationId')

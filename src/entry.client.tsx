import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { localeOfPath } from '#kit/web/addresses/locale-path.ts'
import { locationsOfDocument, overwriteLocations } from '#kit/web/addresses/site-locations.ts'
import { retryStylesheets } from '#kit/web/hydration/retry-stylesheets.ts'
import { overwriteGetLocale } from '#messages/runtime.js'
import { setReauthenticationPrompt } from '#session/expired-session.ts'
import { withholdComposingKeys } from '#ui/browser/keyboard.ts'

// Changing the language loads another document, so the locale is constant here.
const locale = localeOfPath(location.pathname)
overwriteGetLocale(() => locale)
const locations = locationsOfDocument()
overwriteLocations(() => locations)

withholdComposingKeys()
retryStylesheets()

// The console replaces this prompt with its own once it is mounted.
setReauthenticationPrompt(() =>
  import('#people/account/reauthenticate/prompt-reauthentication.tsx').then(({ promptReauthentication }) =>
    promptReauthentication(),
  ),
)

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})

import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { localeOfPath } from '#kit/web/addresses/locale-path.ts'
import { locationsOfDocument, overwriteLocations } from '#kit/web/addresses/site-locations.ts'
import { retryStylesheets } from '#kit/web/hydration/retry-stylesheets.ts'
import { overwriteGetLocale } from '#messages/runtime.js'
import { onExpired } from '#session/expired-session.ts'

// A language is another document, so it never changes while this one lives.
const locale = localeOfPath(location.pathname)
overwriteGetLocale(() => locale)
const locations = locationsOfDocument()
overwriteLocations(() => locations)

retryStylesheets()

// The console asks in its own way once it is there.
onExpired(() =>
  import('#people/account/reauthenticate/prompt-reauthentication.tsx').then(({ promptReauthentication }) =>
    promptReauthentication(),
  ),
)

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})

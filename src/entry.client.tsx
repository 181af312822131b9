import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { localeOfPath } from '#kit/web/address.ts'
import { askForSheetsAgain } from '#kit/web/sheets-again.ts'
import { locationsOfDocument, overwriteLocations } from '#kit/web/site-locations.ts'
import { overwriteGetLocale } from '#messages/runtime.js'
import { onExpired } from '#session/expired.ts'

// A language is another document, so it never changes while this one lives.
const locale = localeOfPath(location.pathname)
overwriteGetLocale(() => locale)
const locations = locationsOfDocument()
overwriteLocations(() => locations)

askForSheetsAgain()

// The console asks in its own way once it is there.
onExpired(() => import('#people/account/again.tsx').then(({ askAgain }) => askAgain()))

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})

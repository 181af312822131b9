import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { localeOfPath } from '#kit/web/address.ts'
import { overwriteGetLocale } from '#messages/runtime.js'

// A language is another document, so it never changes while this one lives.
const locale = localeOfPath(location.pathname)
overwriteGetLocale(() => locale)

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})

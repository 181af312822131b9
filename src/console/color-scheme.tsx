import { useSyncExternalStore } from 'react'

/** The colour scheme is kept per browser under this key: `light`, `dark` or `auto`. */
export const colorSchemeKey = 'daecheong-color-scheme'

const script = `try{var s=localStorage.getItem('${colorSchemeKey}'),d=s==='dark'||(s!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches);document.documentElement.setAttribute('data-mantine-color-scheme',d?'dark':'light')}catch(e){}`

const never = () => () => {}

/**
 * Sets the scheme while the document is being read, before anything is painted. Only the server's document carries
 * it: when the console is entered by navigation the provider sets the attribute itself, and a script made in the
 * browser would be refused by Trusted Types.
 */
export function ColorSchemeScript() {
  const fromServer = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  return fromServer ? <script>{script}</script> : null
}

/** The colour scheme is kept per browser under this key: `light`, `dark` or `auto`. */
export const colorSchemeKey = 'daecheong-color-scheme'

/** Sets the scheme while the document is being read, before anything is painted. */
export const colorSchemeScript = `(function(){var s;try{s=localStorage.getItem('${colorSchemeKey}')}catch(e){}
document.documentElement.setAttribute('data-mantine-color-scheme',s==='dark'||s!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light')})()`

/** Storage key of the color scheme of this browser: `light`, `dark` or `auto`. */
export const colorSchemeKey = 'daecheong-color-scheme'

/** Inline script that sets the scheme while the document is parsed, before the first paint. */
export const colorSchemeScript = `(function(){var s;try{s=localStorage.getItem('${colorSchemeKey}')}catch(e){}
document.documentElement.setAttribute('data-mantine-color-scheme',s==='dark'||s!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light')})()`

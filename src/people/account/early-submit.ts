declare global {
  interface Window {
    /** What was pressed before hydration: `true` when the form waits to be sent, `'awake'` once it sends itself. */
    loginForm?: true | 'awake'
  }
}

/** Enter pressed before hydration is not lost, and never sends the password as a page of its own. */
export const earlySubmitScript = `addEventListener('submit',function(e){if(window.loginForm!=='awake'){e.preventDefault();window.loginForm=true}},true)`

/** Hydrated: sends the form if somebody already asked for it. */
export const takeOverSubmit = (form: HTMLFormElement | null): void => {
  const waits = window.loginForm === true
  window.loginForm = 'awake'
  if (waits) form?.requestSubmit()
}

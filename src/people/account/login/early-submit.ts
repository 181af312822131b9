declare global {
  interface Window {
    /** Submit pressed before hydration: `true` while the form waits to be sent, `'hydrated'` once it is hydrated and submits normally. */
    loginFormState?: true | 'hydrated'
  }
}

/**
 * Inline script that holds back a submit before hydration, so that it is not lost and the password is never sent by a
 * native form submit.
 */
export const earlySubmitScript = `addEventListener('submit',function(e){if(window.loginFormState!=='hydrated'){e.preventDefault();window.loginFormState=true}},true)`

/** Takes over after hydration: submits the form if a submit was held back. */
export const releaseEarlySubmit = (form: HTMLFormElement | null): void => {
  const waits = window.loginFormState === true
  window.loginFormState = 'hydrated'
  if (waits) form?.requestSubmit()
}

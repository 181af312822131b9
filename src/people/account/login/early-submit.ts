declare global {
  interface Window {
    /** Submit pressed before hydration: `true` while the form waits to be sent, `'awake'` once it is hydrated and submits normally. */
    loginForm?: true | 'awake'
  }
}

/**
 * Inline script that holds back a submit before hydration, so that it is not lost and the password is never sent by a
 * native form submit.
 */
export const earlySubmitScript = `addEventListener('submit',function(e){if(window.loginForm!=='awake'){e.preventDefault();window.loginForm=true}},true)`

/** Takes over after hydration: submits the form if a submit was held back. */
export const releaseEarlySubmit = (form: HTMLFormElement | null): void => {
  const waits = window.loginForm === true
  window.loginForm = 'awake'
  if (waits) form?.requestSubmit()
}

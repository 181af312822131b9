import 'react'

declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
  interface ButtonHTMLAttributes<T> {
    /** Invoker commands (HTML, 4.10.6): what a button does to the element `commandfor` names, without script. */
    command?: 'show-modal' | 'close'
    commandfor?: string
  }
}

import 'react'

declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
  interface ButtonHTMLAttributes<T> {
    /** Invoker commands (HTML, 4.10.6): action of a button on the `commandfor` element, without script. */
    command?: 'show-modal' | 'close'
    commandfor?: string
  }
}

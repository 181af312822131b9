declare module '*?script' {
  /** The program as one line of JavaScript. */
  const text: string
  export default text
}

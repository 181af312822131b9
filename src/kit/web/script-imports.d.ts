declare module '*?script' {
  /** Program as one line of JavaScript. */
  const text: string
  export default text
}

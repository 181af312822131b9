/** The published types describe an older version without `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string> })
    /**
     * Returns those of `available` that the client accepts, best first; `preferred` breaks ties between equal weights.
     */
    encodings<Name extends string>(available: readonly Name[], options: { preferred: readonly Name[] }): Name[]
    language(available: readonly string[]): string | undefined
  }
}
